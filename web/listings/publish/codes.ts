import { listingLimits } from '#domain/listings.ts';

const minLength = 4;

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

/** One code per line; blank lines do not count, a repeated one is told with the line it repeats. */
export function parseCodes(text: string): ParsedCodes {
  const parsed: ParsedCodes = { codes: [], lines: [], faults: [] };
  const firstLine = new Map<string, number>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const code = raw.trim();
    const line = index + 1;
    if (code === '') continue;
    const reason = faultOf(code, firstLine.get(code));
    if (reason) {
      parsed.faults.push({ line, reason });
      continue;
    }
    firstLine.set(code, line);
    parsed.codes.push(code);
    parsed.lines.push(line);
  }
  return parsed;
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
  if (code.length < minLength) return `Precisa de pelo menos ${minLength} letras ou números.`;
  if (code.length > listingLimits.codes.maxLength)
    return `Pode ter até ${listingLimits.codes.maxLength} letras.`;
  return null;
}
