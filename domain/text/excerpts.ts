/** The beginning of a text, at most so many UTF-16 units long: what people see as one letter is never cut in two. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { segment } of lettersOf(text)) {
    if (end + segment.length > most) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** A text in at most so many UTF-16 units: whole, or its first whole words and «…». */
export function excerptOf(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most - 1).replace(/\s\S*$/, '')}…`;
}

/** The first letters of a text, as people count them. */
export function firstLetters(text: string, count: number): string {
  const letters = Array.from(lettersOf(text), ({ segment }) => segment);
  return letters.slice(0, count).join('');
}

/** The last letters of a text, as people count them. */
export function lastLetters(text: string, count: number): string {
  const letters = Array.from(lettersOf(text), ({ segment }) => segment);
  return letters.slice(letters.length - count).join('');
}

/** An accent, a family or a flag is part of its own letter. */
function lettersOf(text: string): Intl.Segments {
  return new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }).segment(text);
}
