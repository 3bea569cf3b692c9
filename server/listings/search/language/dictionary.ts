import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { fold } from '#domain/text/fold.ts';
import { unpackLines } from './packed-lines.ts';

/**
 * The words of Portuguese with all their forms (VERO, docs/search.md), as the files of `npm run dictionary`. They are
 * read at the first use: 0.2 s and 20 MB outside of the heap, in which a word is found in a microsecond.
 */
interface Lines {
  bytes: Buffer;
}

const newline = 10;

function readLines(name: string): Lines {
  return {
    bytes: unpackLines(brotliDecompressSync(readFileSync(join(import.meta.dirname, 'dictionary', name)))),
  };
}

let words: Lines | undefined;
let compounds: ReadonlyMap<string, readonly [string, string]> | undefined;

/** The spellings of a word in lower case without accents: «avo» is «avo», «avó» and «avô». */
export function spellingsOf(folded: string): string[] {
  words ??= readLines('words.br');
  return /^[a-z]+$/.test(folded) ? find(words, folded) : [];
}

/** Whether it is a word of the language, with its accents or without. */
export function isWord(word: string): boolean {
  return spellingsOf(fold(word)).length > 0;
}

/** The halves of a compound written as one word: «guardaroupa» is «guarda» and «roupa»; null for other words. */
export function halvesOf(joined: string): readonly [string, string] | null {
  compounds ??= new Map(
    [...linesOf(readLines('compounds.br')), ...shopCompounds].map((line) => {
      const [first, second] = line.split('-') as [string, string];
      return [first + second, [first, second]];
    }),
  );
  return compounds.get(joined) ?? null;
}

/** Compounds of shops that no dictionary has. */
const shopCompounds = (
  'air-fryer blu-ray chrome-cast e-book fire-stick free-fire game-pad gift-card hot-wheels long-board micro-sd mouse-pad ' +
  'pen-drive power-bank ring-light smart-tv smart-watch sound-bar touch-pad video-game wall-box web-cam wi-fi'
).split(' ');

function linesOf({ bytes }: Lines): string[] {
  return bytes.toString('latin1').trimEnd().split('\n');
}

/** Each byte of Latin-1 in lower case without accents. */
const folds = Uint8Array.from({ length: 256 }, (_, byte) => {
  const folded = fold(String.fromCodePoint(byte));
  return folded.length === 1 ? folded.codePointAt(0)! & 255 : byte;
});

function find({ bytes }: Lines, folded: string): string[] {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = startOfLine(bytes, (low + high) >> 1);
    if (compareLine(bytes, middle, folded) < 0) low = bytes.indexOf(newline, middle) + 1;
    else high = middle;
  }
  const found: string[] = [];
  while (low < bytes.length && compareLine(bytes, low, folded) === 0) {
    const end = bytes.indexOf(newline, low);
    found.push(bytes.toString('latin1', low, end));
    low = end + 1;
  }
  return found;
}

function startOfLine(bytes: Buffer, position: number): number {
  let start = position;
  while (start > 0 && bytes[start - 1] !== newline) start--;
  return start;
}

/** Negative if the line stands before the word, 0 if it is one of its spellings. */
function compareLine(bytes: Buffer, start: number, folded: string): number {
  for (let index = 0; ; index++) {
    const there = bytes[start + index]!;
    if (there === newline) return index === folded.length ? 0 : -1;
    if (index === folded.length) return 1;
    const difference = folds[there]! - folded.charCodeAt(index);
    if (difference !== 0) return difference;
  }
}
