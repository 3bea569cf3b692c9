import type { Reply } from '#contract/endpoint.ts';
import type { OrderRow } from '#contract/orders.ts';
import { countOrders, listPurchases, listSales } from '#contract/orders.ts';
import type { PurchaseTab, SaleTab } from '#domain/order-tabs.ts';
import { api } from '#web/api.ts';
import type { Side } from './next-step.ts';
import { openTab } from './order-tabs.ts';

export type Counts = Reply<typeof countOrders>;
export type OrderPage = Reply<typeof listPurchases>;

export interface OrderQuery {
  tab?: PurchaseTab | SaleTab;
  q?: string;
  before?: number | undefined;
}

/** One page of a side's orders. */
export function loadPage(side: Side, { tab, q, before }: OrderQuery): Promise<OrderPage> {
  const query = { ...(q && { q }), ...(before !== undefined && { before: String(before) }) };
  return side === 'buyer'
    ? api(listPurchases, { query: { ...query, ...(tab && { tab: tab as PurchaseTab }) } })
    : api(listSales, { query: { ...query, ...(tab && { tab: tab as SaleTab }) } });
}

/** What the address asks for: a tab with its newest orders, or those that match the words sought. */
export interface OrdersFound extends OrderPage {
  counts: Readonly<Record<string, number>>;
  tab: PurchaseTab | SaleTab;
  q: string;
}

/** The tab of the address, or the first with something in it; words that are sought look through all tabs. */
export async function loadOrders(side: Side, request: Request): Promise<OrdersFound> {
  const search = new URL(request.url).searchParams;
  const q = (search.get('q') ?? '').trim().slice(0, 80);
  const all = await api(countOrders);
  const counts = side === 'buyer' ? all.purchases : all.sales;
  const tab = openTab(side, search.get('aba'), counts);
  const page = await loadPage(side, q === '' ? { tab } : { q });
  return { ...page, counts, tab, q };
}

const mostPages = 5;

/** Every order that is not over, up to a hundred: what waits for somebody. */
export async function loadOpen(side: Side): Promise<{ items: OrderRow[]; now: string }> {
  const items: OrderRow[] = [];
  let before: number | undefined;
  for (let pages = 1; ; pages++) {
    const page = await loadPage(side, { tab: 'abertas', before });
    items.push(...page.items);
    if (page.next === null || pages === mostPages) return { items, now: page.now };
    before = page.next;
  }
}
