/** What people who sell this kind of thing usually tell, and what goes in the box. */
export interface Phrases {
  about: readonly string[];
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
      'Jogo há anos e só anuncio o que eu mesmo consegui ou comprei.',
      'Recomendo trocar a senha e ligar a verificação em duas etapas assim que receber.',
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
      'Se já houver uma assinatura ativa, o período novo soma ao que resta. Não precisa cancelar nada.',
      'Vem com um guia curto, com imagens, para quem nunca ativou uma licença.',
      'Não renova sozinho e não pede cartão.',
      'Em computador formatado, a mesma licença pode ser ativada de novo.',
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
      'A primeira parte pode ser lida na amostra; se não for o que você procura, nem compre.',
    ],
    included: ['Link de acesso pessoal', 'Arquivos para baixar', 'Exercícios com respostas'],
  },
  celulares: {
    about: [
      'Saiu da conta do fabricante e foi restaurado de fábrica na frente do comprador anterior, que desistiu. Está pronto para configurar.',
      'IMEI limpo, pode consultar antes de confirmar o pedido.',
      'Testei câmera, microfone, alto-falante, sensor de digital e os botões. Tudo responde.',
      'Bateria dá um dia inteiro no meu uso, que é mapa, música e mensagem.',
      'Nunca foi aberto nem molhado.',
    ],
    included: ['O item do anúncio', 'Cabo', 'Caixa, quando aparece na foto'],
  },
  informatica: {
    about: [
      'Rodei teste de estresse por uma hora e as temperaturas ficaram normais. Posso mandar a imagem do teste na pergunta.',
      'Vinha do meu computador de trabalho, que ficava em sala com ar-condicionado e sem cigarro.',
      'Limpo com ar comprimido e pincel antistático antes do envio.',
      'Compatibilidade: na dúvida, escreva nas perguntas o modelo do seu equipamento que eu confiro.',
      'Troquei por um modelo mais novo, por isso o preço.',
    ],
    included: ['O item do anúncio', 'Cabos que aparecem na foto', 'Embalagem antistática'],
  },
  games: {
    about: [
      'Ficou sempre em móvel aberto, longe do sol, e foi pouco ligado nos últimos meses.',
      'Todos os botões e entradas testados. Posso fazer um vídeo curto ligando, é só pedir na pergunta.',
      'Não tem bloqueio nem conta presa.',
      'Era da sala de casa, agora as crianças só jogam no computador.',
      'Disco e caixa sem riscos fundos. O que existe é marca leve de dedo, que sai com pano.',
    ],
    included: ['O item do anúncio', 'Cabos originais', 'Caixa, quando aparece na foto'],
  },
  'audio-e-tv': {
    about: [
      'O som continua limpo em volume alto, sem chiado nem vibração.',
      'A tela não tem mancha nem pixel apagado. A foto com o fundo branco mostra bem.',
      'Emparelha rápido e guarda os últimos aparelhos.',
      'Usei em apartamento, então nunca passou da metade do volume.',
      'Trocamos por um modelo maior na mudança.',
    ],
    included: ['O item do anúncio', 'Controle ou cabo de carga', 'Manual'],
  },
  cameras: {
    about: [
      'Sensor e vidros limpos, sem fungo, sem risco e sem poeira que apareça em foto.',
      'Guardada em caixa com sílica, que troco a cada dois meses.',
      'Usada em ensaio de estúdio; nunca pegou chuva nem areia.',
      'Foco rápido e silencioso, ótimo para vídeo também.',
      'Estou indo para outro sistema, por isso vendo o conjunto.',
    ],
    included: ['O item do anúncio', 'Tampas', 'Bateria e carregador, nas câmeras'],
  },
  'casa-e-decoracao': {
    about: [
      'Combina com ambiente claro e dá para usar em apartamento pequeno sem apertar a passagem.',
      'As medidas da descrição foram tiradas com trena; meça a porta e o elevador antes de comprar.',
      'Limpeza simples: pano úmido e sabão neutro.',
      'A cor real é um pouco mais quente do que aparece na tela.',
      'Sai da minha sala porque vou me mudar para um lugar menor.',
    ],
    included: [
      'A peça do anúncio',
      'Parafusos e chave, quando há montagem',
      'Proteção de papelão nas quinas',
    ],
  },
  cozinha: {
    about: [
      'Higienizada e sem cheiro. Usei só em casa, nunca em restaurante.',
      'Cabe na pia e seca rápido, o que na prática decide se a gente usa ou não.',
      'Serve bem uma família de quatro pessoas.',
      'Vai com uma receita minha escrita à mão, por gosto.',
      'Tudo que encosta na comida está inteiro, sem descascado e sem ferrugem.',
    ],
    included: ['A peça do anúncio', 'Tampas e acessórios que aparecem na foto'],
  },
  ferramentas: {
    about: [
      'Ferramenta de quem usa no fim de semana, não de obra: pouca hora de trabalho.',
      'Rolamentos sem folga e cabo sem emenda.',
      'Lubrificada e testada em madeira e em alvenaria antes de anunciar.',
      'Tenho outra igual, por isso estou passando esta adiante.',
      'Use óculos e luva. Vai com o manual impresso.',
    ],
    included: ['A ferramenta', 'Acessórios da foto', 'Manual'],
  },
  jardim: {
    about: [
      'Vai com uma carta de cuidados: quanto regar, onde deixar e o que fazer se a folha amarelar.',
      'Cultivo em casa, sem veneno. Adubo só com composto.',
      'Na primeira semana, deixe em lugar claro e sem vento para ela se acostumar.',
      'Envio na segunda ou na terça, para não passar o fim de semana fechada na caixa.',
      'As ferramentas têm cabo firme e aço que pega fio fácil.',
    ],
    included: ['O item do anúncio', 'Carta de cuidados', 'Embalagem ventilada, no caso das plantas'],
  },
  moda: {
    about: [
      'Lavado, passado e guardado em saco de tecido.',
      'Medi a peça deitada: compare com uma sua antes de pedir, porque cada marca tem a sua forma.',
      'Costuras firmes, zíper correndo e nenhum botão faltando.',
      'Comprei para uma festa e não saiu mais do armário.',
      'Tecido gostoso, sem bolinha e sem transparência.',
    ],
    included: ['A peça do anúncio', 'Saco de tecido ou caixa original'],
  },
  esporte: {
    about: [
      'Usado de verdade e cuidado do mesmo jeito: lavado, seco à sombra e guardado.',
      'Bom para quem está começando e não quer gastar muito.',
      'Aguentou duas temporadas sem reclamar.',
      'Comprei para um projeto que não passou de janeiro.',
      'Testei no quintal antes de anunciar.',
    ],
    included: ['O item do anúncio', 'Bolsa ou capa, quando aparece na foto'],
  },
  ciclismo: {
    about: [
      'Revisada na oficina: freios, câmbio, centragem das rodas e lubrificação da corrente.',
      'Na pergunta, diga a sua altura que respondo se o tamanho serve.',
      'Rodou em ciclovia e asfalto, sem tombo.',
      'Vai semimontada; faltam guidão, pedais e roda da frente, coisa de quinze minutos.',
      'Quadro alinhado e sem trinca, com o número de série visível.',
    ],
    included: ['O item do anúncio', 'Chaves para a montagem', 'Nota de revisão'],
  },
  bebes: {
    about: [
      'Lavado com sabão neutro, seco ao sol e sem cheiro de guardado.',
      'Travas e cintos conferidos um por um, com o bebê e sem o bebê.',
      'Cresceu rápido demais, então quase não usamos.',
      'Casa sem cigarro. Temos um gato, mas ele não entra no quarto.',
      'Dobra com uma mão, o que salva quando a outra está ocupada.',
    ],
    included: ['O item do anúncio', 'Manual', 'Saco de transporte, quando aparece na foto'],
  },
  livros: {
    about: [
      'Lombada firme, páginas completas e sem cheiro de mofo.',
      'Guardado em estante fechada, longe do sol.',
      'Tem o nome do antigo dono a lápis na primeira folha, que sai com borracha.',
      'Vai embrulhado em papel e com marcador de presente.',
      'Se quiser foto de alguma página, peça nas perguntas.',
    ],
    included: ['O que está no título', 'Marcador de página'],
  },
  instrumentos: {
    about: [
      'Regulado por luthier: cordas na altura certa, oitava afinada e trastes polidos.',
      'Som encorpado e afinação que segura o ensaio inteiro.',
      'Tem um risco pequeno na parte de trás, que a foto mostra e que não afeta o som.',
      'Acompanhou a banda da igreja por dois anos, sempre de capa.',
      'Pode vir tocar antes de levar, se você for da cidade.',
    ],
    included: ['O instrumento', 'Capa ou estojo', 'Cabo ou fonte, quando há'],
  },
  colecionaveis: {
    about: [
      'Sempre em estante com vidro, sem sol direto.',
      'Peças contadas e conferidas com a lista antes de fechar a caixa.',
      'Sou colecionador e descrevo como gostaria de receber: o que tem marca está na foto.',
      'Vai com protetor de plástico e caixa dupla.',
      'Repetido da coleção, por isso está à venda.',
    ],
    included: ['O item do anúncio', 'Protetor', 'Caixa dupla no envio'],
  },
};
