import { cut, joined } from '#server/listings/search/language/pieces.ts';
import { fold } from '#domain/text/fold.ts';
import { lexemesOf } from '#server/listings/search/language/lemmas.ts';
import { isStopWord } from '#server/listings/search/language/stop-words.ts';

/** A word of a title that says what is sold. */
export interface TitleWord {
  /** In lower case, with its accents. */
  text: string;
  /** As titles are indexed. */
  lexemes: readonly string[];
  /** How much it says about the thing, at most 1: the first noun most, what follows «para» or «com» little. */
  weight: number;
}

const maxWords = 12;

/** Words before the thing itself: «kit de ferramentas», «par de tênis». */
const containers = new Set([
  'kit',
  'par',
  'jogo',
  'conjunto',
  'lote',
  'colecao',
  'combo',
  'pacote',
  'caixa',
  'peca',
]);
/** After these stands what a thing fits, has or is made of. */
const additions = new Set(['para', 'pra', 'p', 'com', 'c', 'em', 'sem', 'no', 'na']);
/** Conditions and praise, which every kind of thing has. */
const generic = new Set(
  (
    'novo nova novos novas usado usada usados usadas seminovo seminova original originais lacrado lacrada promocao oferta ' +
    'barato frete gratis unidade unidades otimo estado completo completa lindo linda grande pequeno pequena'
  ).split(' '),
);

/** The first words of a title without stop words, conditions and numbers, each with its weight. */
export function titleWords(title: string): TitleWord[] {
  const words: TitleWord[] = [];
  let isAddition = false;
  for (const chunk of cut(title)) {
    const text = joined(chunk);
    const written = chunk.length === 1 ? chunk[0]!.text : text;
    if (additions.has(text)) isAddition = true;
    if (words.length === maxWords || chunk.every(({ isNumber }) => isNumber)) continue;
    if (text.length < 2 || isStopWord(written) || generic.has(fold(text))) continue;
    const isContained = words.length === 1 && containers.has(fold(words[0]!.text));
    if (isContained) words[0]!.weight = 0.4;
    const place = isContained ? 0 : words.length;
    words.push({
      text: written,
      lexemes: lexemesOf(written),
      weight: (1 / (1 + place / 2)) * (isAddition ? 0.5 : 1),
    });
  }
  return words;
}
