/** The beginning of a text with at most that many UTF-16 units; a grapheme is never cut in two. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment } of lettersOf(text)) {
    if (end + segment.length > most) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** A text with at most that many UTF-16 units: the whole text, or its first whole words and «…». */
export function excerptOf(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most - 1).replace(/\s\S*$/, '')}…`;
}

/** The first graphemes of a text. */
export function firstLetters(text: string, count: number): string {
  const letters = Array.from(lettersOf(text), ({ segment }) => segment);
  return letters.slice(0, count).join('');
}

/** The last graphemes of a text. */
export function lastLetters(text: string, count: number): string {
  const letters = Array.from(lettersOf(text), ({ segment }) => segment);
  return letters.slice(letters.length - count).join('');
}

/** Splits a text into graphemes: an accent, a family emoji or a flag is part of one. */
function lettersOf(text: string): Intl.Segments {
  return new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }).segment(text);
}
