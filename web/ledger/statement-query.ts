import type { QueryInput } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/ledger/statements.ts';
import type { PeriodChoice } from '#web/navigation/period.ts';
import { daysOf, readPeriod } from '#web/navigation/period.ts';

type Query = QueryInput<typeof listTransactions>;
type Account = NonNullable<Query['account']>;
type Topic = NonNullable<Query['topic']>;

/** The statement's filters as the address names them; unknown values are ignored (design §4.8). */
export interface StatementChoice extends PeriodChoice {
  topic: Topic | null;
  account: Account;
  before: string | null;
}

export const topics: Record<string, { topic: Topic; label: string }> = {
  vendas: { topic: 'sales', label: 'Vendas' },
  compras: { topic: 'purchases', label: 'Compras' },
  devolucoes: { topic: 'refunds', label: 'Reembolsos' },
  saques: { topic: 'withdrawals', label: 'Saques' },
};

export const accounts: Record<string, { account: Account; label: string }> = {
  disponivel: { account: 'available', label: 'Disponível' },
  credito: { account: 'purchase_credit', label: 'Crédito de compra' },
  promocional: { account: 'promo_credit', label: 'Crédito promocional' },
  debito: { account: 'recoverable', label: 'Débito' },
  contestacao: { account: 'chargeback_debt', label: 'Débito de contestação' },
};

/** Reads the address: `?periodo=30d&tipo=vendas`, or `?de=2026-03-01&ate=2026-03-12`. */
export function readChoice(search: URLSearchParams): StatementChoice {
  const before = search.get('antes');
  return {
    ...readPeriod(search),
    topic: topics[search.get('tipo') ?? '']?.topic ?? null,
    account: accounts[search.get('conta') ?? '']?.account ?? 'available',
    before: before && /^[1-9]\d{0,15}$/.test(before) ? before : null,
  };
}

/** Converts the filters to the server's query. `today` is the date in São Paulo by the server's clock. */
export function queryOf(choice: StatementChoice, today: string): Query {
  return {
    ...daysOf(choice, today),
    ...(choice.topic && { topic: choice.topic }),
    ...(choice.account !== 'available' && { account: choice.account }),
    ...(choice.before && { before: choice.before }),
  };
}

/** Whether a filter narrows the statement; an empty page then says so. */
export function isFiltered({ period, topic }: StatementChoice): boolean {
  return period !== 'tudo' || topic !== null;
}
