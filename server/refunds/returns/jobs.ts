import { sql } from 'kysely';
import { returnLapseAt } from '#domain/shipping/returns/returns.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { ShippingProvider, TrackedLabel } from '#server/adapters/shipping/shipping-provider.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { completeReturn, dropReturn } from './endings.ts';
import { recordReturnFacts } from './facts.ts';
import { hasLabel, lockById } from './store.ts';
import type { LockedReturn } from './store.ts';

/** Minutes between two questions to a carrier about one parcel, and the longest pause after failures. */
const checkMinutes = 30;
const maxPauseMinutes = 6 * 60;
/** Failed questions to a carrier after which deadlines go on without its answer: about three days. */
const patience = 15;
const batch = 20;

/** Runs the timer of every return that is due (S11). */
const runDueReturns: Sweep = {
  name: 'returns.run-due',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'the timer of a return failed', async (tx, failed) => {
      const { rows } = await sql<{ id: number }>`
        select t.id from returns t join orders o on o.id = t.order_id
        where t.due_at <= market_now() and t.id <> all (${failed}::bigint[])
        order by t.due_at limit 1 for no key update of o skip locked`.execute(tx);
      const id = rows[0]?.id;
      return id === undefined ? undefined : { id, work: () => runTimer(ctx, tx, id) };
    }),
};

/** The same for one return, before a command acts on its order (decision 73). */
export function runReturnTimerNow(ctx: Ctx, id: number): Promise<void> {
  return processDueRow(ctx, id, (tx) => runTimer(ctx, tx, id));
}

async function runTimer(ctx: Ctx, tx: Tx, id: number): Promise<ClosedOrder['notifyProvider']> {
  const locked = await lockById(tx, id);
  if (!locked?.found.dueAt || locked.found.dueAt > locked.order.now) return nothingToNotify;
  return (await runDue(ctx, tx, locked)).notifyProvider;
}

async function runDue(
  ctx: Ctx,
  tx: Tx,
  { order, found }: { order: LockedOrder; found: LockedReturn },
): Promise<ClosedOrder> {
  const still = { order, notifyProvider: nothingToNotify };
  switch (found.dueEvent!) {
    case 'remind':
      await remind(tx, order, found);
      return still;
    case 'lapse':
      if (!(await awaitsCarrier(tx, found)))
        await dropReturn(tx, order, found, { event: 'lapse', actor: 'system' });
      return still;
    case 'arrive':
      return recordReturnFacts(ctx, tx, order, {
        found,
        by: 'system',
        events: [{ kind: 'delivered', at: found.dueAt!, place: '', words: 'Prazo encerrado, sem rastreio' }],
      });
    case 'lose':
      if (await awaitsCarrier(tx, found)) return still;
      return recordReturnFacts(ctx, tx, order, {
        found,
        by: 'system',
        events: [{ kind: 'lost', at: found.dueAt!, place: '', words: 'Sem notícia da transportadora' }],
      });
    case 'accept_by_time':
      return completeReturn(ctx, tx, order, found, { event: 'accept_by_time', actor: 'system' });
  }
}

async function remind(tx: Tx, order: LockedOrder, { id, way, postBy }: LockedReturn): Promise<void> {
  await sql`update returns set due_at = ${returnLapseAt(postBy, way)}, due_event = 'lapse'
    where id = ${id}`.execute(tx);
  await record(tx, orderEvent('return.post_near', order, null, { way, until: postBy.toISOString() }));
}

/**
 * What a carrier knows counts, so a return does not lapse while the carrier gives no answer: the timer tries again in an
 * hour.
 */
async function awaitsCarrier(tx: Tx, found: LockedReturn): Promise<boolean> {
  if (!hasLabel(found) || found.failedChecks === 0 || found.failedChecks > patience) return false;
  await sql`update returns set due_at = market_now() + interval '1 hour' where id = ${found.id}`.execute(tx);
  return true;
}

interface DueParcel {
  id: number;
  label_id: string;
}

/** Asks carriers about parcels on their way back; a webhook makes a parcel due at once. */
const followReturns: Sweep = {
  name: 'returns.follow',
  everyMs: 2_000,
  batch,
  async run(ctx) {
    const provider = ctx.shipping;
    if (!provider) return 0;
    const { rows } = await sql<DueParcel>`
      select id, label_id from returns where next_check_at <= market_now() and label_id is not null
        and way = 'label' and (state = 'to_post' or posted_at is not null)
      order by next_check_at limit ${batch}`.execute(ctx.db);
    for (const parcel of rows) await followReturn(ctx, provider, parcel);
    return rows.length;
  },
};

async function followReturn(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
  const tracked = await provider.track(parcel.label_id).catch((error: unknown) => {
    ctx.log.warn({ err: error, return: parcel.id }, 'the carrier said nothing about a return');
    return null;
  });
  if (!tracked) return postponeCheck(ctx, parcel);
  const { notifyProvider } = await inTransaction(ctx.db, (tx) =>
    applyReturnTracking(ctx, tx, parcel.id, tracked),
  );
  await notifyProvider(ctx);
}

async function applyReturnTracking(
  ctx: Ctx,
  tx: Tx,
  id: number,
  { trackingCode, chargedCents, events }: TrackedLabel,
): Promise<ClosedOrder> {
  const { order, found } = (await lockById(tx, id))!;
  const known = {
    ...found,
    trackingCode: trackingCode ?? found.trackingCode,
    chargedCents: found.state === 'to_post' ? chargedCents : found.chargedCents,
    failedChecks: 0,
  };
  await sql`update returns set tracking_code = ${known.trackingCode}, charged_cents = ${known.chargedCents},
    failed_checks = 0 where id = ${id}`.execute(tx);
  const followed = await recordReturnFacts(ctx, tx, order, { found: known, events, by: 'carrier' });
  // The seller follows a refunded return for sixty days. What was lost may be found, and what was delivered comes back.
  await sql`update returns set next_check_at = case
      when way <> 'label' or state = any ('{lapsed,cancelled}') or parcel_state = 'returned'
        or state <> 'to_post' and posted_at <= market_now() - interval '60 days' then null
      when parcel_state = any ('{lost,delivered}') then market_now() + interval '12 hours'
      else market_now() + ${checkMinutes} * interval '1 minute' end
    where id = ${id}`.execute(tx);
  return followed;
}

async function postponeCheck(ctx: Ctx, { id }: DueParcel): Promise<void> {
  await sql`update returns set failed_checks = least(failed_checks + 1, 1000),
      next_check_at = market_now() + least(${checkMinutes} * (failed_checks + 1), ${maxPauseMinutes}) * interval '1 minute'
    where id = ${id} and next_check_at is not null`.execute(ctx.db);
}

/** Cancels the labels of returns that went on without them, so that the carrier gives the money back. */
const cancelReturnLabels: Sweep = {
  name: 'returns.cancel-labels',
  everyMs: 10_000,
  batch,
  async run(ctx) {
    const provider = ctx.shipping;
    if (!provider) return 0;
    const { rows } = await sql<DueParcel>`
      select id, label_id from returns where label_id is not null and label_cancelled_at is null
        and (way <> 'label' or state = any ('{completed,lapsed,cancelled}') and posted_at is null)
        and coalesce(next_check_at, market_now()) <= market_now()
      order by id limit ${batch}`.execute(ctx.db);
    for (const parcel of rows) await cancelLabel(ctx, provider, parcel);
    return rows.length;
  },
};

async function cancelLabel(ctx: Ctx, provider: ShippingProvider, parcel: DueParcel): Promise<void> {
  try {
    await provider.cancel(parcel.label_id);
    await sql`update returns set label_cancelled_at = market_now(), next_check_at = null
      where id = ${parcel.id}`.execute(ctx.db);
  } catch (error) {
    ctx.log.warn({ err: error, return: parcel.id }, 'the label of a return could not be cancelled');
    await sql`update returns set failed_checks = least(failed_checks + 1, 1000),
        next_check_at = market_now() + ${checkMinutes} * interval '1 minute'
      where id = ${parcel.id}`.execute(ctx.db);
  }
}

export const returnSweeps: readonly Sweep[] = [runDueReturns, followReturns, cancelReturnLabels];
