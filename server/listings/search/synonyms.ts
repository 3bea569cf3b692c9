/** Other names of the same thing, folded; each group's words find each other. Kept short: what people really type. */
const groups = [
  ['celular', 'smartphone', 'telefone'],
  ['notebook', 'laptop'],
  ['tv', 'televisao', 'televisor'],
  ['geladeira', 'refrigerador'],
  ['bike', 'bicicleta'],
  ['computador', 'pc', 'desktop'],
  ['fone', 'headset', 'headphone'],
  ['videogame', 'console'],
  ['game', 'jogo'],
  ['relogio', 'smartwatch'],
  ['sapato', 'calcado'],
  ['estante', 'prateleira'],
  ['cachorro', 'cao', 'pet'],
  ['frigideira', 'panela'],
  ['maquina', 'lavadora'],
  ['luminaria', 'abajur'],
  ['camiseta', 'camisa'],
  ['ebook', 'e-book'],
] as const;

const byWord = new Map<string, string[]>();
for (const group of groups)
  for (const word of group)
    byWord.set(
      word,
      group.filter((other) => other !== word),
    );

/** Whether a word, as it was typed, is called something else too. */
export function hasSynonyms(word: string): boolean {
  return byWord.has(singular(word));
}

export function synonymsOf(word: string): readonly string[] {
  return byWord.get(singular(word)) ?? [];
}

/** In small letters without accents and the usual plural endings: enough to compare names. */
export function singular(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/oes$/, 'ao')
    .replace(/ns$/, 'm')
    .replace(/([aeo]r)es$/, '$1')
    .replace(/([aeodktn])s$/, '$1');
}
