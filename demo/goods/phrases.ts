/** What people who sell this kind of thing usually tell, and what goes in the box. */
export interface Phrases {
  about: readonly string[];
  /** Said only of a thing that had an owner. */
  used?: readonly string[];
  included: readonly string[];
}

const digital = [
  'Código único, nunca usado',
  'Passo a passo do resgate',
  'Ajuda pelo próprio pedido se algo falhar',
];

/** Phrases by top category. */
export const phrases: Readonly<Record<string, Phrases>> = {
  'gift-cards': {
    about: [
      'Serve de presente de última hora: dá para comprar de madrugada e mandar antes do café.',
      'O crédito entra na conta em que o código for resgatado e não sai mais dela, então confira se você está na conta certa.',
      'Compro em lote de distribuidor brasileiro, por isso o preço fica um pouco abaixo do valor de face.',
      'Não funciona como cartão de crédito: é saldo para gastar só nessa loja.',
      'Já resgatei vários desse mesmo lote e nunca deu problema de região.',
    ],
    included: digital,
  },
  'jogos-digitais': {
    about: [
      'Não peço a sua senha em nenhum momento. Se alguém pedir em meu nome, desconfie e avise o suporte da Praça.',
      'Antes de comprar, veja se o seu servidor é o mesmo do anúncio. Troca de servidor depende da empresa do jogo.',
      'Confira o que recebeu com calma e só depois confirme o pedido.',
    ],
    included: [
      'Dados ou código no próprio pedido',
      'Instruções para o primeiro acesso',
      'Acompanhamento até você confirmar',
    ],
  },
  'licencas-e-assinaturas': {
    about: [
      'A ativação é feita no site do fabricante, com a sua própria conta. Leva uns cinco minutos.',
      'Vem com um guia curto, com imagens, para quem nunca ativou uma licença.',
      'Não renova sozinho e não pede cartão.',
    ],
    included: [
      'Chave ou link de ativação',
      'Guia de ativação em português',
      'Suporte pelo pedido durante a garantia',
    ],
  },
  'cursos-e-ebooks': {
    about: [
      'O material foi pensado para quem estuda à noite, depois do trabalho: aulas curtas e exercícios que cabem em meia hora.',
      'Você recebe um link pessoal e pode baixar tudo para ver sem internet.',
      'As atualizações futuras chegam no mesmo link, sem custo.',
      'Linguagem simples, sem prometer milagre. Quem faz os exercícios aprende.',
    ],
    included: ['Link de acesso pessoal', 'Arquivos para baixar', 'Exercícios com respostas'],
  },
  celulares: {
    about: [
      'Se quiser, mando o número de série nas perguntas para você consultar antes.',
      'Desbloqueado para qualquer operadora e já em português.',
      'IMEI limpo, pode consultar antes de confirmar o pedido.',
    ],
    used: [
      'Testei câmera, microfone, alto-falante, sensor de digital e os botões. Tudo responde.',
      'Saiu da conta do fabricante e foi restaurado de fábrica na frente do comprador anterior, que desistiu. Está pronto para configurar.',
      'Bateria dá um dia inteiro no meu uso, que é mapa, música e mensagem.',
      'Nunca foi aberto nem molhado.',
    ],
    included: ['O item do anúncio', 'Cabo e carregador do modelo', 'Manual'],
  },
  informatica: {
    about: [
      'Antes de fechar, confira se a sua fonte e o seu gabinete comportam a peça.',
      'Envio em saco antistático, dentro de caixa dupla.',
      'Se tiver dúvida sobre a instalação, explico pelo pedido.',
      'Compatibilidade: na dúvida, escreva nas perguntas o modelo do seu equipamento que eu confiro.',
    ],
    used: [
      'Rodei teste de estresse por uma hora e as temperaturas ficaram normais. Posso mandar a imagem do teste na pergunta.',
      'Vinha do meu computador de trabalho, que ficava em sala com ar-condicionado e sem cigarro.',
      'Limpo com ar comprimido e pincel antistático antes do envio.',
      'Troquei por um modelo mais novo, por isso o preço.',
    ],
    included: ['O item do anúncio', 'Cabos que aparecem na foto', 'Embalagem antistática'],
  },
  games: {
    about: [
      'Vai com a fonte e os cabos do modelo.',
      'Confira a região e a versão no título antes de comprar.',
      'Não tem bloqueio nem conta presa.',
    ],
    used: [
      'Ficou sempre em móvel aberto, longe do sol, e foi pouco ligado nos últimos meses.',
      'Todos os botões e entradas testados. Posso fazer um vídeo curto ligando, é só pedir na pergunta.',
      'Era da sala de casa, agora as crianças só jogam no computador.',
    ],
    included: ['O item do anúncio', 'Cabos originais', 'Caixa, quando aparece na foto'],
  },
  'audio-e-tv': {
    about: [
      'Vai na embalagem com calço nas quatro quinas.',
      'Ligo e gravo um vídeo curto antes de fechar a caixa.',
      'Emparelha rápido e guarda os últimos aparelhos.',
    ],
    used: [
      'O som continua limpo em volume alto, sem chiado nem vibração.',
      'Usei em apartamento, então nunca passou da metade do volume.',
      'Trocamos por um modelo maior na mudança.',
    ],
    included: ['O item do anúncio', 'Controle ou cabo de carga', 'Manual'],
  },
  cameras: {
    about: [
      'Respondo perguntas técnicas, é o meu trabalho.',
      'Viaja em caixa rígida com espuma cortada na medida.',
      'Foco rápido e silencioso, ótimo para vídeo também.',
    ],
    used: [
      'Sensor e vidros limpos, sem fungo, sem risco e sem poeira que apareça em foto.',
      'Guardada em caixa com sílica, que troco a cada dois meses.',
      'Usada em ensaio de estúdio; nunca pegou chuva nem areia.',
      'Estou indo para outro sistema, por isso vendo o conjunto.',
    ],
    included: ['O item do anúncio', 'Tampas', 'Bateria e carregador, nas câmeras'],
  },
  'casa-e-decoracao': {
    about: [
      'Combina com ambiente claro e dá para usar em apartamento pequeno sem apertar a passagem.',
      'Meça a porta e o elevador antes de comprar; na dúvida, pergunte que eu meço a peça de novo.',
      'Limpeza simples: pano úmido e sabão neutro.',
      'A cor real é um pouco mais quente do que aparece na tela.',
    ],
    used: ['Sai da minha sala porque vou me mudar para um lugar menor.'],
    included: [
      'A peça do anúncio',
      'Parafusos e chave, quando há montagem',
      'Proteção de papelão nas quinas',
    ],
  },
  cozinha: {
    about: [
      'Fácil de lavar, o que na prática decide se a gente usa ou não.',
      'Boa para o dia a dia e para quando chega visita.',
      'Vai embrulhada peça por peça.',
    ],
    used: [
      'Higienizada e sem cheiro. Usei só em casa, nunca em restaurante.',
      'Tudo que encosta na comida está inteiro, sem descascado e sem ferrugem.',
    ],
    included: ['A peça do anúncio', 'Tampas e acessórios que aparecem na foto'],
  },
  ferramentas: {
    about: [
      'Peças de reposição fáceis de achar em qualquer ferragista.',
      'Vai bem tanto em casa como em oficina pequena.',
      'Use óculos e luva. Vai com o manual impresso.',
    ],
    used: [
      'Ferramenta de quem usa no fim de semana, não de obra: pouca hora de trabalho.',
      'Ligada e testada antes do anúncio.',
      'Tenho outra igual, por isso estou passando esta adiante.',
    ],
    included: ['A ferramenta', 'Acessórios da foto', 'Manual'],
  },
  jardim: {
    about: [
      'Vai com uma carta de cuidados: quanto regar, onde deixar e o que fazer se a folha amarelar.',
      'Cultivo em casa, sem veneno. Adubo só com composto.',
      'Na primeira semana, deixe em lugar claro e sem vento para ela se acostumar.',
    ],
    included: ['O item do anúncio', 'Carta de cuidados', 'Embalagem ventilada, no caso das plantas'],
  },
  moda: {
    about: [
      'Medi a peça deitada: compare com uma sua antes de pedir, porque cada marca tem a sua forma.',
      'Costuras firmes, zíper correndo e nenhum botão faltando.',
      'Tecido gostoso, sem bolinha e sem transparência.',
    ],
    used: ['Peça lavada, passada e guardada em saco de tecido.', 'Saiu pouco do armário.'],
    included: ['A peça do anúncio', 'Saco de tecido ou caixa original'],
  },
  esporte: {
    about: [
      'Na dúvida sobre tamanho ou peso, escreva nas perguntas.',
      'Bom para quem está começando e não quer gastar muito.',
    ],
    used: [
      'Usado de verdade e cuidado do mesmo jeito: limpo, seco à sombra e guardado.',
      'Aguentou duas temporadas sem reclamar.',
      'Comprei para um projeto que não passou de janeiro.',
      'Testei no quintal antes de anunciar.',
    ],
    included: ['O item do anúncio', 'Bolsa ou capa, quando aparece na foto'],
  },
  ciclismo: {
    about: [
      'Na pergunta, diga a sua altura que respondo se o tamanho serve.',
      'Vai semimontada; faltam guidão, pedais e roda da frente, coisa de quinze minutos.',
      'Quadro alinhado e sem trinca, com o número de série visível.',
    ],
    used: [
      'Revisada na oficina: freios, câmbio, centragem das rodas e lubrificação da corrente.',
      'Rodou em ciclovia e asfalto, sem tombo.',
    ],
    included: ['O item do anúncio', 'Chaves para a montagem', 'Nota de revisão'],
  },
  bebes: {
    about: [
      'Segue as normas brasileiras e tem o selo visível.',
      'Fácil de limpar e de guardar.',
      'Na dúvida sobre idade ou peso, escreva nas perguntas que eu confiro no manual.',
    ],
    used: [
      'Lavado com sabão neutro, seco ao sol e sem cheiro de guardado.',
      'Cresceu rápido demais, então quase não usamos.',
      'Casa sem cigarro. Temos um gato, mas ele não entra no quarto.',
    ],
    included: ['O item do anúncio', 'Manual', 'Saco de transporte, quando aparece na foto'],
  },
  livros: {
    about: [
      'Livro viaja bem: vai firme na caixa e não amassa.',
      'Vai embrulhado em papel e com marcador de presente.',
      'Se quiser foto de alguma página, peça nas perguntas.',
    ],
    used: [
      'Lombada firme, páginas completas e sem cheiro de mofo.',
      'Guardado em estante fechada, longe do sol.',
      'Tem o nome do antigo dono a lápis na primeira folha, que sai com borracha.',
    ],
    included: ['O que está no título', 'Marcador de página'],
  },
  instrumentos: {
    about: [
      'Ajudo a escolher cordas e acessórios, sem compromisso.',
      'Embalo com o braço apoiado e sem tensão nas cordas.',
      'Pode vir tocar antes de levar, se você for da cidade.',
    ],
    used: [
      'Regulado por luthier: cordas na altura certa, oitava afinada e trastes polidos.',
      'Som encorpado e afinação que segura o ensaio inteiro.',
      'Tem um risco pequeno na parte de trás, que a foto mostra e que não afeta o som.',
    ],
    included: ['O instrumento', 'O que a foto e o título mostram'],
  },
  colecionaveis: {
    about: [
      'Peças contadas e conferidas com a lista antes de fechar a caixa.',
      'Sou colecionador e descrevo como gostaria de receber: o que tem marca está na foto.',
      'Vai com protetor de plástico e caixa dupla.',
    ],
    used: ['Sempre em estante com vidro, sem sol direto.', 'Repetido da coleção, por isso está à venda.'],
    included: ['O item do anúncio', 'Protetor', 'Caixa dupla no envio'],
  },
};
