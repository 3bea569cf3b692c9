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
  return byWord.has(fold(word));
}

export function synonymsOf(word: string): readonly string[] {
  return byWord.get(fold(word)) ?? [];
}

/** Without accents and a plural -s: `televisões` is not worth a rule here, the search folds it by itself. */
function fold(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.replace(/oes$/, 'ao').replace(/([aeo])s$/, '$1');
}
