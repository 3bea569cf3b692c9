import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { openStaffDeliveryData } from '#contract/orders/delivery-data.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { mayWriteDeliveryData } from '#domain/orders/delivery-data.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import { fail } from '#domain/errors.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { seal, unseal } from '#server/secrets/seal.ts';
import { requireOpenCase } from '#server/staff/access/cases.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { orderEvent, lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** The buyer and listing that the encryption is bound to; the order's id does not exist yet when the data is encrypted. */
interface Deal {
  buyerId: number;
  listingId: number;
}

const place = ({ buyerId, listingId }: Deal) => `delivery-data:${buyerId}:${listingId}`;

export const sealDeliveryData = ({ keys }: Ctx, deal: Deal, text: string) =>
  seal(keys.seal, place(deal), text);

/** P09: the buyer writes or corrects the delivery data; the row lock orders this against the seller's start. */
export async function writeDeliveryData(
  ctx: Ctx,
  viewer: Viewer,
  { hash, text }: { hash: string; text: string },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { order, actor } = await lockOrder(tx, hash, viewer);
    if (actor !== 'buyer') fail('not_found');
    const { rows } = await sql<{ asks: DeliveryDataAsk }>`
      select delivery_data as asks from orders where id = ${order.id}`.execute(tx);
    if (!mayWriteDeliveryData({ state: order.state, asks: rows[0]!.asks }))
      await refuseMove(tx, order, actor);
    await sql`insert into order_delivery_data as d (order_id, sealed)
      values (${order.id}, ${sealDeliveryData(ctx, order, text)})
      on conflict (order_id) do update set sealed = excluded.sealed, written_at = market_now()`.execute(tx);
  });
}

/** P09: the start of the delivery opens the data to the seller once. @returns whether there is any */
export async function openDeliveryData(tx: Tx, { id, now }: LockedOrder): Promise<boolean> {
  const { rows } = await sql`
    update order_delivery_data set opened_at = ${now} where order_id = ${id} and opened_at is null
    returning order_id`.execute(tx);
  return rows.length > 0;
}

/** The columns of an order about its delivery data. */
export interface DeliveryDataRow {
  state: OrderState;
  buyer_id: number;
  listing_id: number;
  asks_data: DeliveryDataAsk;
  data: { sealed: string; openedAt: string | null } | null;
}

/** For queries with `orders o`. */
export const deliveryDataColumns = sql`o.listing_id, o.delivery_data as asks_data,
  (select jsonb_build_object('sealed', encode(d.sealed, 'hex'), 'openedAt', d.opened_at)
    from order_delivery_data d where d.order_id = o.id) as data`;

/** The delivery data as the viewer may see it; null when the category asks for none. */
export function presentDeliveryData(
  ctx: Ctx,
  row: DeliveryDataRow,
  viewerIs: Order['viewerIs'],
): NonNullable<Order['deal']>['deliveryData'] {
  const { state, asks_data: asks, data } = row;
  if (asks === 'none') return null;
  const readable = viewerIs === 'buyer' || (viewerIs === 'seller' && data?.openedAt);
  const deal = { buyerId: row.buyer_id, listingId: row.listing_id };
  return {
    given: data !== null,
    text: data && readable ? unseal(ctx.keys.seal, place(deal), Buffer.from(data.sealed, 'hex')) : null,
    openedAt: data?.openedAt ? new Date(data.openedAt).toISOString() : null,
    writable: viewerIs === 'buyer' && mayWriteDeliveryData({ state, asks }),
  };
}

interface StoredData {
  id: number;
  hash: string;
  title: string;
  buyerId: number;
  sellerId: number;
  listingId: number;
  totalCents: number;
  sealed: Buffer;
  writtenAt: Date;
}

/** Staff read the delivery data when a case requires it; each access is recorded (T110). */
export async function readDeliveryData(
  ctx: Ctx,
  viewer: Viewer,
  hash: string,
): Promise<Reply<typeof openStaffDeliveryData>> {
  const { rows } = await sql<StoredData>`
    select o.id, o.hash, v.title, o.buyer_id as "buyerId", o.seller_id as "sellerId", o.listing_id as "listingId",
      o.total_cents as "totalCents", d.sealed, d.written_at as "writtenAt"
    from orders o join order_delivery_data d on d.order_id = o.id
      join listing_versions v on v.id = o.listing_version_id where o.hash = ${hash}`.execute(ctx.db);
  const stored = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'inspect_conversation', { involved: [stored.buyerId, stored.sellerId] });
  if (!answer.ok) fail(answer.reason);
  const data = { ...(await requireOpenCase(ctx, viewer, stored.id)) };
  await inTransaction(ctx.db, (tx) =>
    record(tx, orderEvent('order.delivery_data_read', stored, viewer, data)),
  );
  return {
    text: unseal(ctx.keys.seal, place(stored), stored.sealed),
    writtenAt: stored.writtenAt.toISOString(),
  };
}

/** The delivery data that a person wrote, for their data export. */
export async function ownDeliveryData(ctx: Ctx, db: Queryable, userId: number): Promise<unknown[]> {
  const { rows } = await sql<Deal & { order_id: number; sealed: Buffer; written_at: Date; opened_at: Date }>`
    select d.order_id, d.sealed, d.written_at, d.opened_at, o.buyer_id as "buyerId", o.listing_id as "listingId"
    from order_delivery_data d join orders o on o.id = d.order_id where o.buyer_id = ${userId}
    order by d.order_id`.execute(db);
  return rows.map(({ sealed, buyerId, listingId, ...row }) => ({
    ...row,
    text: unseal(ctx.keys.seal, place({ buyerId, listingId }), sealed),
  }));
}
