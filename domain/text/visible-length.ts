/** Texts of Latin letters, signs and line feeds have one letter per UTF-16 unit, so they need no segmentation. */
const plain = /^[\n\x20-\x7E\u00A0-\u024F]*$/;

/** More combining marks in a row than any living script writes on one letter. */
const piledMarks = /\p{M}{9}/u;

let segmenter: Intl.Segmenter | undefined;

/** The number of graphemes of a text: an accent, a family emoji or a flag is part of one (UAX 29). */
export function visibleLength(text: string): number {
  if (plain.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** Whether marks are piled on one letter until they cover the lines around it («zalgo»). */
export function hasPiledMarks(text: string): boolean {
  return piledMarks.test(text);
}
