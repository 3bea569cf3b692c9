/** Formatters are built once: building them per call dominates server rendering. */
const timeZone = 'America/Sao_Paulo';
const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const plainMoney = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const integer = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone });
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });

/** A moment: a Date, an ISO 8601 string or milliseconds since 1970. */
export type Moment = Date | string | number;

const minute = 60_000;
const hour = 60 * minute;

/** `124990` → «R$ 1.249,90» with a non-breaking space; negatives use «−» (U+2212). */
export function formatCents(cents: number): string {
  return currency.format(cents / 100).replace('-', '−');
}

/** For ledgers: «+R$ 10,00», «−R$ 10,00». The column must also say Entrada or Saída in words. */
export function formatSignedCents(cents: number): string {
  return cents > 0 ? `+${formatCents(cents)}` : formatCents(cents);
}

/** `124990` → «1.249,90», for a field that already shows «R$». */
export function formatPlainCents(cents: number): string {
  return plainMoney.format(cents / 100);
}

/** `124990` → «1.249 reais e 90 centavos», for screen readers. */
export function spellCents(cents: number): string {
  const reais = Math.floor(cents / 100);
  const centavos = cents % 100;
  const parts = [formatCount(reais, 'real', 'reais'), formatCount(centavos, 'centavo', 'centavos')];
  if (centavos === 0) return parts[0] ?? '';
  return reais === 0 ? (parts[1] ?? '') : parts.join(' e ');
}

/** «12 mar 2026», in São Paulo. A day without a time, `2026-03-12`, is that day. */
export function formatDate(moment: Moment): string {
  const isDay = typeof moment === 'string' && moment.length === 10;
  const parts = day.formatToParts(new Date(isDay ? `${moment}T12:00:00Z` : moment));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month').replace('.', '')} ${part('year')}`;
}

/** «mar 2024», in São Paulo. */
export function formatMonth(moment: Moment): string {
  return formatDate(moment).replace(/^\d+ /, '');
}

/** «14:20», in São Paulo. */
export function formatTime(moment: Moment): string {
  return clock.format(new Date(moment));
}

/** «12 mar 2026, 14:20», in São Paulo. */
export function formatDateTime(moment: Moment): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`;
}

/** «hoje», «ontem», otherwise «12 mar 2026»: the day separator of a conversation. */
export function formatDay(moment: Moment, now: Moment): string {
  return ['hoje', 'ontem'][daysBetween(moment, now)] ?? formatDate(moment);
}

/** «agora», «há 3 min», «há 2 h», «ontem às 14:20», then the full date; «em 3 min» when it lies ahead. */
export function formatRelative(moment: Moment, now: Moment): string {
  const elapsed = new Date(now).getTime() - new Date(moment).getTime();
  const distance = Math.abs(elapsed);
  const days = daysBetween(moment, now);
  const prefix = elapsed >= 0 ? 'há' : 'em';
  if (distance < minute) return elapsed >= 0 ? 'agora' : 'em menos de 1 min';
  if (distance < hour) return `${prefix} ${Math.floor(distance / minute)} min`;
  if (days === 0) return `${prefix} ${Math.floor(distance / hour)} h`;
  if (days === 1) return `ontem às ${formatTime(moment)}`;
  if (days === -1) return `amanhã às ${formatTime(moment)}`;
  return formatDateTime(moment);
}

/** `1249` → «1.249». */
export function formatNumber(value: number): string {
  return integer.format(value);
}

/** `4.8` → «4,8»: one decimal, for ratings. */
export function formatRating(average: number): string {
  return oneDecimal.format(average);
}

/** Basis points to a percentage: `1234` → «12,34%». */
export function formatBps(bps: number): string {
  return percent.format(bps / 10_000);
}

/** `245760` → «240 kB», from a megabyte on «1,5 MB». */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024
    ? `${integer.format(Math.max(1, kilobytes))} kB`
    : `${oneDecimal.format(kilobytes / 1_024)} MB`;
}

/** «0 anúncios», «1 anúncio», «2 anúncios»: people say zero in the plural. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Milliseconds to «4:09» or «1:04:09»; never below zero. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const clockParts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  if (clockParts[0] === 0) clockParts.shift();
  return clockParts.map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

/**
 * Money typed by a person, in cents, or null when it is not Brazilian money:
 * «R$ 1.249,90» → 124990, «1.234» → 123400; «12.34» and «1,234.56» are refused.
 */
export function parseReais(text: string): number | null {
  const bare = text.replace(/R\$|\s/g, '');
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?$/.test(bare)) return null;
  const [reais = '0', centavos = ''] = bare.replaceAll('.', '').split(',');
  const cents = Number(reais) * 100 + Number(centavos.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Like `parseReais`, but also accepts a decimal point, as in «1249.90», for keyboards without a comma and pasted text. */
export function parseTypedReais(text: string): number | null {
  const bare = text.replace(/R\$|\s/g, '');
  return parseReais(/^\d+\.\d{2}$/.test(bare) ? bare.replace('.', ',') : bare);
}

/** Calendar days from one moment to another, in São Paulo; positive when the first is in the past. */
function daysBetween(moment: Moment, now: Moment): number {
  const midnight = (value: Moment) => Date.parse(isoDay.format(new Date(value)));
  return Math.round((midnight(now) - midnight(moment)) / (24 * hour));
}
