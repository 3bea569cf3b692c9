/** What a cell may hold. Money is given in cents and written as reais. */
export type Cell = string | number | boolean | null;

/**
 * A cell that a spreadsheet reads as text whatever it begins with: `=`, `+`, `-`, `@`, a tab or a line end would make
 * it a formula (CSV injection), so such a cell begins with an apostrophe. Quotes are doubled (RFC 4180).
 */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const safe = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[";\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with semicolons, as spreadsheets in Brazil expect. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

/** Makes a spreadsheet read the file as UTF-8. */
export const csvBeginning = '\ufeff';

/** `124990` as `1249,90`: a number to a Brazilian spreadsheet. Amounts of lists are never below zero. */
export function csvReais(cents: number | null): string | null {
  if (cents === null) return null;
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}
