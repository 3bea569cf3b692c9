/** Short texts buyers leave, by stars; at most 500 characters each. */
export const reviewTexts: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  5: [
    'Chegou antes do prazo e igual às fotos. Recomendo.',
    'Código entregue na hora, resgatei sem problema.',
    'Vendedor atencioso, respondeu tudo antes da compra.',
    'Muito bem embalado. Até bilhete veio junto.',
    'Melhor do que eu esperava pelo preço.',
    'Terceira compra com a mesma pessoa e sempre certo.',
    'Produto novo de verdade, lacrado e com nota.',
    'Retirei em mãos, pessoa pontual e educada.',
    'Testei a semana toda antes de avaliar: perfeito.',
    'Minha filha amou. Obrigada pelo cuidado.',
  ],
  4: [
    'Tudo certo, só demorou um dia a mais que o combinado.',
    'Bom produto. A cor é um pouco diferente da foto.',
    'Funciona bem. Faltou o manual, mas achei na internet.',
    'Boa compra. A caixa chegou amassada, o item não.',
    'Vendedor educado, embalagem simples.',
    'Gostei, só esperava um pouco menor.',
  ],
  3: [
    'Cumpre o que promete, mas tem mais marcas do que eu imaginava.',
    'Demorou para responder. O produto é bom.',
    'Veio sem o cabo da foto. Resolvemos com um desconto.',
    'Mediano. Pelo preço, está justo.',
    'Prazo estourou em três dias, o resto certo.',
  ],
  2: [
    'Chegou com um risco que não aparecia nas fotos.',
    'Precisei cobrar o envio duas vezes.',
    'O tamanho não bate com o do anúncio.',
    'Funciona, mas faz barulho que a descrição não conta.',
  ],
  1: [
    'Não ligava. Devolvi e recebi o reembolso pela Praça.',
    'O código já tinha sido usado. A equipe resolveu, mas perdi tempo.',
    'Enviou outro modelo e demorou a admitir.',
  ],
};

/** What sellers answer to a review in public. */
export const reviewReplies: readonly string[] = [
  'Obrigado pela confiança. Volte sempre.',
  'Fico feliz que tenha gostado.',
  'Desculpe pelo atraso, a transportadora ficou parada no feriado.',
  'Obrigada por avisar. Já corrigi a descrição do anúncio.',
  'Sinto muito pelo transtorno e agradeço a paciência até o reembolso.',
];
