import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/orders.ts';
import type { OrderRow } from '#contract/orders.ts';
import type { Viewer } from '#domain/accounts.ts';
import { purchaseTabs, saleTabs } from '#domain/order-tabs.ts';
import { orderCode, orderIdOf, promisedAt } from '#domain/orders.ts';
import type { DeliveryType, OrderState } from '#domain/orders.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { marketNow } from '#server/transaction.ts';
import { presentRefund, refundsOfOrder } from './order-refunds.ts';
import type { OrderRefund } from './order-refunds.ts';
import { presentWait, waitsOfOrder } from './waits.ts';
import type { WaitRow } from './waits.ts';

const pageSize = 20;

interface ListRow extends WaitRow {
  id: number;
  hash: string;
  state: OrderState;
  title: string;
  cover: string | null;
  other_party: string;
  total_cents: number;
  net_cents: number;
  quantity: number;
  delivery_type: DeliveryType;
  method: PaymentMethod | null;
  promised_hours: number;
  due_at: Date | null;
  paid_at: Date | null;
  release_at: Date | null;
  created_at: Date;
  closed_at: Date | null;
  revealed: boolean;
  rule_version_id: number;
  refunds: OrderRefund[] | null;
  unread: number;
}

export interface OrderChoice {
  before?: number;
  states?: readonly OrderState[];
  /** A title, a person or an order's code. */
  q?: string;
}

/**
 * The viewer's purchases or sales, newest first, twenty a page, each with the payment that its own page shows: a
 * boleto is due before the order ends, which waits for the bank. One range of orders_buyer or orders_seller, read until
 * the page is full: of 100,000 sales at worst all of them, 6 ms for a tab with none and 0.7 s for words that none has.
 */
export async function listOrders(
  { db }: Ctx,
  viewer: Viewer,
  side: 'buyer' | 'seller',
  { before, states, q }: OrderChoice,
): Promise<Reply<typeof contract.listPurchases>> {
  const [mine, theirs] = side === 'buyer' ? ['buyer_id', 'seller_id'] : ['seller_id', 'buyer_id'];
  const { rows } = await sql<ListRow>`
    select o.id, o.hash, o.state, v.title, v.image_keys[1] as cover, u.username::text as other_party, o.total_cents,
      coalesce(t.net_cents, o.total_cents - o.commission_cents) as net_cents, o.quantity, o.delivery_type,
      o.promised_hours, o.paid_at, t.release_at, o.created_at, p.method, o.closed_at,
      o.rule_version_id, o.revealed_at is not null as revealed, ${waitsOfOrder(sql.lit(side))},
      case when o.closed_at is not null then ${refundsOfOrder} end as refunds,
      case when o.state = 'awaiting_payment' and p.method = 'boleto' then p.expires_at else o.due_at end as due_at,
      (select count(*) from order_messages m where m.order_id = o.id and m.sender_id <> ${viewer.id}
        and m.handling <> 'held' and m.sequence > coalesce((select read_up_to from order_readers r
          where r.order_id = o.id and r.user_id = ${viewer.id}), 0))::int as unread
    from orders o join listing_versions v on v.id = o.listing_version_id
      join users u on u.id = o.${sql.ref(theirs!)} left join settlements t on t.order_id = o.id
      left join lateral (select method, expires_at from payments where order_id = o.id and attempt is not null
        order by (end_to_end_id is null), attempt desc limit 1) p on true
    where o.${sql.ref(mine!)} = ${viewer.id} and o.id < ${before ?? Number.MAX_SAFE_INTEGER}
      ${states ? sql`and o.state = any (${states}::text[])` : sql``}
      ${q ? sql`and (${matches(q)})` : sql``}
    order by o.id desc limit ${pageSize + 1}`.execute(db);
  const items: OrderRow[] = [];
  // One after the other: they are of few versions of the rules, which are kept.
  for (const row of rows.slice(0, pageSize)) items.push(await presentRow(db, row, side));
  return {
    items,
    next: rows.length > pageSize ? items.at(-1)!.id : null,
    now: (await marketNow(db)).toISOString(),
  };
}

async function presentRow(db: Db, row: ListRow, side: 'buyer' | 'seller'): Promise<OrderRow> {
  return {
    id: row.id,
    hash: row.hash,
    code: orderCode(row.id),
    state: row.state,
    title: row.title,
    cover: row.cover,
    otherParty: row.other_party,
    totalCents: row.total_cents,
    netCents: side === 'seller' ? row.net_cents : row.total_cents,
    quantity: row.quantity,
    deliveryType: row.delivery_type,
    method: row.method,
    dueAt: row.due_at && row.due_at.toISOString(),
    promisedAt: row.paid_at && promisedAt(row.paid_at, row.promised_hours).toISOString(),
    releaseAt: row.release_at && row.release_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at && row.closed_at.toISOString(),
    revealed: row.revealed,
    waits: presentWait(row, await rulesOf(db, row.rule_version_id), (await currentRules(db)).rules),
    rateable: row.rateable,
    refund: await openRefund(db, row.refunds),
    unread: row.unread,
  };
}

/** The refund that is still on its way, if any. */
async function openRefund(db: Db, refunds: ListRow['refunds']): Promise<OrderRow['refund']> {
  const { rules } = await currentRules(db);
  const open = refunds?.map((refund) => presentRefund(refund, rules)).find(({ expectedBy }) => expectedBy);
  return open?.expectedBy ? { by: open.expectedBy, destination: open.destination } : null;
}

/** The order with this code, or those in whose title or other side's name the words stand, accents or not. */
function matches(q: string): RawBuilder<boolean> {
  const words = `%${q.replace(/^@/, '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`o.id = ${orderIdOf(q)}::bigint
    or f_unaccent(lower(v.title)) like f_unaccent(lower(${words})) or u.username like ${words}`;
}

/** How many orders stand in each tab. Reads the states of all of them: 100,000 sales take 0.1 s. */
export async function countOrders(
  db: Queryable,
  viewer: Viewer,
): Promise<Reply<typeof contract.countOrders>> {
  return {
    purchases: await countTabs(db, sql.ref('buyer_id'), viewer.id, purchaseTabs),
    sales: await countTabs(db, sql.ref('seller_id'), viewer.id, saleTabs),
  };
}

async function countTabs<T extends string>(
  db: Queryable,
  mine: RawBuilder<unknown>,
  userId: number,
  tabs: Record<T, readonly OrderState[]>,
): Promise<Record<T, number>> {
  const { rows } = await sql<{ state: OrderState; count: number }>`
    select state, count(*)::int as count from orders where ${mine} = ${userId} group by state`.execute(db);
  const sums = Object.entries<readonly OrderState[]>(tabs).map(([tab, states]) => [
    tab,
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0),
  ]);
  return Object.fromEntries(sums) as Record<T, number>;
}
