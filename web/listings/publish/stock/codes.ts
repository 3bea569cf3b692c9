import { listingLimits } from '#domain/listings/limits.ts';
import { csvRecords } from '#domain/text/csv-records.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { boundsOf } from '#web/settings/sizes.ts';

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
  for (const { row: line, cells } of csvRecords(
    text.replace(/^\uFEFF/, '').replaceAll(/^[\t ]+/gm, ''),
    separators,
  )) {
    const code = firstCell(cells);
    if (code === '' || (firstLine.size === 0 && headings.has(code?.toLowerCase() ?? ''))) continue;
    const reason = code === null ? openQuote : faultOf(code, firstLine.get(sameCode(code)));
    if (code === null || reason !== null) {
      parsed.faults.push({ line, reason: reason ?? openQuote });
      continue;
    }
    firstLine.set(sameCode(code), line);
    parsed.codes.push(code);
    parsed.lines.push(line);
  }
  return parsed;
}

const openQuote = 'Aspas abertas e não fechadas. Feche as aspas ou retire-as.';
const separators = ';,\t';

/** The first cell, without `="…"` by which spreadsheets keep zeros; null where its quote is not closed. */
function firstCell(cells: string[] | null): string | null {
  return (
    cells &&
    cells[0]!
      .trim()
      .replace(/^="(.*)"$/s, '$1')
      .trim()
  );
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
  if (/[\r\n]/.test(code)) return 'Uma quebra de linha parte este código. Ponha cada código em uma linha.';
  if (/[\p{Cc}\ufffd]/u.test(code) || !code.isWellFormed())
    return 'Letras ilegíveis. Salve o arquivo em UTF-8 e abra-o de novo.';
  if (/^\d[.,]\d+E\+?\d+$/i.test(code))
    return 'Uma planilha arredondou este código. Formate a coluna como texto e exporte-a de novo.';
  if (repeats !== undefined) return `Repete a linha ${repeats}.`;
  return sizeFault('letters', code.length, boundsOf(listingLimits.codeLetters));
}
