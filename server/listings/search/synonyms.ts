import { lexemesOf } from './language/lemmas.ts';
import { fold } from '#domain/text/fold.ts';

/** Groups of words for one thing in Brazil, as people type them; the words of a group find each other. */
const groups = [
  ['celular', 'smartphone', 'telefone'],
  ['notebook', 'laptop'],
  ['tv', 'televisão', 'televisor'],
  ['geladeira', 'refrigerador'],
  ['bike', 'bicicleta'],
  ['computador', 'pc', 'desktop'],
  ['fone', 'headset', 'headphone'],
  ['videogame', 'console'],
  ['game', 'jogo'],
  ['sapato', 'calçado'],
  ['cachorro', 'cão'],
  ['luminária', 'abajur'],
  ['ebook', 'e-book'],
  ['air fryer', 'fritadeira'],
  ['guarda-roupa', 'armário', 'roupeiro'],
  ['gibi', 'quadrinho', 'hq'],
  ['vinil', 'lp'],
  ['gift card', 'vale-presente', 'cartão presente'],
  ['halter', 'haltere'],
  ['aspirador robô', 'robô aspirador'],
  ['maleta', 'mala'],
  ['liquidificador', 'blender'],
  ['moto', 'motocicleta'],
  ['carro', 'automóvel'],
  ['tênis de mesa', 'ping-pong'],
  ['patins', 'roller'],
  ['panela elétrica', 'multicooker'],
  ['chapinha', 'prancha de cabelo'],
  ['tela', 'display'],
  ['óculos de sol', 'óculos escuros'],
] as const;

/** A word that means others too, though these do not mean it: every smartwatch is a watch. */
const wider: readonly (readonly [word: string, ...kinds: string[]])[] = [
  ['note', 'notebook'],
  ['caixinha', 'caixa'],
  ['relógio', 'smartwatch'],
  ['tênis', 'sapatênis'],
  ['panela', 'frigideira'],
  ['skate', 'longboard'],
  ['camisa', 'camiseta'],
  ['estante', 'prateleira'],
  ['play', 'playstation'],
];

/** Every word that has synonyms. */
export const synonyms: readonly string[] = [...groups.flat(), ...wider.map(([word]) => word)];

/** Built at the first search, since it reads the dictionary. */
let byWord: ReadonlyMap<string, readonly string[]> | undefined;

function indexWords(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  const add = (word: string, others: readonly string[]) =>
    index.set(keyOf(word), [...(index.get(keyOf(word)) ?? []), ...others]);
  for (const group of groups)
    for (const word of group)
      add(
        word,
        group.filter((other) => other !== word),
      );
  for (const [word, ...kinds] of wider) add(word, kinds);
  return index;
}

function keyOf(words: string): string {
  return words
    .split(' ')
    .map((word) => lexemesOf(word)[0] ?? fold(word))
    .join(' ');
}

/** The other words for the same thing; none for most words. */
export function synonymsOf(words: string): readonly string[] {
  byWord ??= indexWords();
  return byWord.get(keyOf(words.toLowerCase())) ?? [];
}
