/** What spreadsheets take for the beginning of a formula, in the widths that they accept. */
const formula = /^\s*[=+\-@＝＋－＠\t\r]/u;

/**
 * One line of a CSV as Brazilian spreadsheets read it: `;` between, CRLF at the end. Every field is text of ours or
 * of people, so one that a spreadsheet would run begins with an apostrophe (OWASP, CSV injection).
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(';')}\r\n`;
}

function csvField(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\u{feff}';

/** `1234,56`: cents as a number that Brazilian spreadsheets add up. */
export function csvCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

const instant = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** `26/11/2026 23:30:00`: an instant (ISO 8601) in São Paulo, as Brazilian spreadsheets read it; null stays null. */
export function csvInstant(at: string | null): string | null {
  return at && instant.format(new Date(at)).replace(',', '');
}
