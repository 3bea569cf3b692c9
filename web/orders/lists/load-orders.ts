import type { Reply } from '#contract/endpoint.ts';
import type { OrderRow } from '#contract/orders/orders.ts';
import { countOrders, listPurchases, listSales, ordersPerPage } from '#contract/orders/orders.ts';
import type { PurchaseTab, SaleTab } from '#domain/orders/tabs.ts';
import { api } from '#web/api/api.ts';
import { alone } from '#web/api/load.ts';
import { loadNumbered, pageNamed } from '#web/navigation/numbered-page.ts';
import type { PeriodChoice } from '#web/navigation/period.ts';
import { dayOf, daysOf, readPeriod } from '#web/navigation/period.ts';
import type { Side } from '#web/orders/step.ts';
import { openTab } from './order-tabs.ts';

export type Counts = Reply<typeof countOrders>;
export type OrderPage = Reply<typeof listPurchases>;

export interface OrderQuery {
  tab?: PurchaseTab | SaleTab;
  q?: string;
  from?: string;
  to?: string;
  page?: string;
}

/** One page of a side's orders. */
function loadPage(side: Side, { tab, ...query }: OrderQuery): Promise<OrderPage> {
  return side === 'buyer'
    ? api(listPurchases, { query: { ...query, ...(tab && { tab: tab as PurchaseTab }) } })
    : api(listSales, { query: { ...query, ...(tab && { tab: tab as SaleTab }) } });
}

/** What the address asks for: a page of a tab, or of what matches the words sought, of all time or of some days. */
export interface OrdersFound extends OrderPage {
  page: number;
  /** How many are in each tab; null when they did not load. */
  counts: Readonly<Record<string, number>> | null;
  /** There is no order of this side, whatever is asked for. */
  none: boolean;
  tab: PurchaseTab | SaleTab;
  q: string;
  period: PeriodChoice;
  /** The market's day in São Paulo. */
  today: string;
}

/** The tab of the address, or the first with something in it; words that are sought look through all tabs. */
export async function loadOrders(side: Side, request: Request): Promise<OrdersFound> {
  const search = new URL(request.url).searchParams;
  const q = (search.get('q') ?? '').trim().slice(0, 80);
  const period = readPeriod(search);
  const all = await alone(api(countOrders));
  // Without the market's clock the browser's own says which day it is.
  const today = dayOf(all?.now ?? new Date().toISOString());
  const days = daysOf(period, today);
  const counted = period.period === 'tudo' ? all : await alone(api(countOrders, { query: days }));
  const counts = counted && countsOf(side, counted);
  const tab = openTab(side, search.get('aba'), counts ?? {});
  const found = await loadNumbered(pageNamed(search), ordersPerPage, (page) =>
    loadPage(side, { ...days, page, ...(q === '' ? { tab } : { q }) }),
  );
  const none = all !== null && Object.values(countsOf(side, all)).every((count) => count === 0);
  return { ...found, counts, none, tab, q, period, today };
}

const countsOf = (side: Side, { purchases, sales }: Counts) => (side === 'buyer' ? purchases : sales);

const mostPages = 5;

/** Every order that is not over, up to a hundred: what waits for somebody. */
export async function loadOpen(side: Side): Promise<{ items: OrderRow[]; now: string }> {
  const items: OrderRow[] = [];
  for (let page = 1; ; page++) {
    const found = await loadPage(side, { tab: 'abertas', page: String(page) });
    // One that moved on between two pages may come twice.
    items.push(...found.items.filter(({ id }) => items.every((known) => known.id !== id)));
    if (page * ordersPerPage >= found.total || page === mostPages) return { items, now: found.now };
  }
}
