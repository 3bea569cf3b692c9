import type { QueryInput } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/statements.ts';

type Query = QueryInput<typeof listTransactions>;
type Account = NonNullable<Query['account']>;
type Topic = NonNullable<Query['topic']>;

/** What the address of the statement says, in its own words; whatever it does not know it ignores (design §4.8). */
export interface StatementChoice {
  period: Period;
  /** Only of a period with days of one's own: `2026-03-12`. */
  from: string;
  to: string;
  topic: Topic | null;
  account: Account;
  before: string | null;
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

export const topics: Record<string, { topic: Topic; label: string }> = {
  vendas: { topic: 'sales', label: 'Vendas' },
  compras: { topic: 'purchases', label: 'Compras' },
  devolucoes: { topic: 'refunds', label: 'Devoluções' },
  saques: { topic: 'withdrawals', label: 'Saques' },
};

export const accounts: Record<string, { account: Account; label: string }> = {
  disponivel: { account: 'available', label: 'Disponível' },
  credito: { account: 'purchase_credit', label: 'Crédito de compra' },
  promocional: { account: 'promo_credit', label: 'Crédito promocional' },
  debito: { account: 'recoverable', label: 'Débito' },
};

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address: `?periodo=30d&tipo=vendas`, or `?de=2026-03-01&ate=2026-03-12`. */
export function readChoice(search: URLSearchParams): StatementChoice {
  const day = (key: string) => (dayForm.test(search.get(key) ?? '') ? search.get(key)! : '');
  const [from, to] = [day('de'), day('ate')];
  const named = search.get('periodo') ?? '';
  const before = search.get('antes');
  return {
    period: from || to || named === 'datas' ? 'datas' : named in periods ? (named as Period) : 'tudo',
    from,
    to,
    topic: topics[search.get('tipo') ?? '']?.topic ?? null,
    account: accounts[search.get('conta') ?? '']?.account ?? 'available',
    before: before && /^[1-9]\d{0,15}$/.test(before) ? before : null,
  };
}

/** The choice as the server is asked for it. `today` is the market's day in São Paulo. */
export function queryOf(choice: StatementChoice, today: string): Query {
  const [from, to] = choice.period === 'datas' ? [choice.from, choice.to] : daysOf(choice.period, today);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(choice.topic && { topic: choice.topic }),
    ...(choice.account !== 'available' && { account: choice.account }),
    ...(choice.before && { before: choice.before }),
  };
}

/** Whether anything narrows the statement: an empty page then says so. */
export function isNarrowed({ period, topic }: StatementChoice): boolean {
  return period !== 'tudo' || topic !== null;
}

const dayMs = 86_400_000;

/** First and last day of a named period; an open end is ''. */
function daysOf(period: Exclude<Period, 'datas'>, today: string): [string, string] {
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

/** `2026-03-12` in São Paulo. */
export function dayOf(instant: string): string {
  return isoDay.format(new Date(instant));
}
