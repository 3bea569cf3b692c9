const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const timeZone = 'America/Sao_Paulo';
const day = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone });

/** Formats cents: `R$ 1.234,56`. */
export function formatCents(cents: number): string {
  return currency.format(cents / 100);
}

/** Formats a moment in São Paulo's time, as on every screen (design §1.6): `22 nov 2026, 14:30`. */
export function formatMoment(at: Date): string {
  return `${formatDay(at)}, ${time.format(at)}`;
}

/** Formats a day in São Paulo's time: `22 nov 2026`. */
export function formatDay(at: Date): string {
  return day.format(at).replaceAll(' de ', ' ').replace('.', '');
}

/** Formats the time of day in São Paulo: `14:30`. */
export function formatTime(at: Date): string {
  return time.format(at);
}
