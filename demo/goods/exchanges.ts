import type { SeedListing } from '#demo/types.ts';

/** A question of a buyer and the seller's answer. */
export type Exchange = readonly [question: string, answer: string];

/** What is asked about the delivery of a thing, and about its price. */
export function exchangesAboutDelivery({
  deliveryType,
  shipping,
}: Pick<SeedListing, 'deliveryType' | 'shipping'>): Exchange[] {
  const isPickedUp = deliveryType === 'pickup' || shipping?.alsoPickup;
  return [
    ...(shipping ? parcelExchanges : []),
    ...(isPickedUp ? pickupExchanges : []),
    ...(shipping && !isPickedUp ? noPickupExchanges : []),
    ...priceExchanges,
  ];
}

const parcelExchanges: readonly Exchange[] = [
  [
    'Envia para o interior do Pará?',
    'Envio para todo o Brasil, com rastreio. Ponha o seu CEP no anúncio e ele mostra frete e prazo.',
  ],
  [
    'Consegue postar hoje ainda?',
    'Se o pagamento sair cedo, tento postar hoje. O prazo do anúncio é o certo.',
  ],
];

const pickupExchanges: readonly Exchange[] = [
  ['Dá para retirar em mãos no sábado?', 'Dá sim. Combinamos o horário pelo pedido.'],
];

const noPickupExchanges: readonly Exchange[] = [
  ['Dá para retirar em mãos?', 'Desta vez só envio. O frete sai calculado pelo seu CEP.'],
];

const priceExchanges: readonly Exchange[] = [
  ['Aceita troca por outro item?', 'Desta vez só venda mesmo, obrigado.'],
  ['Faz por menos levando dois?', 'Levando dois consigo uns 5% de desconto. Me avise que ajusto o anúncio.'],
];

/** Exchanges by top category. */
export const exchanges: Readonly<Record<string, readonly Exchange[]>> = {
  'gift-cards': [
    [
      'Boa tarde! O código chega na hora mesmo ou demora?',
      'Chega no pedido assim que o pagamento confirma, em segundos.',
    ],
    ['Funciona em conta criada no Brasil?', 'Sim, é para conta brasileira. Outra região não aceita.'],
    [
      'Posso comprar dois de uma vez?',
      'Pode, é só escolher a quantidade. Cada unidade vem com um código diferente.',
    ],
    ['Tem prazo de validade para resgatar?', 'Não tem, mas recomendo resgatar no mesmo dia.'],
    [
      'Se der erro no resgate, como faço?',
      'Abra uma reclamação no pedido com a imagem do erro. Troco ou devolvo.',
    ],
    [
      'Dá para presentear? Queria mandar o código para meu sobrinho.',
      'Dá. O código aparece só para você e pode ser repassado.',
    ],
    ['O saldo soma com o que já tenho na conta?', 'Soma, entra como crédito na carteira.'],
  ],
  'jogos-digitais': [
    [
      'Consigo trocar o e-mail e a senha depois da compra?',
      'Consegue. O passo a passo vai junto e eu acompanho até você terminar.',
    ],
    ['Já teve algum banimento ou aviso?', 'Nunca teve. Se quiser, mostro o histórico pelo pedido.'],
    ['É do servidor brasileiro?', 'É sim, servidor Brasil.'],
    ['Precisa da minha senha para entregar?', 'Não. Nunca passe a sua senha para ninguém.'],
    [
      'Roda em PC fraco? Tenho placa integrada.',
      'Veja os requisitos na loja do jogo; no mínimo roda, com gráfico baixo.',
    ],
    [
      'A chave é global mesmo?',
      'É a região que está na ficha do anúncio. Qualquer dúvida, confira antes de pagar.',
    ],
  ],
  'licencas-e-assinaturas': [
    ['É renovação automática? Não quero cobrança depois.', 'Não renova sozinho e não pede cartão.'],
    ['Já tenho uma assinatura ativa. Soma ou perco o que falta?', 'Soma ao tempo que resta.'],
    ['Serve para Mac?', 'Veja o campo Sistema na ficha; o que está lá é o que foi testado.'],
    ['Se eu formatar o computador, perco a licença?', 'Não perde. Ativa de novo com a mesma chave.'],
    ['Recebo algum comprovante para a empresa?', 'Recebe o recibo do pedido com todos os dados.'],
  ],
  'cursos-e-ebooks': [
    ['Tem certificado no final?', 'Quando tem, está na ficha do anúncio. O certificado sai com o seu nome.'],
    ['Consigo baixar para ver sem internet?', 'Consegue, tudo pode ser baixado.'],
    ['O acesso é por quanto tempo?', 'É para sempre, com as atualizações.'],
    ['Nunca estudei isso. Consigo acompanhar?', 'Consegue. Começa do começo e tem exercício em cada parte.'],
    ['Dá para imprimir?', 'Dá, o arquivo não tem trava.'],
  ],
  celulares: [
    [
      'Qual é a saúde da bateria hoje?',
      'Medi agora de manhã e está como descrito. Mando a imagem pelo pedido se quiser.',
    ],
    ['Já foi trocada a tela?', 'Não, é a original. Nunca foi aberto.'],
    ['Está desvinculado da conta do antigo dono?', 'Está, restaurado de fábrica e pronto para configurar.'],
    ['Acompanha carregador?', 'Acompanha o cabo. O adaptador de tomada só quando aparece na foto.'],
    ['Aceita dois chips?', 'Aceita um chip físico e um eSIM.'],
  ],
  informatica: [
    ['Serve na placa-mãe B450?', 'Serve, mas atualize a BIOS antes.'],
    ['Esquenta muito jogando?', 'Nos meus testes ficou dentro do normal, abaixo de 75 °C.'],
    ['Tem nota fiscal?', 'Veja o campo na ficha. Quando marca sim, vai junto.'],
    ['Já foi usado para minerar?', 'Nunca. Era do meu computador de trabalho.'],
    ['O teclado é ABNT2, com ç?', 'Está no título e na foto; se não diz ABNT2, é padrão americano.'],
    ['Quanto tempo dura a bateria na prática?', 'No meu uso, umas quatro horas com navegador e planilha.'],
  ],
  games: [
    ['Os analógicos têm desvio?', 'Não têm, conferi em programa de calibração antes de anunciar.'],
    ['Vem com quantos controles?', 'Com o que está na foto e no título.'],
    ['O disco está riscado?', 'Só marcas leves. Testei e roda até o fim.'],
    ['Está bloqueado ou desbloqueado?', 'Original, sem alteração nenhuma.'],
    ['Faz muito barulho ligado?', 'Não, foi limpo e a pasta térmica é nova.'],
  ],
  'audio-e-tv': [
    ['Funciona com iPhone também?', 'Funciona, por Bluetooth normal.'],
    ['Dura quanto a bateria?', 'Umas dez horas em volume médio.'],
    ['A TV tem alguma mancha na tela?', 'Nenhuma. Posso filmar com fundo branco e mandar pelo pedido.'],
    ['Tem entrada para fone?', 'Tem, de 3,5 mm.'],
    ['Acompanha o controle remoto original?', 'Acompanha, com pilhas.'],
  ],
  cameras: [
    ['Quantos cliques tem?', 'O número está na descrição; quando não está, escreva que eu leio no corpo.'],
    ['Tem fungo ou poeira na lente?', 'Sem fungo. Poeira mínima, que não aparece em foto.'],
    ['Serve em câmera full frame?', 'Serve, mas recorta a imagem. Veja a montagem na ficha.'],
    ['Faz vídeo em 4K?', 'Faz, com recorte. Em Full HD usa o sensor inteiro.'],
  ],
  'casa-e-decoracao': [
    [
      'Quais são as medidas certinhas?',
      'Medi agora: largura, altura e profundidade estão na descrição e na ficha.',
    ],
    ['Passa em porta de 70 cm?', 'Passa de lado, tirando os pés.'],
    ['A cor é mais para cinza ou para bege?', 'Mais quente do que na foto, puxa para o bege.'],
    ['Vai montado?', 'Vai desmontado, com parafusos e chave. Leva uns vinte minutos.'],
    ['Tem pet em casa? Sou alérgica.', 'Não tenho, e a peça foi higienizada.'],
  ],
  cozinha: [
    ['Serve em fogão de indução?', 'As de ferro e de inox servem. A de alumínio, não.'],
    ['É 110 ou 220?', 'Está no campo Voltagem da ficha.'],
    ['O antiaderente está inteiro?', 'Está, sem risco e sem descascado.'],
    ['Pode ir à lava-louças?', 'Pode, mas à mão dura mais.'],
    ['Vem com as cápsulas ou os filtros da foto?', 'Vem, tudo que está na foto vai junto.'],
  ],
  ferramentas: [
    ['O mandril tem folga?', 'Nenhuma, pode usar com broca fina.'],
    ['Acompanha maleta?', 'Acompanha quando aparece na foto.'],
    [
      'Serve para uso diário em obra?',
      'É mais para oficina e casa. Para obra todo dia, procure a linha profissional.',
    ],
    ['Qual é o peso?', 'Pesei com os acessórios: pouco menos de 3 kg.'],
  ],
  jardim: [
    [
      'Chega viva em Brasília?',
      'Chega, a embalagem é ventilada e a terra vai presa. Se chegar mal, devolvo o valor.',
    ],
    [
      'Aguenta pouca luz? Minha sala é escura.',
      'Perto da janela ela fica bem. Em canto sem luz, só a zamioculca.',
    ],
    ['De quanto em quanto tempo preciso regar?', 'No calor, duas vezes por semana. No frio, uma.'],
    ['O vaso vai junto?', 'Vai, é o da foto.'],
    ['É tóxica para gato?', 'Boa pergunta. Costela-de-adão, jiboia e zamioculca são; deixe no alto.'],
  ],
  moda: [
    [
      'Qual é a medida do busto e do comprimento?',
      'Deitada: busto 48 cm e comprimento 96 cm. Compare com uma peça sua.',
    ],
    ['Veste G ou é forma pequena?', 'Forma normal. Se fica entre dois tamanhos, peça o maior.'],
    ['O couro é legítimo?', 'É, com etiqueta interna. Mando foto de perto se quiser.'],
    ['Posso trocar se não servir?', 'Pode devolver em até sete dias, do jeito que chegou.'],
    ['Tem alguma mancha ou fio puxado?', 'Não tem. Conferi na luz do dia.'],
  ],
  esporte: [
    ['A barraca aguenta chuva forte?', 'Aguentou uma noite inteira na serra, sem pingar.'],
    ['Vem cheia ou murcha?', 'Murcha, por causa do envio, com o bico conferido.'],
    ['Serve para iniciante?', 'Serve muito bem, foi com ele que comecei.'],
    ['Qual é o peso total?', 'Está na ficha; com embalagem dá mais uns 300 g.'],
  ],
  ciclismo: [
    ['Tenho 1,78 m. O tamanho serve?', 'Serve bem, é para 1,72 m a 1,84 m.'],
    ['Já precisa trocar corrente ou pneu?', 'Não, a revisão foi agora e a corrente está nova.'],
    ['Vai montada?', 'Vai semimontada, com as chaves. São quinze minutos.'],
    ['Tem nota ou comprovante de compra?', 'Tenho a nota da loja e o número do quadro.'],
  ],
  bebes: [
    ['As travas estão firmes?', 'Estão, conferi uma por uma antes de anunciar.'],
    ['Serve para recém-nascido?', 'Serve com o redutor, que vai junto.'],
    ['Cabe em porta-malas pequeno?', 'Cabe no meu, que é de carro popular.'],
    ['Foi lavado? Minha bebê tem alergia.', 'Lavado com sabão neutro e seco ao sol.'],
  ],
  livros: [
    ['Tem grifo ou anotação?', 'Só o que está na descrição, a lápis.'],
    ['Qual é a edição e o ano?', 'Está na segunda folha; mando foto pelo pedido se preferir conferir antes.'],
    ['As páginas estão amareladas?', 'Um pouco nas bordas, o normal da idade. Sem mofo.'],
    ['Vende os volumes separados?', 'Por enquanto só o conjunto.'],
  ],
  instrumentos: [
    ['O braço está reto?', 'Reto e com o tensor livre. Passou pelo luthier.'],
    ['Acompanha capa?', 'Acompanha a da foto.'],
    ['É bom para quem está começando?', 'É, tem a corda baixa e não machuca o dedo.'],
    ['Os captadores são originais?', 'São, nunca foram trocados.'],
  ],
  colecionaveis: [
    ['A caixa está amassada?', 'Só o que aparece na foto, um vinco pequeno no canto.'],
    ['O disco tem risco ou pula?', 'Não pula. Ouvi inteiro antes de anunciar.'],
    ['Faltam peças?', 'Não, contei com a lista do manual.'],
    ['É edição nacional ou importada?', 'Nacional, está no verso.'],
  ],
};
