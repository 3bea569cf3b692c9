import { sql } from 'kysely';
import { autoConfirmAt } from '#domain/orders/timers.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { processDueRows } from '#server/background/process-due-rows.ts';
import { rulesOf } from '#server/settings/queries.ts';
import type { Sweep } from '#server/background/worker.ts';
import { orderEvent, moveOrder, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { deliverUnits } from '#server/orders/stock.ts';

interface ShortOrder extends LockedOrder {
  /** The number of bought codes that are not reserved. */
  missing: number;
  dueAt: Date | null;
  /** Seller and staff were notified. */
  reported: boolean;
}

/**
 * P08: a paid order with missing codes stays `paid`. Seller and staff are notified once within a minute, and the order is
 * delivered as soon as the listing has enough codes again; without them P12 refunds it. An order that the bank or staff
 * examine is not delivered meanwhile. (Index orders_undelivered; such orders are few.)
 */
export const deliverMissingCodes: Sweep = {
  name: 'orders.deliver-missing-codes',
  everyMs: 15_000,
  run: (ctx) =>
    processDueRows(ctx, 'missing codes could not be delivered', async (tx, failed) => {
      const { rows } = await sql<ShortOrder>`
        select ${orderColumns}, s.missing, s.reported, o.due_at as "dueAt" from orders o
          join listing_versions v on v.id = o.listing_version_id
          join listings l on l.id = o.listing_id
          cross join lateral (select o.quantity - (select count(*) from stock_units u
              where u.order_id = o.id and u.state = 'reserved')::int as missing,
            (select count(*) from stock_units u where u.listing_id = o.listing_id and u.order_id is null
              and u.state = 'available')::int as free, l.stock,
            exists (select from events e where e.subject_kind = 'order' and e.subject_id = o.id
              and e.kind = 'order.codes_missing') as reported) s
        where o.state = 'paid' and o.delivery_type = 'automatic' and o.id <> all (${failed}::bigint[])
          and (s.missing <= least(s.free, s.stock) and sale_stop_reason(o.id) is null or not s.reported)
        order by o.paid_at limit 1 for no key update of o skip locked`.execute(tx);
      const order = rows[0];
      return order && { id: order.id, work: () => deliverOrReport(ctx, tx, order) };
    }),
};

async function deliverOrReport(ctx: Ctx, tx: Tx, order: ShortOrder): Promise<void> {
  if (order.stoppedBy === null && (await reserve(tx, order))) return deliver(ctx, tx, order);
  if (!order.reported) await reportMissing(tx, order);
}

/** Reserves all missing codes, or none. */
async function reserve(tx: Tx, { id, listingId, missing }: ShortOrder): Promise<boolean> {
  if (missing <= 0) return true;
  const { rows } = await sql<{ taken: number }>`
    with picked as (
      select id from stock_units where listing_id = ${listingId} and state = 'available' and order_id is null
      order by id limit ${missing} for update skip locked),
    taken as (
      update listings set stock = stock - ${missing},
        state = case when state = 'published' and stock = ${missing} then 'sold_out' else state end
      where id = ${listingId} and stock >= ${missing} and (select count(*) from picked) = ${missing} returning id),
    reserved as (
      update stock_units set state = 'reserved', order_id = ${id}
      where id in (select id from picked) and exists (select from taken) returning id)
    select count(*)::int as taken from reserved`.execute(tx);
  return rows[0]!.taken === missing;
}

async function deliver(ctx: Ctx, tx: Tx, order: ShortOrder): Promise<void> {
  const { timers } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const at = autoConfirmAt({ type: 'automatic', deliveredAt: order.now, revealedAt: null }, timers);
  await moveOrder(tx, order, {
    events: ['deliver_codes'],
    actor: 'system',
    due: { at, event: 'confirm_by_time' },
    alongside: [deliverUnits(order)],
    happenings: (delivered) => [orderEvent('order.delivered', delivered, null)],
  });
}

async function reportMissing(tx: Tx, order: ShortOrder): Promise<void> {
  const { missing, dueAt } = order;
  const facts = { missing, until: dueAt ?? order.now };
  await record(tx, orderEvent('order.codes_missing', order, null, { ...facts, listingId: order.listingId }));
  const { rows } = await sql<{ id: number }>`
    select id from users where role in ('support', 'admin') and state = 'active' order by id`.execute(tx);
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.codes_missing',
      actor: null,
      subject: { kind: 'user', id },
      data: { orderId: order.id, ...facts },
    });
}
