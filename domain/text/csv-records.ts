/** One record of a CSV file. */
export interface CsvRecord {
  /** The line of the file where the record begins, from 1. */
  row: number;
  /** Its cells without their quotes; null where a quote is opened and never closed. */
  cells: string[] | null;
}

/** A longer quoted cell is treated as an unclosed quote. */
const maxQuotedLetters = 10_000;

/**
 * The records of a CSV (RFC 4180): quoted cells hold separators, doubled quotes and line breaks; a line ends with CRLF,
 * LF or CR. A quote inside an unquoted cell is a normal character. A record with a broken quote ends at the line break,
 * so that it does not swallow the records after it. Blank lines are left out.
 * @param separators characters that each separate cells
 */
export function* csvRecords(text: string, separators: string): Generator<CsvRecord> {
  const unquoted = new RegExp(`[^${separators}\r\n]*`, 'y');
  let row = 1;
  for (let start = 0; start < text.length;) {
    const record = readRecord(text, start, { separators, unquoted });
    const end = record?.end ?? endOfLine(text, start);
    if (!record) yield { row, cells: null };
    else if (record.cells.some((cell) => cell.trim() !== '')) yield { row, cells: record.cells };
    row += lineBreaks(text.slice(start, end));
    start = end;
  }
}

interface Dialect {
  separators: string;
  /** Matches an unquoted cell, from `lastIndex` on. */
  unquoted: RegExp;
}

function readRecord(text: string, start: number, dialect: Dialect): { cells: string[]; end: number } | null {
  const cells: string[] = [];
  for (let at = start; ;) {
    const cell = readQuoted(text, at, dialect) ?? readUnquoted(text, at, dialect);
    if (cell === 'broken') return null;
    cells.push(cell.text);
    if (cell.end >= text.length || !dialect.separators.includes(text[cell.end]!))
      return { cells, end: afterLineBreak(text, cell.end) };
    at = cell.end + 1;
  }
}

interface Cell {
  text: string;
  end: number;
}

function readUnquoted(text: string, at: number, { unquoted }: Dialect): Cell {
  unquoted.lastIndex = at;
  const [found] = unquoted.exec(text)!;
  return { text: found, end: at + found.length };
}

/** @returns null where the cell is not quoted, `broken` where its quote is not closed before the cell ends */
function readQuoted(text: string, at: number, { separators }: Dialect): Cell | 'broken' | null {
  const opening = afterSpaces(text, at);
  if (text[opening] !== '"') return null;
  let closing = text.indexOf('"', opening + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1 || closing - opening > maxQuotedLetters) return 'broken';
  const end = afterSpaces(text, closing + 1);
  const next = text[end];
  if (next !== undefined && !separators.includes(next) && next !== '\r' && next !== '\n') return 'broken';
  return { text: text.slice(opening + 1, closing).replaceAll('""', '"'), end };
}

function afterSpaces(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ') end += 1;
  return end;
}

function afterLineBreak(text: string, at: number): number {
  return at + (text.startsWith('\r\n', at) ? 2 : 1);
}

function endOfLine(text: string, start: number): number {
  const lineBreak = /[\r\n]/g;
  lineBreak.lastIndex = start;
  const found = lineBreak.exec(text);
  return found ? afterLineBreak(text, found.index) : text.length;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
