type Grade = 1 | 2 | 3 | 4 | 5;

/** What buyers write, by stars; an empty text is a rating without words. */
export const buyerTexts: Readonly<
  Record<'automatic' | 'byHand' | 'thing', Readonly<Record<Grade, readonly string[]>>>
> = {
  automatic: {
    5: [
      'O código chegou na hora e funcionou de primeira.',
      'Paguei e em menos de um minuto já estava usando. Recomendo.',
      'Tudo certo, código válido e preço bom. Volto a comprar.',
      'Instruções claras, ativei sem precisar perguntar nada.',
      '',
    ],
    4: [
      'Funcionou bem. Só faltou dizer no anúncio em que região o código vale.',
      'Código certo. A ativação deu um erro, tentei de novo e foi.',
    ],
    3: ['Funciona, mas o passo a passo é de uma versão antiga do aplicativo.'],
    2: ['O código só aceitou na terceira tentativa e o vendedor demorou a responder.'],
    1: ['O código não valia para a minha conta e eu só soube depois de comprar.'],
  },
  byHand: {
    5: [
      'Fez antes do prazo e ficou do jeito que eu queria.',
      'Combinamos tudo pela conversa e deu certo de primeira.',
      'Atenção do começo ao fim. Recomendo.',
      '',
    ],
    4: ['Ficou muito bom. Só precisei pedir um ajuste.', 'Deu certo, levou o prazo todo do anúncio.'],
    3: ['Serve, mas precisei pedir duas vezes o que estava no anúncio.'],
    2: ['Demorou a responder e entregou quase no fim do prazo.'],
    1: ['Não ficou como o combinado e precisei reclamar.'],
  },
  thing: {
    5: [
      'Chegou antes do prazo e igualzinho às fotos.',
      'Muito bem embalado, com plástico-bolha e um bilhete. Amei.',
      'Atendimento excelente, respondeu tudo antes de eu comprar.',
      'Produto em ótimo estado, parece novo. Vendedor de confiança.',
      'Postou no mesmo dia e o rastreio funcionou direitinho. Recomendo.',
      'Segunda compra aqui e de novo deu tudo certo.',
      '',
    ],
    4: [
      'Gostei bastante. A caixa veio um pouco amassada, mas o produto está perfeito.',
      'Bom produto. Demorou um dia a mais do que eu esperava.',
      'Cumpre o que promete. A cor é um pouco mais clara do que na foto.',
    ],
    3: [
      'O produto é bom, mas faltou um cabo que aparece na foto. Resolvemos na conversa.',
      'Serve para o que eu precisava. Tem mais marcas de uso do que o anúncio dizia.',
    ],
    2: ['Chegou atrasado e tive de perguntar duas vezes onde estava.'],
    1: ['Veio com um defeito que não estava no anúncio. Não compraria de novo.'],
  },
};

/** What sellers write about buyers. */
export const sellerTexts: readonly string[] = [
  'Pagou na hora e confirmou rápido. Ótimo comprador.',
  'Comunicação tranquila do começo ao fim. Pode vender sem medo.',
  'Tudo certo, recomendo.',
  'Confirmou assim que recebeu. Volte sempre.',
  '',
];

/** What sellers reply: to praise, and to what went wrong. */
export const replies = {
  praise: [
    'Muito obrigado pela confiança. Volte sempre.',
    'Que bom que gostou. Qualquer dúvida, é só perguntar no pedido.',
  ],
  complaint: [
    'Obrigado por contar. Já corrigi o anúncio para que isso não aconteça com mais ninguém.',
    'Sinto muito pelo transtorno. Da próxima vez, fale comigo no pedido que eu resolvo.',
  ],
} as const;
