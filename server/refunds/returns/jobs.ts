import { sql } from 'kysely';
import { returnLapseAt } from '#domain/shipping/returns/returns.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { TrackedLabel } from '#server/adapters/shipping/shipping-provider.ts';
import { processDueRow, processDueRows } from '#server/background/process-due-rows.ts';
import type { Sweep } from '#server/background/worker.ts';
import { record } from '#server/events/events.ts';
import { nothingToNotify } from '#server/orders/closing.ts';
import type { ClosedOrder } from '#server/orders/closing.ts';
import { orderEvent } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { cancelLabels, checkMinutes, followLabels } from '#server/orders/shipment/label-sweeps.ts';
import type { DueParcel } from '#server/orders/shipment/label-sweeps.ts';
import { completeReturn, dropReturn } from './endings.ts';
import { recordReturnFacts } from './facts.ts';
import { payReturnByFund, setReturnFundDeadlines } from './fund.ts';
import { hasLabel, lockById } from './store.ts';
import type { LockedReturn } from './store.ts';

/** Failed questions to a carrier after which deadlines go on without its answer: about three days. */
const patience = 15;

/** Runs the timer of every return that is due (S11). */
const runDueReturns: Sweep = {
  name: 'returns.run-due',
  everyMs: 5_000,
  run: (ctx) =>
    processDueRows(ctx, 'the timer of a return failed', async (tx, failed) => {
      const { rows } = await sql<{ id: number }>`
        select t.id from returns t join orders o on o.id = t.order_id
        where t.due_at <= deadline_now() and t.id <> all (${failed}::bigint[])
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
  if (!locked?.found.dueAt || locked.found.dueAt > locked.order.deadlineNow) return nothingToNotify;
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
    case 'pay_by_fund':
      return { order, notifyProvider: await payReturnByFund(tx, order, found) };
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

const parcels = { name: 'returns', key: 'id' } as const;

const followReturns = followLabels(parcels, {
  name: 'returns.follow',
  which: sql`way = 'label' and (state = 'to_post' or posted_at is not null)`,
  apply: applyReturnTracking,
});

/** The labels of returns that went on without them. */
const cancelReturnLabels = cancelLabels(parcels, {
  name: 'returns.cancel-labels',
  which: sql`(way <> 'label' or state = any ('{completed,lapsed,cancelled}') and posted_at is null)`,
});

async function applyReturnTracking(
  ctx: Ctx,
  tx: Tx,
  { id, due_at }: DueParcel,
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
      when next_check_at <> ${due_at}::timestamptz then next_check_at
      when parcel_state = any ('{lost,delivered}') then market_now() + interval '12 hours'
      else market_now() + ${checkMinutes} * interval '1 minute' end
    where id = ${id}`.execute(tx);
  return followed;
}

export const returnSweeps: readonly Sweep[] = [
  runDueReturns,
  followReturns,
  cancelReturnLabels,
  setReturnFundDeadlines,
];
