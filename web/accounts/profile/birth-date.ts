/** `DDMMAAAA` as typed, without punctuation, to `YYYY-MM-DD`; null when there is no such day. */
export function isoBirthDate(raw: string): string | null {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(raw) ?? [];
  if (!year) return null;
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** The error text of a typed birth date, or null. The server checks the minimum age. */
export function birthDateError(raw: string): string | null {
  if (raw === '') return 'Informe a data de nascimento.';
  if (raw.length < 8) return 'Digite dia, mês e ano com 4 números.';
  return isoBirthDate(raw) ? null : 'Esta data não existe. Confira dia, mês e ano.';
}

/** A stored date with day and month hidden; the year is enough for its owner to recognise it. */
export function maskedBirthDate(iso: string): string {
  return `**/**/${iso.slice(0, 4)}`;
}
