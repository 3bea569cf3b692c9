/** A period that filters a list of one's own, from the address: `?periodo=30d`, or `?de=2026-03-01&ate=2026-03-12`. */
export interface PeriodChoice {
  period: Period;
  /** Only for the period `datas`: `2026-03-12`. */
  from: string;
  to: string;
}

export const periods = {
  tudo: 'Todo o período',
  hoje: 'Hoje',
  '7d': 'Últimos 7 dias',
  '30d': 'Últimos 30 dias',
  '90d': 'Últimos 90 dias',
  mes: 'Este mês',
  'mes-passado': 'Mês passado',
  datas: 'Escolher datas',
} as const;
export type Period = keyof typeof periods;

/** Reads the period from the address; unknown values are ignored (design §4.8). */
export function readPeriod(search: URLSearchParams): PeriodChoice {
  const day = (key: string) => (isDay(search.get(key) ?? '') ? search.get(key)! : '');
  const [from, to] = [day('de'), day('ate')];
  const named = search.get('periodo') ?? '';
  return {
    period: from || to || named === 'datas' ? 'datas' : named in periods ? (named as Period) : 'tudo',
    from,
    to,
  };
}

/** Whether the text is a valid date of this century. */
function isDay(text: string): boolean {
  const day = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return day !== null && Number.isFinite(day.getTime()) && day.toISOString().startsWith(text);
}

/** The choice as query parameters of a list. `today` is the day in São Paulo. */
export function daysOf({ period, from, to }: PeriodChoice, today: string): { from?: string; to?: string } {
  const [first, last] = period === 'datas' ? [from, to] : namedDays(period, today);
  return { ...(first && { from: first }), ...(last && { to: last }) };
}

const dayMs = 86_400_000;

/** First and last day of a named period; '' means open. */
function namedDays(period: Exclude<Period, 'datas'>, today: string): [string, string] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = (of: number) => new Date(Date.UTC(year, of - 1, 1)).toISOString().slice(0, 10);
  const ago = (days: number) => new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10);
  switch (period) {
    case 'tudo':
      return ['', ''];
    case 'hoje':
      return [today, today];
    case '7d':
      return [ago(7), today];
    case '30d':
      return [ago(30), today];
    case '90d':
      return [ago(90), today];
    case 'mes':
      return [first(month), today];
    case 'mes-passado':
      return [first(month - 1), new Date(Date.parse(first(month)) - dayMs).toISOString().slice(0, 10)];
  }
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The day in São Paulo, as `2026-03-12`. */
export function dayOf(instant: string): string {
  return isoDay.format(new Date(instant));
}
