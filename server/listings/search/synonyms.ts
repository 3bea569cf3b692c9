import { lexemesOf } from './language/lemmas.ts';
import { fold } from './language/fold.ts';

/** Groups of words for one thing in Brazil, as people type them; the words of a group find each other. */
const groups = [
  ['celular', 'smartphone', 'telefone'],
  ['notebook', 'laptop', 'note'],
  ['tv', 'televisão', 'televisor'],
  ['geladeira', 'refrigerador'],
  ['bike', 'bicicleta'],
  ['computador', 'pc', 'desktop'],
  ['fone', 'headset', 'headphone'],
  ['videogame', 'console'],
  ['game', 'jogo'],
  ['relógio', 'smartwatch'],
  ['sapato', 'calçado'],
  ['estante', 'prateleira'],
  ['cachorro', 'cão', 'pet'],
  ['frigideira', 'panela'],
  ['luminária', 'abajur'],
  ['camiseta', 'camisa'],
  ['ebook', 'e-book'],
  ['tênis', 'sapatênis'],
  ['air fryer', 'fritadeira'],
  ['guarda-roupa', 'armário', 'roupeiro'],
  ['skate', 'longboard'],
  ['patinete', 'scooter'],
  ['gibi', 'quadrinho', 'hq'],
  ['vinil', 'lp', 'disco de vinil'],
  ['memória', 'ram'],
  ['gift card', 'vale-presente', 'cartão presente'],
  ['casaco', 'jaqueta'],
  ['halter', 'haltere'],
] as const;

/** Every word that has synonyms. */
export const synonyms: readonly string[] = [...new Set(groups.flat())];

const byWord = new Map<string, readonly string[]>();
for (const group of groups)
  for (const word of group) {
    const key = keyOf(word);
    byWord.set(key, [...(byWord.get(key) ?? []), ...group.filter((other) => other !== word)]);
  }

function keyOf(words: string): string {
  return words
    .split(' ')
    .map((word) => lexemesOf(word)[0] ?? fold(word))
    .join(' ');
}

/** The other words for the same thing; none for most words. */
export function synonymsOf(words: string): readonly string[] {
  return byWord.get(keyOf(words.toLowerCase())) ?? [];
}
