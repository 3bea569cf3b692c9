import { halvesOf } from './dictionary.ts';
import { fold } from '#domain/text/fold.ts';
import { consoleOf, measure } from './index-text.ts';
import { lexemesOf } from './lemmas.ts';
import { cut, joined } from './pieces.ts';
import type { Chunk, Piece } from './pieces.ts';
import { isQuestionWord, isStopWord } from './stop-words.ts';

/** One thing that a query asks for. */
export interface Term {
  /** As it was typed, in lower case. */
  typed: string;
  /** Expressions of a `tsquery`; each finds the thing. */
  alternatives: readonly string[];
  /** The lexeme that every listing has which an alternative finds, if there is one. */
  required: string | null;
}

/** The synonyms of a word without accents, as they would be typed. */
export type Synonyms = (lexeme: string) => readonly string[];

/** The terms of a text without operators: stop words and the words around a question are left out. */
export function termsOf(text: string): Term[] {
  const chunks = cut(text).filter((chunk) => chunk.length > 1 || !isStopWord(chunk[0]!.text));
  const asked = chunks.filter((chunk) => chunk.length > 1 || !isQuestionWord(chunk[0]!.text));
  return readTerms(asked.length > 0 ? asked : chunks);
}

function readTerms(chunks: readonly Chunk[]): Term[] {
  const terms: Term[] = [];
  for (let index = 0; index < chunks.length; index++) {
    const chunk = chunks[index]!;
    const next = chunks[index + 1];
    const pair = next && chunk.length === 1 && next.length === 1 ? pairOf(chunk[0]!, next[0]!) : null;
    if (pair) index++;
    terms.push(pair ?? (chunk.length === 1 ? wordTerm(chunk[0]!) : chunkTerm(chunk)));
  }
  return terms;
}

/** Two words that are one thing: «256 GB», «PS 5», «micro ondas»; null for others. */
function pairOf(first: Piece, second: Piece): Term | null {
  const typed = `${first.text} ${second.text}`;
  const one = measure(first, second) ?? (first.text === 'ps' ? consoleOf(first, second) : null);
  if (one) return { typed, alternatives: [quote(one)], required: one };
  if (first.isNumber || second.isNumber) return null;
  const whole = fold(first.text) + fold(second.text);
  if (!halvesOf(whole)) return null;
  const apart = `(${anyOf(lexemesOf(first.text))} & ${anyOf(lexemesOf(second.text))})`;
  return { typed, alternatives: [apart, ...lexemesOf(whole).map(quote)], required: null };
}

function wordTerm({ text, isNumber }: Piece): Term {
  const lexemes = isNumber ? [text] : lexemesOf(text);
  const written = fold(text);
  const exact = lexemes.includes(text) || lexemes.includes(written) ? [] : [written];
  const halves = isNumber ? null : halvesOf(written);
  const apart = halves && `${anyOf(lexemesOf(halves[0]))} <-> ${anyOf(lexemesOf(halves[1]))}`;
  return {
    typed: text,
    alternatives: [...[...lexemes, ...exact].map(quote), ...(apart ? [`(${apart})`] : [])],
    required: lexemes.length === 1 && !apart ? lexemes[0]! : null,
  };
}

/** What is typed without a space: as one word, or its pieces one after the other. */
function chunkTerm(chunk: Chunk): Term {
  const code = joined(chunk);
  const whole = lexemesOf(code);
  const typed = chunk.map(({ text, joint }) => (joint === '-' ? '-' : (joint ?? '')) + text).join('');
  const [first, second] = chunk as [Piece, Piece];
  const one = chunk.length === 2 ? measure(first, second) : null;
  // A letter and a number (`s22`) are not looked for apart.
  const isShort = chunk.some(({ text, joint, isNumber }) => !isNumber && text.length === 1 && joint !== '-');
  if (one || isShort || consoleOf(first, second)) {
    const [lexeme = code] = one ? [one] : whole;
    return { typed, alternatives: [quote(lexeme)], required: lexeme };
  }
  const apart = phraseOf(chunk);
  return { typed, alternatives: [...whole.map(quote), ...(apart ? [apart] : [])], required: null };
}

/** The words one after the other, at the distances at which they stand; null if none is left. */
export function phraseOf(pieces: readonly Piece[]): string | null {
  const words = pieces.filter(({ text }) => !isStopWord(text));
  if (words.length === 0) return null;
  const all = words.map(({ text, isNumber, place }, index) => {
    const word = isNumber ? quote(text) : anyOf(lexemesOf(text));
    return index === 0 ? word : `<${place - words[index - 1]!.place}> ${word}`;
  });
  return words.length === 1 ? all[0]! : `(${all.join(' ')})`;
}

/** Lexemes consist of letters, numbers and `/&,` alone (`cut`). */
function quote(lexeme: string): string {
  return `'${lexeme}'`;
}

function anyOf(lexemes: readonly string[]): string {
  return lexemes.length === 1 ? quote(lexemes[0]!) : `(${lexemes.map(quote).join(' | ')})`;
}
