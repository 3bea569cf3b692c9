import type { Phrases } from './phrases.ts';

type LeafPhrases = Pick<Phrases, 'about' | 'used'> & Partial<Pick<Phrases, 'included'>>;

/** Phrases of leaves whose things are unlike the rest of their category. */
export const leafPhrases: Readonly<Record<string, LeafPhrases>> = {
  'chaves-de-jogos': {
    about: [
      'A chave ativa o jogo na sua própria conta e fica nela para sempre.',
      'Confira no site da loja se o seu computador roda o jogo antes de comprar.',
      'Chave de pacote ou de promoção, guardada desde então em planilha protegida.',
    ],
  },
  'contas-de-jogos': {
    about: [
      'Conta jogada só por mim, com o histórico de compras guardado.',
      'Recomendo trocar a senha e ligar a verificação em duas etapas assim que receber.',
      'Antes de comprar, veja se o seu servidor é o mesmo do anúncio. Troca de servidor depende da empresa do jogo.',
      'Confira o que recebeu com calma e só depois confirme o pedido.',
    ],
    included: ['Usuário e senha no próprio pedido', 'Instruções para o primeiro acesso'],
  },
  'itens-e-skins': {
    about: [
      'O item passa para a sua conta por troca dentro do jogo; não preciso da sua senha.',
      'Confira se a sua conta está liberada para troca antes de comprar.',
      'Mando print do inventário nas perguntas, se quiser ver antes.',
    ],
    included: ['Troca dentro do jogo', 'Acompanhamento até você confirmar'],
  },
  assinaturas: {
    about: [
      'A ativação é feita no site do serviço, com a sua própria conta. Leva uns cinco minutos.',
      'Se já houver uma assinatura ativa, o período novo soma ao que resta. Não precisa cancelar nada.',
      'Não renova sozinha e não pede cartão.',
    ],
  },
  ebooks: {
    about: [
      'Lê no celular, no leitor digital ou impresso em casa.',
      'As atualizações futuras chegam no mesmo link, sem custo.',
      'Linguagem simples, sem prometer milagre.',
    ],
    included: ['Link de acesso pessoal', 'Arquivo para baixar'],
  },
  cafeteiras: {
    about: [
      'Faz café bom sem complicação.',
      'Fácil de desmontar e de limpar depois do café.',
      'Cabe em bancada pequena.',
    ],
    used: ['Limpa por dentro e por fora, sem gosto de café velho.', 'Era a da cozinha de casa, bem cuidada.'],
  },
  eletroportateis: {
    about: [
      'Confira a voltagem na ficha antes de comprar.',
      'Fácil de limpar e de guardar.',
      'Vai com o manual e os acessórios do modelo.',
    ],
    used: ['Usei só em casa e guardei limpa.', 'Motor e botões respondendo bem.'],
  },
  academia: {
    about: [
      'Na dúvida sobre medida ou peso, escreva nas perguntas.',
      'Bom para montar um canto de treino em casa.',
      'Não precisa de mais de dois metros quadrados para usar.',
    ],
    used: [
      'Usado em apartamento, limpo depois de cada treino.',
      'Comprei para um projeto que não passou de janeiro.',
    ],
  },
  'bolas-e-quadra': {
    about: [
      'Bom para quem está começando e não quer gastar muito.',
      'Na dúvida sobre tamanho, escreva nas perguntas.',
    ],
    used: ['Aguentou duas temporadas e ainda tem muitas pela frente.', 'Limpa e guardada fora do sol.'],
  },
  'arquivos-e-modelos': {
    about: [
      'Feito por mim e usado com clientes de verdade antes de virar produto.',
      'Pode editar à vontade e usar no seu negócio; só não pode revender o arquivo.',
      'Abre em programa gratuito também.',
      'Vem com um vídeo curto que mostra por onde começar.',
    ],
    included: ['Arquivos para baixar', 'Vídeo curto de uso', 'Atualizações no mesmo link'],
  },
  'artes-e-textos': {
    about: [
      'Mando uma prévia na conversa do pedido antes do arquivo final.',
      'Uma rodada de ajustes está inclusa no preço.',
      'Você recebe o arquivo final pronto para usar.',
    ],
    included: ['Arquivo final em alta qualidade', 'Uma rodada de ajustes'],
  },
  'moedas-virtuais': {
    about: [
      'A recarga é por código: ninguém precisa entrar na sua conta.',
      'O saldo aparece em instantes. Se demorar, feche e abra o jogo.',
      'Confira se a sua conta é do servidor indicado no título.',
    ],
  },
  'acessorios-de-celular': {
    about: [
      'Bom de levar na bolsa ou na mochila.',
      'Confira o modelo do seu aparelho antes de pedir.',
      'Bem acabado, firme e leve.',
      'Envio em caixa pequena, que cabe na caixa de correio.',
    ],
  },
  smartwatches: {
    about: [
      'Conversa com Android e, onde o fabricante permite, com iPhone. Confira na página do modelo.',
      'Pulseira de troca fácil, sem ferramenta.',
      'Vai desvinculado da conta, pronto para configurar.',
    ],
    used: [
      'Vidro sem risco que se sinta com a unha.',
      'A bateria passa do segundo dia com as notificações ligadas.',
    ],
  },
  notebooks: {
    about: [
      'Vai formatado, sem senha e com o carregador.',
      'Posso mandar a imagem da tela de configuração nas perguntas.',
    ],
    used: [
      'Dobradiça firme, teclado sem tecla gasta e câmera funcionando.',
      'Limpeza interna feita e pasta térmica trocada.',
      'A bateria segura umas quatro horas de navegação.',
    ],
  },
  'teclados-e-mouses': {
    about: ['Funciona ao ligar, sem instalar nada.', 'Bom para quem passa o dia digitando.'],
    used: ['Tecla por tecla testada, sem falha e sem repetição.', 'Higienizado com álcool isopropílico.'],
  },
  monitores: {
    about: ['Cabo de vídeo incluso.', 'Furação padrão para suporte de parede.'],
    used: [
      'Sem mancha de luz que incomode no escuro.',
      'Usado em home office, com a tela limpa só com pano seco.',
    ],
  },
  redes: {
    about: [
      'Configura pelo celular em dez minutos.',
      'Se a sua operadora usa modem próprio, peça o modo ponte antes.',
      'Alcance bom para apartamento; em casa grande, combine com um repetidor.',
    ],
  },
  controles: {
    about: ['Emparelha rápido e funciona também no computador.', 'Vai limpo e com os botões conferidos.'],
    used: [
      'Analógicos sem desvio, conferidos em programa de calibração.',
      'Gatilhos e botões com retorno de novo.',
    ],
  },
  'jogos-em-disco': {
    about: [
      'Roda em português, legendas ou dublagem conforme o jogo.',
      'Envio com proteção dupla para a caixa não trincar.',
    ],
    used: ['Testado até o menu principal.', 'Joguei até o fim e passo adiante.'],
  },
  'fones-de-ouvido': {
    about: ['Som equilibrado, com grave presente sem embolar.', 'Confortável para usar por horas.'],
    used: ['Espumas limpas e sem rachadura.', 'Os dois lados com o mesmo volume.'],
  },
  tvs: {
    about: [
      'Liga por HDMI e por Wi-Fi, com os aplicativos mais comuns.',
      'Para retirar, venha com alguém: a caixa é grande.',
    ],
    used: ['Sem mancha e sem pixel apagado. A foto com o fundo branco mostra bem.', 'Nunca foi aberta.'],
  },
  lentes: {
    about: [
      'Tampa dianteira e traseira inclusas.',
      'Diga o seu modelo de câmera que confirmo a compatibilidade.',
    ],
    used: [
      'Sem fungo, sem risco e com o anel de foco macio.',
      'Poeira interna mínima, normal da idade, que não aparece em foto.',
    ],
  },
  iluminacao: {
    about: [
      'Luz quente, boa para o fim do dia.',
      'Funciona em 110 V e em 220 V.',
      'Instalação simples, sem furo extra quando há gancho.',
    ],
  },
  'objetos-e-quadros': {
    about: [
      'Muda um canto da casa sem ocupar espaço.',
      'Cada peça tem pequenas diferenças, que são parte dela.',
      'Embalo com papel e quinas de espuma.',
    ],
  },
  'ferramentas-manuais': {
    about: [
      'Aço firme e bom acabamento.',
      'Tudo conferido e no lugar.',
      'Ferramenta para durar muitos anos.',
    ],
    used: ['Limpa e com uma camada fina de óleo contra ferrugem.'],
  },
  jardinagem: {
    about: ['Material que aguenta sol e chuva.', 'Guarde limpo e dura muitas estações.'],
  },
  tenis: {
    about: [
      'Forma normal: peça o seu número de costume.',
      'Mando foto da palmilha se quiser conferir.',
      'Autenticidade garantida, com etiqueta interna legível.',
    ],
    used: ['Higienizado por dentro e por fora.', 'Sola com bastante borracha pela frente.'],
  },
  'bolsas-e-mochilas': {
    about: [
      'Zíperes grossos que correm sem prender.',
      'Cabe mais do que parece.',
      'Costura reforçada nas alças.',
    ],
    used: ['Forro limpo e sem cheiro.'],
  },
  'relogios-e-oculos': {
    about: [
      'Vai em embalagem firme.',
      'Peça discreta, que combina com roupa de trabalho.',
      'Qualquer relojoaria ou ótica faz o ajuste.',
    ],
    used: ['Sem risco que se veja de frente.'],
  },
  'acessorios-de-ciclismo': {
    about: ['Simples de usar, sem ferramenta especial.', 'Na dúvida de medida, escreva nas perguntas.'],
  },
  brinquedos: {
    about: [
      'Sem ponta e sem tinta que solte.',
      'Rende tarde inteira longe da tela.',
      'Vai em caixa que serve para guardar depois.',
    ],
    used: ['Limpo e com as peças contadas.'],
  },
  'quadrinhos-e-mangas': {
    about: [
      'Envio com papelão dos dois lados para não dobrar.',
      'Posso mandar foto das lombadas nas perguntas.',
    ],
    used: ['Lidos com a mão limpa e guardados em plástico.', 'Grampos sem ferrugem e páginas completas.'],
  },
  'teclas-e-percussao': {
    about: [
      'Serve para quem começa e não atrapalha quem já toca.',
      'Ajudo a escolher acessórios, sem compromisso.',
    ],
    used: ['Testado nota por nota antes do anúncio.', 'Ficou em quarto de estudo, sem show e sem bar.'],
  },
  'discos-de-vinil': {
    about: [
      'Envio entre duas placas de papelão rígido.',
      'Capa e disco avaliados em separado, é só perguntar.',
    ],
    used: [
      'Ouvido inteiro antes do anúncio: só estalos leves entre as faixas.',
      'Lavado em máquina e guardado em plástico novo.',
    ],
  },
  'jogos-de-mesa-e-cards': {
    about: ['Ensina-se em dez minutos e rende a noite.', 'Regras em português.'],
    used: ['Peças contadas e cartas com protetor.', 'Jogamos umas quatro vezes.'],
  },
};
