/** Matches texts that spreadsheets interpret as a formula, including fullwidth signs. */
const formula = /^\s*[=+\-@＝＋－＠\t\r]/u;

/**
 * One line of a CSV for Brazilian spreadsheets: separated by `;`, ended by CRLF. A field that a spreadsheet would
 * evaluate is prefixed with an apostrophe (OWASP, CSV injection).
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

/** `1234,56`: cents in the number format of Brazilian spreadsheets. */
export function csvCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

const instant = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** `26/11/2026 23:30:00`: an ISO 8601 instant as São Paulo time for Brazilian spreadsheets; null stays null. */
export function csvInstant(at: string | null): string | null {
  return at && instant.format(new Date(at)).replace(',', '');
}
