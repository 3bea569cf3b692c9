import type { Reply } from '#contract/endpoint.ts';
import type { OrderRow } from '#contract/orders/orders.ts';
import { countOrders, listPurchases, listSales, ordersPerPage } from '#contract/orders/orders.ts';
import type { firstTab, PurchaseTab, SaleTab } from '#domain/orders/tabs.ts';
import { api } from '#web/api/api.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { orNull } from '#web/api/load.ts';
import { loadNumberedPage, pageFromAddress } from '#web/navigation/numbered-page.ts';
import type { PeriodChoice } from '#web/navigation/period.ts';
import { dayOf, daysOf, readPeriod } from '#web/navigation/period.ts';
import type { Side } from '#web/orders/step.ts';
import { askedTab, openTab } from './order-tabs.ts';

export type Counts = Reply<typeof countOrders>;
export type OrderPage = Reply<typeof listPurchases>;

export interface OrderQuery {
  tab?: PurchaseTab | SaleTab | typeof firstTab;
  q?: string;
  from?: string;
  to?: string;
  page?: string;
}

/** One page of a side's orders. */
function loadPage(side: Side, { tab, ...query }: OrderQuery): Promise<OrderPage> {
  return side === 'buyer'
    ? api(listPurchases, { query: { ...query, ...(tab && { tab: tab as PurchaseTab | typeof firstTab }) } })
    : api(listSales, { query: { ...query, ...(tab && { tab: tab as SaleTab | typeof firstTab }) } });
}

/** The orders that the address asks for: a page of a tab or of search results, of all time or of a period. */
export interface OrderListData extends Omit<OrderPage, 'tab'> {
  page: number;
  /** How many orders are in each tab; null when the counts did not load. */
  counts: Readonly<Record<string, number>> | null;
  /** True when this side has no order at all, regardless of filters. */
  none: boolean;
  tab: PurchaseTab | SaleTab;
  q: string;
  period: PeriodChoice;
  /** Today's date in São Paulo, by the server's clock. */
  today: string;
}

/** Loads the tab of the address, or the first tab that has orders; a search covers all tabs. */
export async function loadOrders(side: Side, request: Request): Promise<OrderListData> {
  const search = new URL(request.url).searchParams;
  const q = searchText(search);
  const period = readPeriod(search);
  const load = (days: { from?: string; to?: string }) =>
    loadNumberedPage(pageFromAddress(search), ordersPerPage, (page) =>
      loadPage(side, { ...days, ...chosenOrders(side, search, page) }),
    );
  // A period ends today, by the server's clock, so its orders are asked for after the counts.
  const ofAllTime = period.period === 'tudo';
  const [allCounts, atOnce] = await Promise.all([orNull(api(countOrders)), ofAllTime ? load({}) : null]);
  // If the counts failed, the browser's clock says which day it is.
  const today = dayOf(allCounts?.now ?? new Date().toISOString());
  const days = daysOf(period, today);
  const [periodCounts, found] = await Promise.all([
    ofAllTime ? allCounts : orNull(api(countOrders, { query: days })),
    atOnce ?? load(days),
  ]);
  const counts = periodCounts && countsOf(side, periodCounts);
  const tab = openTab(side, found.tab ?? search.get('aba'), counts ?? {});
  const none = allCounts !== null && Object.values(countsOf(side, allCounts)).every((count) => count === 0);
  return { ...found, counts, none, tab, q, period, today };
}

/** The first reads of a list. */
export function earlyOrderReads(side: Side, search: URLSearchParams): string[] {
  if (readPeriod(search).period !== 'tudo') return [readOf(countOrders)];
  const query = chosenOrders(side, search, String(pageFromAddress(search)));
  return [
    readOf(countOrders),
    readOf(side === 'buyer' ? listPurchases : listSales, { query: query as object }),
  ];
}

const searchText = (search: URLSearchParams) => (search.get('q') ?? '').trim().slice(0, 80);

function chosenOrders(side: Side, search: URLSearchParams, page: string): OrderQuery {
  const q = searchText(search);
  return { page, ...(q === '' ? { tab: askedTab(side, search.get('aba')) } : { q }) };
}

const countsOf = (side: Side, { purchases, sales }: Counts) => (side === 'buyer' ? purchases : sales);

const maxPages = 5;

/** Every order that is not over, up to a hundred. */
export async function loadOpenOrders(side: Side): Promise<{ items: OrderRow[]; now: string }> {
  const items: OrderRow[] = [];
  for (let page = 1; ; page++) {
    const found = await loadPage(side, { tab: 'abertas', page: String(page) });
    // An order whose state changes between two requests may appear on both pages.
    items.push(...found.items.filter(({ id }) => items.every((known) => known.id !== id)));
    if (page * ordersPerPage >= found.total || page === maxPages) return { items, now: found.now };
  }
}
