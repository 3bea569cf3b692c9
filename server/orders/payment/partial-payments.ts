import { sql } from 'kysely';
import { partUsed } from '#domain/ledger/postings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { post } from '#server/ledger/post.ts';
import { chargePayment } from '#server/payments/commands.ts';
import { stateOfNew } from '#server/payments/refund-limits.ts';
import { refundArrival } from '#server/payments/refunds.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { keepArrival } from './incoming-payments.ts';
import type { Arrival } from './incoming-payments.ts';
import { happening } from '#server/orders/moves.ts';
import { giveUp, lastAttempt, replaceCharge } from './replacements.ts';

interface Held {
  id: number;
  amountCents: number;
}

/**
 * §4.6: less than the total came in and waits for the rest, a day from the first part on. It is booked as owed to the
 * buyer meanwhile, and what is missing is charged by Pix.
 * @param part `heldCents`: what came in before it
 * @returns what the bank must be asked once this is durable; null when the movement is known already
 */
export async function holdPart(
  ctx: Ctx,
  tx: Tx,
  part: Arrival & { heldCents: number },
): Promise<((ctx: Ctx) => Promise<void>) | null> {
  const { charge, receipt, heldCents } = part;
  const { amountCents } = receipt;
  const paymentId = await keepArrival(tx, part);
  if (paymentId === null) return null;
  const held = { orderId: charge.id, paymentId, amountCents, reason: 'wrong_amount' } as const;
  await refundArrival(tx, { ...held, state: 'held' });
  const { payments } = await rulesOf(ctx.db, charge.ruleVersionId, tx);
  const until = heldCents > 0 ? charge.dueAt! : new Date(charge.now.getTime() + payments.complementMs);
  await sql`update orders set due_at = ${until} where id = ${charge.id}`.execute(tx);
  const missingCents = charge.totalCents - heldCents - amountCents;
  const before = await lastAttempt(tx, charge.id);
  const wish = { order: charge, method: 'pix', amountCents: missingCents, expiresAt: until } as const;
  const rest = await replaceCharge(ctx, tx, before, wish);
  const facts = { receivedCents: amountCents, missingCents, until: until.toISOString() };
  await record(tx, happening('payment.part_held', charge, null, facts));
  return async (told) => void (await Promise.all([chargePayment(told, rest), giveUp(told, before)]));
}

/** The rest is there: what was held becomes the order's, in the transaction that opens it. */
export async function spendParts(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<Held>`
    update refunds set state = 'used' where order_id = ${orderId} and state = 'held'
    returning id, amount_cents as "amountCents"`.execute(tx);
  for (const { id: refundId, amountCents } of rows.toSorted((one, other) => one.id - other.id))
    await post(tx, partUsed({ refundId, orderId, amountCents }));
}

/**
 * The order ended without the rest: each part goes back whole, the way it came.
 * @returns the refunds, for the bank to hear of
 */
export async function returnParts(ctx: Ctx, tx: Tx, orderId: number): Promise<number[]> {
  const { rows } = await sql<Held>`
    select id, amount_cents as "amountCents" from refunds where order_id = ${orderId} and state = 'held'
    order by id for no key update`.execute(tx);
  if (rows.length === 0) return [];
  const amountCents = rows.reduce((sum, part) => sum + part.amountCents, 0);
  const state = await stateOfNew(ctx, tx, { orderId, amountCents });
  for (const { id } of rows) await sql`update refunds set state = ${state} where id = ${id}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What an order that waits has got already, in cents, and since and until when it waits. */
export interface Owed {
  heldCents: number;
  createdAt: Date;
  dueAt: Date | null;
}

export async function owedBy(tx: Tx, orderId: number): Promise<Owed> {
  const { rows } = await sql<Owed>`
    select coalesce(sum(r.amount_cents), 0)::bigint as "heldCents", o.created_at as "createdAt", o.due_at as "dueAt"
    from orders o left join refunds r on r.order_id = o.id and r.state = 'held'
    where o.id = ${orderId} group by o.id`.execute(tx);
  return rows[0]!;
}
