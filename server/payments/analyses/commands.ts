import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type * as contract from '#contract/payments/analyses.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { AnalysisOutcome } from '#domain/payments/analyses.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { liftSaleStop, applySaleStop } from '#server/payments/sale-blocks.ts';
import { currentRules } from '#server/settings/queries.ts';

/**
 * §4.6, §4.15: an admin starts an analysis of an order's payment. Until it ends, the sale's money is blocked, its timer
 * paused, unrevealed codes stay closed and no refund is sent; for 24 hours at most, once per order.
 * @throws `wrong_state` when we hold no money of the sale · `already_requested` the second time
 */
export async function markAnalysis(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, reason, note }: { id: number } & Body<typeof contract.markAnalysis>,
): Promise<void> {
  const order = await lockForAnalysis(tx, viewer, id);
  if (!(await holdsMoney(tx, id)))
    fail('wrong_state', {
      detail: 'Só um pedido pago, com o valor ainda aqui, pode ser analisado.',
      meta: { allowed: [] },
    });
  const { payments } = (await currentRules(ctx.db, tx)).rules;
  const until = new Date(order.now.getTime() + payments.holdMs);
  const { rows } = await sql`
    insert into analyses (order_id, reason, note, marked_by, until) values (${id}, ${reason}, ${note}, ${viewer.id}, ${until})
    on conflict (order_id) do nothing returning order_id`.execute(tx);
  if (rows.length === 0)
    fail('already_requested', {
      detail: 'O pagamento deste pedido já foi analisado. Cada um é analisado uma vez.',
    });
  await applySaleStop(tx, order);
  await record(tx, orderEvent('payment.analysed', order, viewer, { code: reason, reason: note, until }));
}

/** Ends the analysis without a finding: the sale continues with its remaining time. @throws `already_decided` with who ended it */
export async function releaseAnalysis(
  tx: Tx,
  viewer: Viewer,
  { id, note }: { id: number } & Body<typeof contract.releaseAnalysis>,
): Promise<void> {
  const order = await lockForAnalysis(tx, viewer, id);
  if (!(await end(tx, id, { outcome: 'released', viewer, note }))) await refuseEnded(tx, id);
  const goesOn = await liftSaleStop(tx, order);
  const facts = { outcome: 'released', reason: note, goesOn };
  await record(tx, orderEvent('payment.analysis_ended', order, viewer, facts));
}

/** Ends the analysis because P27 refunded everything. The caller has locked the order's row. */
export async function endAnalysisOfRefunded(
  tx: Tx,
  viewer: Viewer,
  { orderId, note }: { orderId: number; note: string },
): Promise<void> {
  await end(tx, orderId, { outcome: 'refunded', viewer, note });
}

/** Takes one analysis whose time is over, to let the sale continue (§4.6). */
export async function lapseOne(
  tx: Tx,
  failed: readonly number[],
): Promise<{ id: number; work: () => Promise<void> } | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from analyses a join orders o on o.id = a.order_id
      join listing_versions v on v.id = o.listing_version_id
    where a.ended_at is null and a.until <= deadline_now() and o.id <> all (${failed}::bigint[])
    order by a.until limit 1 for no key update of o skip locked`.execute(tx);
  const order = rows[0];
  return order && { id: order.id, work: () => lapse(tx, order) };
}

/** Ends the overdue analysis of one order. */
export async function lapseOf(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from analyses a join orders o on o.id = a.order_id
      join listing_versions v on v.id = o.listing_version_id
    where o.id = ${orderId} and a.ended_at is null and a.until <= deadline_now() for no key update of o`.execute(
    tx,
  );
  if (rows[0]) await lapse(tx, rows[0]);
}

async function lapse(tx: Tx, order: LockedOrder): Promise<void> {
  if (!(await end(tx, order.id, { outcome: 'lapsed', viewer: null, note: null }))) return;
  const goesOn = await liftSaleStop(tx, order);
  await record(tx, orderEvent('payment.analysis_ended', order, null, { outcome: 'lapsed', goesOn }));
}

/** @returns whether it was still open */
async function end(
  tx: Tx,
  orderId: number,
  { outcome, viewer, note }: { outcome: AnalysisOutcome; viewer: Viewer | null; note: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update analyses set ended_at = market_now(), ended_by = ${viewer?.id ?? null}, outcome = ${outcome}, end_note = ${note}
    where order_id = ${orderId} and ended_at is null returning order_id`.execute(tx);
  return rows.length > 0;
}

/** Locks the order's row and checks the viewer's permission. */
async function lockForAnalysis(tx: Tx, viewer: Viewer, id: number): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    select ${orderColumns} from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = ${id} for no key update of o`.execute(tx);
  const order = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'decide_payment', order);
  if (!answer.ok) fail(answer.reason);
  await throwIfOverdue(tx, id);
  return order;
}

async function holdsMoney(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id} and state <> 'reversed'`.execute(
    tx,
  );
  return rows.length > 0;
}

async function refuseEnded(tx: Tx, id: number): Promise<never> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select u.username::text as by, a.ended_at as at from analyses a left join users u on u.id = a.ended_by
    where a.order_id = ${id}`.execute(tx);
  const { by, at } = rows[0] ?? fail('not_found');
  return fail('already_decided', {
    detail: by === null ? 'O prazo desta análise já acabou.' : `@${by} já encerrou esta análise.`,
    meta: { by, at: at.toISOString() },
  });
}
