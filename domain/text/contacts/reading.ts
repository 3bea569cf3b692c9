/** A text normalized to what a reader sees, with the original position of each letter. */
export interface Reading {
  /** Lower case, without accents and invisible characters; every digit is one of 0–9. */
  text: string;
  /** The offset in the original for each letter of `text`, and one for the end. */
  offsets: readonly number[];
}

/** Lookalike letters of other scripts and signs that Unicode normalization does not fold. */
const alike = pairs(
  'авекмнорстухіјѕԁԛԝьɡӏзбαορνικτε',
  'abekmhopctyxijsdqwbgl36aopvikte',
  '。·‧∙⋅∕⁄',
  '......//',
);

/**
 * Normalizes disguised text (T108): compatibility forms («９», «𝟗», «⑨»), accents, invisible letters, keycaps,
 * dashes, digits of other scripts and lookalike letters become their plain equivalents.
 */
export function readPlainly(original: string): Reading {
  let text = '';
  let at = 0;
  const offsets: number[] = [];
  const known = new Map<string, string>();
  for (const letter of original) {
    const plain = known.get(letter) ?? (letter <= '\u007F' ? letter.toLowerCase() : plainOf(letter));
    known.set(letter, plain);
    for (let each = 0; each < plain.length; each++) offsets.push(at);
    text += plain;
    at += letter.length;
  }
  offsets.push(original.length);
  return joinSpelled({ text, offsets });
}

/** Where a stretch of the reading stands in the original; a letter that reads as several is taken whole. */
export function originalRange({ offsets }: Reading, from: number, to: number): [number, number] {
  let end = to;
  while (end < offsets.length - 1 && offsets[end] === offsets[end - 1]) end++;
  return [offsets[from]!, offsets[end]!];
}

/** Joins words spelt letter by letter, such as «z a p» and «w.h.a.t.s». */
function joinSpelled({ text, offsets }: Reading): Reading {
  const kept: number[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(/(?<![a-z\d])[a-z](?:[ ._-][a-z](?![a-z\d])){2,60}/g)) {
    for (; at < index; at++) kept.push(at);
    for (; at < index + found.length; at += 2) kept.push(at);
    at = index + found.length;
  }
  if (at === 0) return { text, offsets };
  for (; at < text.length; at++) kept.push(at);
  return {
    text: kept.map((place) => text[place]).join(''),
    offsets: [...kept.map((place) => offsets[place]!), offsets.at(-1)!],
  };
}

function plainOf(letter: string): string {
  if (/\p{M}|\p{Default_Ignorable_Code_Point}/u.test(letter)) return '';
  if (/\p{Zs}/u.test(letter)) return ' ';
  if (/\p{Pd}|\u2212/u.test(letter)) return '-';
  if (/\p{Nd}|[\u2776-\u2793\u24F5-\u24FF🔟]/u.test(letter)) return digitsOf(letter.codePointAt(0)!);
  const folded = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return alike.get(folded) ?? folded;
}

/** Digits of a script stand ten in a row, from zero on; circled ones by themselves. */
function digitsOf(code: number): string {
  if (code === 0x1f51f) return '10';
  if (code === 0x24ff) return '0';
  if (code >= 0x24f5 && code <= 0x24fe) return String(code - 0x24f4);
  if (code >= 0x2776 && code <= 0x2793) return String(((code - 0x2776) % 10) + 1);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

function pairs(...rows: string[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (let row = 0; row < rows.length; row += 2)
    [...rows[row]!].forEach((letter, place) => map.set(letter, rows[row + 1]![place]!));
  return map;
}
