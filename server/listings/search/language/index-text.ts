import { lexemesOf } from './lemmas.ts';
import { fold } from '#domain/text/fold.ts';
import { cut, joined } from './pieces.ts';
import type { Chunk, Piece } from './pieces.ts';
import { isStopWord } from './stop-words.ts';
import { unitOf } from './units.ts';

/** The version of what `indexText` writes: with a higher one every listing is indexed again (`reindex.ts`). */
export const indexVersion = 1;

/** Characters of a description that are indexed; PostgreSQL refuses a `tsvector` of a megabyte. */
const maxIndexed = 20_000;
/** The last position that a `tsvector` stores. */
const lastPlace = 16_383;

/** Weights: a word of the title as it is written and by its singular, then one of the description. */
const weights = { title: ['A', 'B'], description: ['C', 'D'] } as const;

/**
 * The index of a listing as the text of a `tsvector`. A plural stands there as its singular, with the lower weight,
 * and as it is written; what is written without a space by its pieces, its neighbours and as a whole.
 */
export function indexText(title: string, description: string): string {
  const places = new Map<string, string[]>();
  let before = 0;
  for (const [text, [written, reduced]] of [
    [title, weights.title],
    [description.slice(0, maxIndexed), weights.description],
  ] as const) {
    const chunks = cut(text);
    const add = (lexeme: string, { place }: Piece, isWritten: boolean) => {
      const known = places.get(lexeme) ?? [];
      places.set(lexeme, known);
      known.push(`${Math.min(before + place, lastPlace)}${isWritten ? written : reduced}`);
    };
    for (const chunk of chunks) addChunk(chunk, add);
    addAcrossSpaces(chunks, add);
    before += chunks.at(-1)?.at(-1)?.place ?? 0;
  }
  return [...places].map(([lexeme, all]) => `'${lexeme}':${[...new Set(all)].join(',')}`).join(' ');
}

type Add = (lexeme: string, at: Piece, isWritten: boolean) => void;

function addChunk(chunk: Chunk, add: Add): void {
  for (const [index, piece] of chunk.entries()) {
    const isPartOfCode = piece.joint === '' || chunk[index + 1]?.joint === '';
    // The letter of `s22` says nothing.
    if (!(isPartOfCode && piece.text.length === 1)) addWord(piece.text, piece, add);
  }
  if (chunk.length === 1) return;
  for (let start = 0; start < chunk.length - 1; start++)
    for (let end = start + 2; end <= chunk.length; end++) {
      const isWhole = start === 0 && end === chunk.length;
      if (end - start <= 4 || isWhole) addJoined(chunk.slice(start, end), add);
    }
}

function addWord(word: string, at: Piece, add: Add): void {
  if (isStopWord(word)) return;
  const written = fold(word);
  for (const lexeme of at.isNumber ? [written] : lexemesOf(word)) {
    const isWritten = lexeme === written || lexeme === word;
    add(lexeme, at, isWritten);
    if (!isWritten) add(written, at, true);
  }
}

function addJoined(pieces: Chunk, add: Add): void {
  const [first] = pieces;
  const code = joined(pieces);
  for (const lexeme of lexemesOf(code)) add(lexeme, first!, true);
  const bare = code.replaceAll(/[/&]/g, '');
  // «1/2» is not 12.
  if (bare !== code && (bare.length >= 4 || /\p{L}/u.test(bare))) add(bare, first!, true);
}

/** A number and its unit are one word with and without a space, as are «PlayStation 5» and «PS5». */
function addAcrossSpaces(chunks: readonly Chunk[], add: Add): void {
  const pieces = chunks.flat();
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (!next) continue;
    const measured = measure(piece, next);
    if (measured) add(measured, piece, true);
    const console = consoleOf(piece, next);
    if (!console) continue;
    add(console, piece, true);
    add('playstation', piece, true);
    add(next.text, next, true);
  }
}

/** «256 GB» as one word, or null if the pieces are no number with its unit. */
export function measure(piece: Piece, next: Piece): string | null {
  if (!piece.isNumber || next.isNumber || (next.joint !== null && next.joint !== '')) return null;
  const unit = unitOf(fold(next.text));
  return unit ? piece.text + unit : null;
}

/** «PlayStation 5», «PS 5» and «PS5» as `ps5`, or null. */
export function consoleOf(piece: Piece, next: Piece): string | null {
  return /^(?:ps|playstation)$/.test(piece.text) && /^[1-5]$/.test(next.text) ? `ps${next.text}` : null;
}
