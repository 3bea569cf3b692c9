/** A group of digits, or a number in words, in a normalized text. */
export interface Group {
  digits: string;
  from: number;
  to: number;
  /** Written in words. */
  spoken: boolean;
  /** Directly preceded or followed by a letter, as in «SM-A546E». */
  gluedBefore: boolean;
  gluedBehind: boolean;
  /** The separator from the previous group: nothing or a sign, a space, or the comma and «e» of a list. */
  gap: 'tight' | 'loose' | 'list';
}

/** Groups with only separators between them. */
export type Run = readonly Group[];

const spokenNumbers = new Map(
  (
    'zero 0 um 1 uma 1 hum 1 dois 2 duas 2 tres 3 treis 3 quatro 4 quatru 4 cinco 5 sinco 5 seis 6 ceis 6 meia 6 ' +
    'sete 7 cete 7 oito 8 oitu 8 nove 9 novi 9 dez 10 onze 11 doze 12 treze 13 quatorze 14 catorze 14 quinze 15 ' +
    'dezesseis 16 dezessete 17 dezoito 18 dezenove 19 vinte 20 trinta 30 quarenta 40 cinquenta 50 sessenta 60 ' +
    'setenta 70 oitenta 80 noventa 90'
  )
    .split(' ')
    .flatMap((word, place, all) => (place % 2 === 0 ? [[word, all[place + 1]!] as const] : [])),
);
const longestSpoken = Math.max(...[...spokenNumbers.keys()].map(({ length }) => length));
const oneSpoken = new RegExp(
  [...spokenNumbers.keys()].toSorted((one, other) => other.length - one.length).join('|'),
  'y',
);

/** Words between digits that mean a separator. */
const separators = new Set('e traco hifen ponto barra espaco depois dps entao underline menos'.split(' '));

const lookalikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };
const disguised: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Numbers that are not phones: counts, prices, dates and times, and documents and postal codes by their format. */
const notPhones: readonly RegExp[] = [
  /r\$ ?(?:\d{1,3}(?:\.\d{3}){1,2}|\d{1,6})(?:,\d{1,2})?(?!\d)/g,
  /(?<![\d.])[1-9]\d{0,2}(?:\.\d{3}){0,2}\.000(?![\d.])/g,
  /(?<!\d)(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:19|20)?\d\d(?![/.-]?\d)/g,
  /(?<!\d)(?:19|20)\d\d([/.-])(?:0[1-9]|1[0-2])\1(?:[0-2]\d|3[01])(?!\d)/g,
  /(?<![\d:])(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?![\d:])/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?![ .-]?\d)/g,
  /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?![ .-]?\d)/g,
  /(?<!\d)\d{5}-\d{3}(?![ .-]?\d)/g,
];

/** The runs of numbers in a normalized text, in digits or in words. */
export function runsOf(reading: string): Run[] {
  const text = notPhones.reduce(
    (left, shape) => left.replace(shape, (found) => 'x'.repeat(found.length)),
    reading,
  );
  const runs: Group[][] = [];
  let run: Group[] = [];
  let between = 0;
  for (const piece of piecesOf(text)) {
    if (piece.digits === '') {
      if (run.length === 0) continue;
      if (separators.has(text.slice(piece.from, piece.to)) && ++between <= 2) continue;
      run = [];
      continue;
    }
    const last = run.at(-1);
    const gap = last && text.slice(last.to, piece.from);
    if (gap === undefined || gap.length > (between > 0 ? 16 : 5)) runs.push((run = []));
    else if (continues(last!, piece, gap)) {
      Object.assign(last!, { digits: `${last!.digits[0]}${piece.digits}`, to: piece.to });
      between = 0;
      continue;
    }
    run.push({ ...piece, gap: kindOf(gap ?? '') });
    between = 0;
  }
  return runs;
}

/** «noventa e oito» is one number. */
function continues(last: Group, next: Omit<Group, 'gap'>, gap: string): boolean {
  const ten = last.spoken && last.digits.length === 2 && last.digits[1] === '0' && last.digits !== '10';
  return ten && next.spoken && /^[1-9]$/.test(next.digits) && /^ (?:e )?$/.test(gap);
}

function kindOf(gap: string): Group['gap'] {
  if (/[,;] |\n|\be\b/.test(gap)) return 'list';
  return /^[^ a-z]*$/.test(gap) ? 'tight' : 'loose';
}

/** Splits a text into numbers and pieces without digits. */
function* piecesOf(text: string): Generator<Omit<Group, 'gap'>> {
  for (const { 0: chunk, index } of text.matchAll(/[a-z\d]+/g)) {
    const spoken = spokenIn(chunk);
    if (spoken !== null) {
      for (const [digits, from, to] of spoken)
        yield {
          digits,
          from: index + from,
          to: index + to,
          spoken: true,
          gluedBefore: false,
          gluedBehind: false,
        };
      continue;
    }
    const plain = looksLikeDigits(chunk)
      ? chunk.replaceAll(/[oil]/g, (letter) => lookalikes[letter]!)
      : chunk;
    for (const { 0: part, index: at } of plain.matchAll(/\d+|[a-z]+/g)) {
      const from = index + at;
      const known = spokenNumbers.get(part);
      yield {
        digits: /^\d/.test(part) ? part : (known ?? ''),
        from,
        to: from + part.length,
        spoken: known !== undefined,
        // A prefix longer than any number word cannot be one; checking it for every part would be quadratic (T95).
        gluedBefore: at > longestSpoken || (at > 0 && !spokenNumbers.has(plain.slice(0, at))),
        gluedBehind: at + part.length < plain.length,
      };
    }
  }
}

/** «nove», «n0ve» and «noveoitosete», number by number; null for any other word. */
function spokenIn(chunk: string): [digits: string, from: number, to: number][] | null {
  if (/^\d+$/.test(chunk) || chunk.length > 200) return null;
  const word = chunk.replaceAll(/\d/g, (digit) => disguised[digit] ?? digit);
  const found: [string, number, number][] = [];
  let at = 0;
  while (at < word.length) {
    oneSpoken.lastIndex = at;
    const [name] = oneSpoken.exec(word) ?? [];
    if (name === undefined) return null;
    found.push([spokenNumbers.get(name)!, at, (at += name.length)]);
  }
  return found;
}

/** Whether a chunk looks like digits, such as «9888O» and «4oo3». */
function looksLikeDigits(chunk: string): boolean {
  const letters = chunk.replaceAll(/\d/g, '');
  return chunk.length >= 4 && /^[oil]+$/.test(letters) && letters.length * 2 <= chunk.length;
}
