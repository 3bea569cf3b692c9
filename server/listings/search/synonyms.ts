/** Groups of synonyms, normalized; the words of a group find each other. The list is short: only what people type. */
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

/** Every word that has synonyms. */
export const synonyms: readonly string[] = groups.flat();

const byWord = new Map<string, string[]>();
for (const group of groups)
  for (const word of group)
    byWord.set(
      word,
      group.filter((other) => other !== word),
    );

/** Whether a word has synonyms. */
export function hasSynonyms(word: string): boolean {
  return byWord.has(singular(word));
}

export function synonymsOf(word: string): readonly string[] {
  return byWord.get(singular(word)) ?? [];
}

/** Lower case without accents and usual plural endings, which is enough to compare names. */
export function singular(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/oes$/, 'ao')
    .replace(/ns$/, 'm')
    .replace(/([aeo]r)es$/, '$1')
    .replace(/([aeodktn])s$/, '$1');
}
