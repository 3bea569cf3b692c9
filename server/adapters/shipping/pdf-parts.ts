import { inflateSync } from 'node:zlib';

/** An object of a PDF: its value as latin-1 text, and the bytes of its stream if it has one. */
export interface PdfObject {
  value: string;
  stream: string | null;
}

/** The objects of a PDF by number, and the number of its catalog. */
export interface PdfFile {
  objects: Map<number, PdfObject>;
  catalog: number;
}

/** Brackets, names, texts, hexadecimal texts and other words; texts may have one level of parentheses inside. */
const tokens =
  /<<|>>|\[|\]|\/[^\s/<>[\](){}%]*|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*|[^\s/<>[\](){}%]+/g;
const maxUnpackedBytes = 50 * 1_048_576;

/**
 * Reads the objects of a carrier's PDF (ISO 32000-1 §7.5), packed in streams or not; of an object that is there twice
 * the last counts, as after an incremental update.
 * @throws for an encrypted file and for one without a catalog
 */
export function readPdf(file: Uint8Array): PdfFile {
  const text = Buffer.from(file).toString('latin1');
  const objects = new Map<number, PdfObject>();
  let catalog: number | null = null;
  const heading = /(?:^|[\s>])(\d{1,9})\s+\d{1,5}\s+obj\b|\btrailer\b/g;
  for (let match = heading.exec(text); match; match = heading.exec(text)) {
    const value = valueAt(text, heading.lastIndex);
    const end = heading.lastIndex + value.length;
    const stream = streamAt(text, end, value);
    heading.lastIndex = stream ? stream.end : end;
    const isTable = match[1] === undefined || entryOf(value, 'Type') === '/XRef';
    if (isTable) {
      if (entryOf(value, 'Encrypt')) throw new Error('a label is encrypted');
      catalog = referenceOf(entryOf(value, 'Root')) ?? catalog;
    } else if (stream && entryOf(value, 'Type') === '/ObjStm') {
      for (const [number, object] of unpack(value, stream.bytes)) objects.set(number, object);
    } else objects.set(Number(match[1]), { value: value.trim(), stream: stream?.bytes ?? null });
  }
  if (catalog === null || !objects.has(catalog)) throw new Error('a label has no catalog');
  return { objects, catalog };
}

/** The tokens of a value, comments left out. */
export function tokensOf(value: string): string[] {
  return (value.match(tokens) ?? []).filter((token) => !token.startsWith('%'));
}

/** The value of a key of a dictionary's own level, as text; undefined when it has none. */
export function entryOf(value: string, key: string): string | undefined {
  return dictionaryOf(value).get(key);
}

/** The entries of a dictionary, each value as text. */
export function dictionaryOf(value: string): Map<string, string> {
  const entries = new Map<string, string>();
  const all = tokensOf(value);
  if (all[0] !== '<<') return entries;
  for (let at = 1; at < all.length && all[at] !== '>>';) {
    const key = all[at]!.slice(1);
    const end = endOfValue(all, at + 1);
    entries.set(key, all.slice(at + 1, end).join(' '));
    at = end;
  }
  return entries;
}

/** The number of a reference such as `12 0 R`. */
export function referenceOf(value: string | undefined): number | null {
  const [, number] = /^(\d{1,9}) \d{1,5} R$/.exec(value ?? '') ?? [];
  return number === undefined ? null : Number(number);
}

/** The index after the value that begins at a token: a bracket with what is inside, a reference, or one token. */
function endOfValue(all: readonly string[], from: number): number {
  if (/^\d+$/.test(all[from] ?? '') && all[from + 2] === 'R') return from + 3;
  let depth = 0;
  for (let at = from; at < all.length; at++) {
    if (all[at] === '<<' || all[at] === '[') depth++;
    else if (all[at] === '>>' || all[at] === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return all.length;
}

/** The text of the value that begins here, up to `endobj`, `stream` or the end of its outermost bracket. */
function valueAt(text: string, from: number): string {
  const reader = new RegExp(tokens);
  reader.lastIndex = from;
  let depth = 0;
  for (let match = reader.exec(text); match; match = reader.exec(text)) {
    const [token] = match;
    if (token === 'endobj' || token === 'stream') return text.slice(from, match.index);
    if (token === '<<' || token === '[') depth++;
    else if (token === '>>' || token === ']') {
      depth--;
      if (depth === 0) return text.slice(from, reader.lastIndex);
    }
  }
  return text.slice(from);
}

/** The stream after a dictionary: by its length where that leads to its end, else up to `endstream`. */
function streamAt(text: string, from: number, value: string): { bytes: string; end: number } | null {
  const begin = /\s*stream(?:\r\n|\n|\r)/y;
  begin.lastIndex = from;
  if (!begin.test(text)) return null;
  const start = begin.lastIndex;
  const length = Number(entryOf(value, 'Length'));
  const isRight =
    Number.isSafeInteger(length) && /^\s*endstream/.test(text.slice(start + length, start + length + 12));
  const end = isRight ? start + length : text.indexOf('endstream', start);
  if (end < 0) throw new Error('a label has a stream without an end');
  return { bytes: text.slice(start, end), end: end + 'endstream'.length };
}

/** The objects of an object stream (ISO 32000-1 §7.5.7). */
function unpack(value: string, bytes: string): [number, PdfObject][] {
  const filter = entryOf(value, 'Filter')?.replaceAll(/[[\] ]/g, '');
  if ((filter && filter !== '/FlateDecode') || entryOf(value, 'DecodeParms'))
    throw new Error('a label is packed in an unknown way');
  const packed = Buffer.from(bytes, 'latin1');
  const content = (filter ? inflateSync(packed, { maxOutputLength: maxUnpackedBytes }) : packed).toString(
    'latin1',
  );
  const first = Number(entryOf(value, 'First'));
  const numbers = content.slice(0, first).trim().split(/\s+/).map(Number);
  const found: [number, PdfObject][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const end = numbers[at + 3] ?? content.length - first;
    found.push([
      numbers[at]!,
      { value: content.slice(first + numbers[at + 1]!, first + end).trim(), stream: null },
    ]);
  }
  return found;
}
