import { listingLimits } from '#domain/listings/limits.ts';
import { csvRecords } from '#domain/text/csv-records.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { boundsOf } from '#web/settings/sizes.ts';

export interface CodeLine {
  /** 1-based, as the seller sees it. */
  line: number;
  /** Why this line is not sent. */
  reason: string;
}

export interface ParsedCodes {
  /** The codes to send, each once, in their order. */
  codes: string[];
  /** The line of each entry of `codes`. */
  lines: number[];
  faults: CodeLine[];
}

/** Column headings that spreadsheets put above codes. */
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
 * One code per line, pasted or from a CSV file: the first cell of each line, with quotes, byte order mark and any line
 * ending handled. Blank lines are ignored; a repeated code is reported with the line it repeats.
 */
export function parseCodes(text: string): ParsedCodes {
  const parsed: ParsedCodes = { codes: [], lines: [], faults: [] };
  const firstLine = new Map<string, number>();
  for (const { row: line, cells } of csvRecords(
    text.replace(/^\uFEFF/, '').replaceAll(/^[\t ]+/gm, ''),
    separators,
  )) {
    const code = firstCell(cells);
    if (code === '' || (firstLine.size === 0 && headings.has(code?.toLowerCase() ?? ''))) continue;
    const reason = code === null ? openQuote : problemOf(code, firstLine.get(normalizedCode(code)));
    if (code === null || reason !== null) {
      parsed.faults.push({ line, reason: reason ?? openQuote });
      continue;
    }
    firstLine.set(normalizedCode(code), line);
    parsed.codes.push(code);
    parsed.lines.push(line);
  }
  return parsed;
}

const openQuote = 'Aspas abertas e não fechadas. Feche as aspas ou retire-as.';
const separators = ';,\t';

/** The first cell, without the `="…"` with which spreadsheets preserve zeros; null when its quote is not closed. */
function firstCell(cells: string[] | null): string | null {
  return (
    cells &&
    cells[0]!
      .trim()
      .replace(/^="(.*)"$/s, '$1')
      .trim()
  );
}

/** Normalises spellings that mean the same code; the server compares the same way (N06). */
function normalizedCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase() || code;
}

/** Maps the server's field errors (`codes.3`, `codes`) to the pasted lines. */
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

function problemOf(code: string, repeats: number | undefined): string | null {
  if (/[\r\n]/.test(code)) return 'Uma quebra de linha parte este código. Ponha cada código em uma linha.';
  if (/[\p{Cc}\ufffd]/u.test(code) || !code.isWellFormed())
    return 'Letras ilegíveis. Salve o arquivo em UTF-8 e abra-o de novo.';
  if (/^\d[.,]\d+E\+?\d+$/i.test(code))
    return 'Uma planilha arredondou este código. Formate a coluna como texto e exporte-a de novo.';
  if (repeats !== undefined) return `Repete a linha ${repeats}.`;
  return sizeFault('letters', code.length, boundsOf(listingLimits.codeLetters));
}
