import { inflateSync } from 'node:zlib';
import { readToken, readerAt, tokenText } from './pdf-tokens.ts';
import type { PdfReader } from './pdf-tokens.ts';

/** Called for each name in an object, with the token after it as current: `/S /URI`, `/OpenAction 5 0 R`. */
export type NameVisitor = (name: string, behind: PdfReader, object: number | null) => void;

/** Thrown for a file that cannot be analysed, or only at a cost that no honest file needs. */
export class UnreadablePdf extends Error {}

interface ParseState {
  visitName: NameVisitor;
  /** The remaining cost budget of this file, about one unit a character. */
  budget: number;
}

/** About 100 ms. An honest file of 10 MB is mostly pictures and fonts, which cost nothing. */
const maxBudget = 16 * 1_048_576;
/** Cost of a token, of a name with `#xx` escapes and of a compressed stream, besides their characters. */
const [tokenCost, escapedNameCost, streamCost] = [3, 120, 4_096];
/** No honest file nests deeper. */
const maxDepth = 500;

/**
 * Visits every object that a PDF reader could be led to: whatever follows `obj` or `trailer` anywhere in the file, even
 * between objects or inside a string or stream that a forged table points into, and the content of object streams (ISO
 * 32000-1 §7.5.7). The bytes of other streams are never parsed.
 * @throws UnreadablePdf
 */
export function readPdf(file: Buffer, visitName: NameVisitor): void {
  const state = { visitName, budget: maxBudget };
  const text = file.toString('latin1');
  for (const at of positionsOf(text, 'trailer')) readValue(state, readerAt(text, at + 7), null);
  for (const at of positionsOf(text, 'obj')) {
    if (!/[\0\t\n\f\r \d]/.test(text[at - 1] ?? '')) continue;
    const reader = readerAt(text, at + 3);
    const mayBeObjectStream = readValue(state, reader, numberBefore(text, at));
    if (mayBeObjectStream) readObjectStream(state, file, { text, from: at + 3, behind: reader });
  }
}

function* positionsOf(text: string, token: string): Generator<number> {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length)) yield at;
}

function numberBefore(text: string, at: number): number | null {
  const digits = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/.exec(text.slice(Math.max(at - 48, 0), at));
  return digits ? Number(digits[1]) : null;
}

function nextToken(state: ParseState, reader: PdfReader): void {
  const from = reader.end;
  readToken(reader);
  state.budget -= reader.end - from + tokenCost;
  if (state.budget < 0) throw new UnreadablePdf();
}

function currentName(state: ParseState, reader: PdfReader): string {
  const name = tokenText(reader);
  if (name.length < reader.end - reader.start - 1) state.budget -= escapedNameCost;
  return name;
}

const opens = { '>>': '<<', ']': '[' } as const;

/**
 * Reads one value, to the end of its outermost bracket. An unmatched closing bracket is skipped, as lenient readers do.
 * @returns whether it contains a name that an object stream must have
 */
function readValue(state: ParseState, reader: PdfReader, object: number | null): boolean {
  const brackets: string[] = [];
  let name: string | null = null;
  let mayPack = false;
  do {
    nextToken(state, reader);
    const { kind } = reader;
    if (name !== null) state.visitName(name, reader, object);
    name = kind === 'name' ? currentName(state, reader) : null;
    mayPack ||= name === 'First' || name === 'ObjStm';
    if (kind === '<<' || kind === '[') brackets.push(kind);
    if (brackets.length > maxDepth) throw new UnreadablePdf();
    if ((kind === '>>' || kind === ']') && brackets.at(-1) === opens[kind]) brackets.pop();
  } while (brackets.length > 0 && reader.kind !== 'end');
  return mayPack;
}

/** Reads the objects of an object stream, if one follows: as many as it declares, at their declared offsets. */
function readObjectStream(
  state: ParseState,
  file: Buffer,
  { text, from, behind }: { text: string; from: number; behind: PdfReader },
): void {
  nextToken(state, behind);
  if (behind.kind !== 'word' || !tokenText(behind).startsWith('stream')) return;
  const entries = dictionaryEntries(state, readerAt(text, from));
  if (!entries.has('First') && entries.get('Type') !== 'ObjStm') return;
  const [count, first] = [wholeNumber(entries.get('N')), wholeNumber(entries.get('First'))];
  const content = decodedStream(state, file, { text, entries, from: behind.start + 'stream'.length });
  const list = readerAt(content, 0);
  const value = readerAt(content, first);
  for (let each = 0; each < count; each++) {
    nextToken(state, list);
    const object = wholeNumber(tokenText(list));
    nextToken(state, list);
    const start = readerAt(content, first + wholeNumber(tokenText(list)));
    const follows = readerAt(content, value.end);
    nextToken(state, start);
    nextToken(state, follows);
    // Readers use either the offsets or the end of the previous object; where the two differ, they see different files.
    if (start.start !== follows.start) throw new UnreadablePdf();
    readValue(state, value, object);
  }
}

function wholeNumber(token: string | undefined): number {
  if (token === undefined || !/^\d{1,9}$/.test(token)) throw new UnreadablePdf();
  return Number(token);
}

/**
 * A dictionary's own keys, each with its value's token; for longer values `R` (a reference) or the tokens of a list
 * between brackets.
 * @throws UnreadablePdf for a duplicate key, which readers interpret differently
 */
function dictionaryEntries(state: ParseState, reader: PdfReader): Map<string, string> {
  const entries = new Map<string, string>();
  let depth = 0;
  let key: string | null = null;
  let last = '';
  do {
    nextToken(state, reader);
    const { kind } = reader;
    const token = kind === 'string' ? '' : tokenText(reader);
    if (kind === '>>' || kind === ']') depth--;
    else if (depth === 1 && key === null && kind === 'name') {
      if (entries.has(token)) throw new UnreadablePdf();
      key = token;
    } else if (depth === 1 && key !== null) {
      entries.set(key, token);
      [last, key] = [key, null];
    } else if (depth === 2 && entries.get(last)?.startsWith('['))
      entries.set(last, `${entries.get(last)} ${token}`);
    else if (depth === 1 && kind === 'word' && token === 'R') entries.set(last, 'R');
    if (kind === '<<' || kind === '[') depth++;
  } while (depth > 0 && reader.kind !== 'end');
  return entries;
}

/** Decodes a stream. Filters other than a single deflate, and references to other objects or files, are refused. */
function decodedStream(
  state: ParseState,
  file: Buffer,
  { text, entries, from }: { text: string; entries: Map<string, string>; from: number },
): string {
  const unsupported = ['DecodeParms', 'DP', 'F'].filter((key) => (entries.get(key) ?? 'null') !== 'null');
  if (unsupported.length > 0) throw new UnreadablePdf();
  const filter = entries.get('Filter');
  const start = startOfStream(text, from);
  if (filter === undefined) return text.slice(start);
  if (!/^(?:\[ )?(?:FlateDecode|Fl)$/.test(filter)) throw new UnreadablePdf();
  state.budget -= streamCost;
  const content = inflate(file.subarray(start), state.budget);
  state.budget -= content.length;
  return content.toString('latin1');
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) });
  } catch {
    throw new UnreadablePdf();
  }
}

/** A stream begins after the line of its keyword. */
function startOfStream(text: string, from: number): number {
  const end = /[\r\n]|$/g;
  end.lastIndex = from;
  const at = end.exec(text)!.index;
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}
