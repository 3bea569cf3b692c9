/** A tokenizer of a PDF outside its streams (ISO 32000-1 §7.2, §7.3). `text` has one character per byte. */
export interface PdfReader {
  readonly text: string;
  kind: '<<' | '>>' | '[' | ']' | 'name' | 'string' | 'word' | 'end';
  /** Where the current token begins and ends. */
  start: number;
  end: number;
}

/** A reader positioned before the first token at or after an offset. */
export function readerAt(text: string, from: number): PdfReader {
  return { text, kind: 'end', start: from, end: from };
}

/** Advances to the next token. The reader is mutated and no token object created: some files have millions. */
export function readToken(reader: PdfReader): void {
  const { text } = reader;
  const start = skipWhitespace(text, reader.end);
  reader.start = start;
  reader.kind = kindAt(text, start);
  if (reader.kind === 'name') reader.end = endOfRegular(text, start + 1);
  else if (reader.kind === 'string')
    reader.end = text[start] === '(' ? endOfString(text, start) : endOfHexString(text, start);
  else if (reader.kind === 'word') reader.end = Math.max(endOfRegular(text, start), start + 1);
  else reader.end = start + (reader.kind === 'end' ? 0 : reader.kind.length);
}

/** The text of the current token; of a name its decoded form: `/J#61vaScript` is `JavaScript`. */
export function tokenText({ text, kind, start, end }: PdfReader): string {
  if (kind !== 'name') return text.slice(start, end);
  const written = text.slice(start + 1, end);
  if (!written.includes('#')) return written;
  return written.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function kindAt(text: string, at: number): PdfReader['kind'] {
  if (at >= text.length) return 'end';
  const letter = text[at]!;
  if (letter === '/') return 'name';
  if (letter === '(') return 'string';
  if (letter === '[' || letter === ']') return letter;
  if (letter === '<') return text[at + 1] === '<' ? '<<' : 'string';
  return letter === '>' && text[at + 1] === '>' ? '>>' : 'word';
}

const [whitespace, delimiter] = [1, 2];
const classes = new Uint8Array(256);
for (const letter of '\0\t\n\f\r ') classes[letter.charCodeAt(0)] = whitespace;
for (const letter of '()<>[]{}/%') classes[letter.charCodeAt(0)] = delimiter;

function endOfRegular(text: string, from: number): number {
  let at = from;
  while (at < text.length && classes[text.charCodeAt(at)] === 0) at++;
  return at;
}

/** A comment counts as whitespace and ends with its line. */
function skipWhitespace(text: string, from: number): number {
  for (let at = from; ; at++) {
    if (text[at] === '%') while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
    if (at >= text.length) return text.length;
    if (classes[text.charCodeAt(at)] !== whitespace) return at;
  }
}

/** Parentheses nest in a string unless a backslash precedes them. */
function endOfString(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfHexString(text: string, start: number): number {
  const end = text.indexOf('>', start);
  return end < 0 ? text.length : end + 1;
}
