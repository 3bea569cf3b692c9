import { editDistance } from '#domain/text/edit-distance.ts';
import { fold } from '#domain/text/fold.ts';

/**
 * The candidate with the fewest typing errors compared to `word`: one in a word of up to 7 letters and two in a longer
 * one, after the same first letter. Accents and letters that sound alike (`ifone`, `televizão`) are no errors; between
 * equals, the nearer spelling wins. Null, too, when a word of the language is one error away and every candidate two:
 * `mangeira` is `mangueira`, on sale or not, and never `madeira`.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  isKnown: (spelt: string) => boolean,
): string | null {
  const typed = fold(word);
  const allowed = typed.length < 8 ? 1 : 2;
  let best: string | null = null;
  let fewest = allowed + 1;
  for (const candidate of candidates) {
    const spelt = fold(candidate);
    if (spelt[0] !== typed[0]) continue;
    const slips = editDistance(sound(typed), sound(spelt)) + editDistance(typed, spelt) / 100;
    if (slips < fewest) [best, fewest] = [candidate, slips];
  }
  return fewest >= 2 && oneErrorAway(typed).some(isKnown) ? null : best;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every spelling that differs from `typed` by one letter, but for the first. */
function oneErrorAway(typed: string): string[] {
  return Array.from({ length: typed.length }, (_, place) => place + 1).flatMap((at) => {
    const [head, rest] = [typed.slice(0, at), typed.slice(at)];
    const replaced = letters.flatMap((letter) => [head + letter + rest, head + letter + rest.slice(1)]);
    return [...replaced, head + rest.slice(1), head + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)];
  });
}

/** Maps letters that sound alike in Brazilian Portuguese to one, and doubled letters to one. */
function sound(folded: string): string {
  return folded
    .replaceAll('ph', 'f')
    .replaceAll(/[zx]/g, 's')
    .replaceAll(/[kq]/g, 'c')
    .replaceAll('y', 'i')
    .replaceAll('w', 'u')
    .replaceAll(/(.)\1+/g, '$1');
}
