/** Widths of Helvetica's letters in thousandths of its size, for the codes 32 to 255 of Windows-1252; 0 has no letter. */
const regular = `
  278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
  556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778
  667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556
  556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0
  556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350 556 1000
  333 1000 500 333 944 0 500 667 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333
  400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722
  667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
  556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584
  611 556 556 556 556 500 556 500`;

const bold = `
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
  556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778
  667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611
  611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0
  556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350 556 1000
  333 1000 556 333 944 0 500 667 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333
  400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722
  667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
  556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584
  611 611 611 611 611 556 611 556`;

const numbers = (text: string) => text.trim().split(/\s+/).map(Number);

/** Two of the fonts that every PDF reader has (ISO 32000-1 §9.6.2.2), so that none is embedded. */
export const fonts = {
  regular: { resource: 'F1', base: 'Helvetica', widths: numbers(regular) },
  bold: { resource: 'F2', base: 'Helvetica-Bold', widths: numbers(bold) },
} as const;
export type Font = keyof typeof fonts;

/** Letters of Windows-1252 between 0x80 and 0x9f; a space is a code without a letter. */
const special = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const codes = new Map(
  [...special].flatMap((letter, at) => (letter === ' ' ? [] : [[letter, 0x80 + at] as const])),
);

/** What stands for letters that Windows-1252 does not have. */
const substitutes: Readonly<Record<string, string>> = {
  '\u{2212}': '-',
  '\u{2010}': '-',
  '\u{2011}': '-',
  '\u{2009}': ' ',
  '\u{202f}': ' ',
  '\u{2028}': ' ',
  '\u{2029}': ' ',
  '\t': ' ',
};

/** Joins and variants of emojis, which show nothing themselves. */
const unseen = /\p{Default_Ignorable_Code_Point}/u;

/**
 * A line as bytes of Windows-1252, a letter each. What the font does not have is written as its Unicode number, such as
 * `[U+1F600]`, so that nothing is left out of a piece of evidence.
 */
export function encodeLine(text: string): string {
  let encoded = '';
  for (const letter of text.normalize('NFC')) {
    const point = letter.codePointAt(0)!;
    const code = point < 0x80 || (point >= 0xa0 && point <= 0xff) ? point : codes.get(letter);
    if (letter in substitutes) encoded += substitutes[letter]!;
    else if (code !== undefined && code >= 0x20 && code !== 0x7f) encoded += String.fromCharCode(code);
    else if (!unseen.test(letter)) encoded += `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
  return encoded;
}

/** The width of an encoded line in points. */
export function widthOf(encoded: string, font: Font, size: number): number {
  const { widths } = fonts[font];
  let thousandths = 0;
  for (let at = 0; at < encoded.length; at++) thousandths += widths[encoded.charCodeAt(at) - 32] ?? 0;
  return (thousandths * size) / 1_000;
}

/** Breaks a text at its spaces into encoded lines no wider than `width`, and words that are wider at a letter. */
export function wrap(
  text: string,
  { font, size, width }: { font: Font; size: number; width: number },
): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of encodeLine(paragraph)
      .split(' ')
      .flatMap((each) => parts(each, { font, size, width }))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer, font, size) <= width) line = longer;
      else {
        if (line !== '') lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  });
}

function parts(word: string, { font, size, width }: { font: Font; size: number; width: number }): string[] {
  if (widthOf(word, font, size) <= width) return [word];
  const found: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const letter of word) {
    const letterWidth = widthOf(letter, font, size);
    if (partWidth + letterWidth > width && part !== '') {
      found.push(part);
      part = '';
      partWidth = 0;
    }
    part += letter;
    partWidth += letterWidth;
  }
  return [...found, part];
}
