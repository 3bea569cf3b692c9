const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const dayAndTime = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/Sao_Paulo',
});
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });

/** Cents as people read money: `R$ 1.234,56`. */
export function formatCents(cents: number): string {
  return currency.format(cents / 100);
}

/** A moment that is near, in the time of São Paulo: `22/11 às 14:30`. */
export function formatMoment(at: Date): string {
  return dayAndTime.format(at).replace(', ', ' às ');
}

/** A moment of this day, in the time of São Paulo: `14:30`. */
export function formatTime(at: Date): string {
  return time.format(at);
}
