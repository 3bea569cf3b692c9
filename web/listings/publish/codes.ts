import { listingLimits } from '#domain/listing-limits.ts';
import { sizeFault } from '#domain/size-words.ts';
import { boundsOf } from '#web/sizes.ts';

export interface CodeLine {
  /** 1-based, as the seller sees it. */
  line: number;
  /** Why this line will not be sent. */
  reason: string;
}

export interface ParsedCodes {
  /** What will be sent, each once, in the order they were pasted. */
  codes: string[];
  /** The line each code of `codes` came from. */
  lines: number[];
  faults: CodeLine[];
}

/** Words that a spreadsheet puts above its codes. */
const headings = new Set([
  'codigo',
  'código',
  'codigos',
  'códigos',
  'code',
  'codes',
  'chave',
  'chaves',
  'key',
  'keys',
]);

/**
 * One code per line, pasted or from a CSV file: of each line the first cell, with quotes, a byte order mark and any
 * line end understood. Blank lines do not count, a repeated one is told with the line it repeats.
 */
export function parseCodes(text: string): ParsedCodes {
  const parsed: ParsedCodes = { codes: [], lines: [], faults: [] };
  const firstLine = new Map<string, number>();
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, raw] of rows.entries()) {
    const code = firstCell(raw);
    const line = index + 1;
    if (code === '' || (firstLine.size === 0 && headings.has(code.toLowerCase()))) continue;
    const reason = faultOf(code, firstLine.get(sameCode(code)));
    if (reason) {
      parsed.faults.push({ line, reason });
      continue;
    }
    firstLine.set(sameCode(code), line);
    parsed.codes.push(code);
    parsed.lines.push(line);
  }
  return parsed;
}

/** `"a ""b""",c` is `a "b"`; without quotes the cell ends at `;`, a comma or a tab. */
function firstCell(line: string): string {
  const trimmed = line.trim();
  const quoted = /^"((?:[^"]|"")*)"/.exec(trimmed);
  if (quoted) return quoted[1]!.replaceAll('""', '"').trim();
  return trimmed.split(/[;\t,]/, 1)[0]!.trim();
}

/** Spelling that a shop would not mind does not make another code; the server compares the same way (N06). */
function sameCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase() || code;
}

/** Field errors of the server (`codes.3`, `codes`) as the lines the seller pasted. */
export function refusedLines(fields: Record<string, string>, lines: readonly number[]): CodeLine[] {
  return Object.entries(fields)
    .flatMap(([path, reason]) => {
      const index = /^codes\.(\d+)$/.exec(path)?.[1];
      const line = index === undefined ? undefined : lines[Number(index)];
      return line === undefined ? [] : [{ line, reason: reason.replace(/^Linha \d+: (\p{L})/u, upperFirst) }];
    })
    .toSorted((a, b) => a.line - b.line);
}

function upperFirst(_prefix: string, letter: string): string {
  return letter.toUpperCase();
}

function faultOf(code: string, repeats: number | undefined): string | null {
  if (repeats !== undefined) return `Repete a linha ${repeats}.`;
  return sizeFault('letters', code.length, boundsOf(listingLimits.codeLetters));
}
