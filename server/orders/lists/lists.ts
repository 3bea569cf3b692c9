import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/orders/orders.ts';
import { ordersPerPage } from '#contract/orders/orders.ts';
import type { OrderRow } from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { undoneOrderStates, endingMoneyOf } from '#domain/orders/endings.ts';
import type { PurchaseTab, SaleTab } from '#domain/orders/tabs.ts';
import { firstTab, firstTabWithOrders, purchaseTabs, saleTabs } from '#domain/orders/tabs.ts';
import { orderCode, orderIdOf } from '#domain/orders/orders.ts';
import type { DeliveryType, OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import type { Ctx, Db, Queryable } from '#server/context.ts';
import { betweenDays } from '#server/lists/table.ts';
import { currentRules, rulesOf } from '#server/settings/queries.ts';
import { marketNow } from '#server/database/transaction.ts';
import { presentRefund, refundsOfOrder } from '#server/orders/presenter.ts';
import type { OrderRefund } from '#server/orders/presenter.ts';
import { presentPendingResponse, pendingResponseColumns } from '#server/orders/pending-response.ts';
import type { PendingResponseRow } from '#server/orders/pending-response.ts';
import { promiseOfRow } from '../promise.ts';
import { pendingLabelCents, rowShipment } from '../shipment/presenter.ts';

interface ListRow extends PendingResponseRow {
  id: number;
  hash: string;
  state: OrderState;
  title: string;
  cover: string | null;
  slug: string;
  on_sale: boolean;
  other_party: string;
  total_cents: number;
  net_cents: number;
  quantity: number;
  delivery_type: DeliveryType;
  delivery_proof: DeliveryProof;
  shipment: OrderRow['shipment'];
  method: PaymentMethod | null;
  promised_hours: number;
  promised_at: Date | null;
  due_at: Date | null;
  paid_at: Date | null;
  release_at: Date | null;
  created_at: Date;
  closed_at: Date | null;
  cancel_reason: string | null;
  revealed: boolean;
  rule_version_id: number;
  refunds: OrderRefund[] | null;
  /** The event that closed it. */
  closed_by: string | null;
  unread: number;
}

/** First and last day, `2026-03-12`, on which an order was placed in São Paulo. */
interface Period {
  from?: string;
  to?: string;
}

export interface OrderChoice extends Period {
  page?: number;
  tab?: PurchaseTab | SaleTab | typeof firstTab;
  /** A title, a person or an order's code. */
  q?: string;
}

/**
 * The viewer's purchases or sales, newest first, each with the payment that its own page shows: a boleto is due before
 * the order ends, because the bank confirms it later. One range of orders_buyer or orders_seller gives the ids of the
 * page; details are read only for those.
 */
export async function listOrders(
  { db }: Ctx,
  viewer: Viewer,
  side: Side,
  choice: OrderChoice,
): Promise<Reply<typeof contract.listPurchases>> {
  const tab = await openTab(db, viewer, side, choice);
  const { ids, total } = await pageOf(db, viewer, side, { ...choice, tab });
  const { rows } = await sql<ListRow>`
    select o.id, o.hash, o.state, v.title, v.image_keys[1] as cover, u.username::text as other_party, o.total_cents,
      l.slug, l.state = 'published' and l.stock > 0 as on_sale,
      coalesce(t.net_cents, o.total_cents - o.commission_cents) - ${pendingLabelCents} as net_cents, o.quantity, o.delivery_type,
      o.delivery_proof, o.promised_hours, o.promised_at, o.paid_at, t.release_at, o.created_at, p.method, o.closed_at, o.cancel_reason,
      ${rowShipment} as shipment,
      o.rule_version_id, o.revealed_at is not null as revealed, ${pendingResponseColumns(sql.lit(side))},
      case when o.closed_at is not null then ${refundsOfOrder} end as refunds,
      case when o.state = any (${undoneOrderStates}::text[]) then (select e.event from order_events e
        where e.order_id = o.id order by e.seq desc limit 1) end as closed_by,
      case when o.state = 'awaiting_payment' and p.method = 'boleto' then p.expires_at else o.due_at end as due_at,
      (select count(*) from order_messages m where m.order_id = o.id and m.sender_id <> ${viewer.id}
        and m.handling <> 'held' and m.sequence > coalesce((select read_up_to from order_readers r
          where r.order_id = o.id and r.user_id = ${viewer.id}), 0))::int as unread
    from orders o join listings l on l.id = o.listing_id join listing_versions v on v.id = o.listing_version_id
      join users u on u.id = o.${otherColumn[side]} left join settlements t on t.order_id = o.id
      left join lateral (select method, expires_at from payments where order_id = o.id and attempt is not null
        order by (end_to_end_id is null), attempt desc limit 1) p on true
    where o.id = any (${ids}::bigint[]) order by ${orderOf(tab)}`.execute(db);
  const items: OrderRow[] = [];
  // Sequential, because the rows share few rule versions, which are cached.
  for (const row of rows) items.push(await presentRow(db, row, side));
  return { items, total, tab: tab ?? null, now: (await marketNow(db)).toISOString() };
}

type Side = 'buyer' | 'seller';

const statesOf: Record<Side, Readonly<Record<string, readonly OrderState[]>>> = {
  buyer: purchaseTabs,
  seller: saleTabs,
};

/** The tab that is asked for. */
async function openTab(
  db: Db,
  viewer: Viewer,
  side: Side,
  { tab, from, to }: OrderChoice,
): Promise<string | undefined> {
  if (tab !== firstTab) return tab;
  const placed = placedBy(side, viewer, { ...(from && { from }), ...(to && { to }) });
  return firstTabWithOrders(statesOf[side], await countTabs(db, placed, statesOf[side]));
}

/** S07: the parcel's time to post ends today, or has ended. */
const isPostedToday = sql`o.state = 'paid' and o.delivery_type = 'shipping' and o.promised_at
  < (date_trunc('day', market_now() at time zone 'America/Sao_Paulo') + interval '1 day') at time zone 'America/Sao_Paulo'`;

/** The orders of a tab. */
function tabCondition(side: Side, tab: string): RawBuilder<unknown> {
  if (tab === 'postar') return isPostedToday;
  return sql`o.state = any (${statesOf[side][tab]}::text[])`;
}

/** Newest first; parcels to post by their deadline. */
const orderOf = (tab: string | undefined) => (tab === 'postar' ? sql`o.promised_at, o.id` : sql`o.id desc`);

const ownColumn = { buyer: sql.ref('buyer_id'), seller: sql.ref('seller_id') };
const otherColumn = { buyer: ownColumn.seller, seller: ownColumn.buyer };

/** The orders on a page, and how many there are on all of them. */
async function pageOf(
  db: Db,
  viewer: Viewer,
  side: Side,
  { page = 1, tab, q, from, to }: Omit<OrderChoice, 'tab'> & { tab: string | undefined },
): Promise<{ ids: number[]; total: number }> {
  const named = sql`join listing_versions v on v.id = o.listing_version_id join users u on u.id = o.${otherColumn[side]}`;
  const chosen = sql`from orders o ${q ? named : sql``} where ${placedBy(side, viewer, { from, to })}
    ${tab ? sql`and ${tabCondition(side, tab)}` : sql``} ${q ? sql`and (${searchCondition(q)})` : sql``}`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select array(select o.id ${chosen} order by ${orderOf(tab)} limit ${ordersPerPage} offset ${(page - 1) * ordersPerPage})
      as ids, (select count(*)::int ${chosen}) as total`.execute(db);
  return rows[0]!;
}

function placedBy(side: Side, viewer: Viewer, { from, to }: Period): RawBuilder<boolean> {
  const days = betweenDays(sql`o.created_at`, from, to).filter((one) => one !== undefined);
  return sql`${sql.join([sql`o.${ownColumn[side]} = ${viewer.id}`, ...days], sql` and `)}`;
}

async function presentRow(db: Db, row: ListRow, side: Side): Promise<OrderRow> {
  return {
    id: row.id,
    hash: row.hash,
    code: orderCode(row.id),
    state: row.state,
    title: row.title,
    cover: row.cover,
    slug: row.slug,
    onSale: row.on_sale,
    otherParty: row.other_party,
    totalCents: row.total_cents,
    netCents: side === 'seller' ? row.net_cents : row.total_cents,
    quantity: row.quantity,
    deliveryType: row.delivery_type,
    shipment: row.shipment,
    deliveryProof: row.delivery_proof,
    method: row.method,
    dueAt: row.due_at && row.due_at.toISOString(),
    promisedAt: promiseOfRow(row)?.toISOString() ?? null,
    releaseAt: row.release_at && row.release_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at && row.closed_at.toISOString(),
    revealed: row.revealed,
    waits: presentPendingResponse(
      row,
      await rulesOf(db, row.rule_version_id),
      (await currentRules(db)).rules,
    ),
    rateable: row.rateable,
    refund: await openRefund(db, row.refunds),
    ending:
      row.closed_by === null
        ? null
        : { event: row.closed_by, money: endingMoneyOf(row.refunds ?? [], row.paid_at !== null) },
    cancelReason: row.cancel_reason,
    unread: row.unread,
  };
}

/** The refund that is not completed yet, if any. */
async function openRefund(db: Db, refunds: ListRow['refunds']): Promise<OrderRow['refund']> {
  const { rules } = await currentRules(db);
  const open = refunds?.map((refund) => presentRefund(refund, rules)).find(({ expectedBy }) => expectedBy);
  return open?.expectedBy ? { by: open.expectedBy, destination: open.destination } : null;
}

/** Matches the order with this code, or orders whose title or other party's name contains the text, ignoring accents. */
function searchCondition(q: string): RawBuilder<boolean> {
  const pattern = `%${q.replace(/^@/, '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`o.id = ${orderIdOf(q)}::bigint
    or f_unaccent(lower(v.title)) like f_unaccent(lower(${pattern})) or u.username like ${pattern}`;
}

/** The number of orders in each tab. Reads the states of all orders: 100,000 sales take 0.1 s. */
export async function countOrders(
  db: Queryable,
  viewer: Viewer,
  period: Period,
): Promise<Reply<typeof contract.countOrders>> {
  return {
    purchases: await countTabs(db, placedBy('buyer', viewer, period), purchaseTabs),
    sales: await countTabs(db, placedBy('seller', viewer, period), saleTabs),
    now: (await marketNow(db)).toISOString(),
  };
}

async function countTabs<T extends string>(
  db: Queryable,
  chosen: RawBuilder<boolean>,
  tabs: Record<T, readonly OrderState[]>,
): Promise<Record<T, number>> {
  const { rows } = await sql<{ state: OrderState; count: number; to_post: number }>`
    select o.state, count(*)::int as count, count(*) filter (where ${isPostedToday})::int as to_post
    from orders o where ${chosen} group by o.state`.execute(db);
  const sums = Object.entries<readonly OrderState[]>(tabs).map(([tab, states]) => [
    tab,
    rows
      .filter(({ state }) => states.includes(state))
      .reduce((sum, row) => sum + (tab === 'postar' ? row.to_post : row.count), 0),
  ]);
  return Object.fromEntries(sums) as Record<T, number>;
}
