import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { matchBankLine as endpoint } from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import { finalOrderStates, orderCode, orderIdOf } from '#domain/orders/orders.ts';
import { can } from '#domain/staff/permissions.ts';
import { approvalEffect } from '#domain/payments/payment-proofs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { orderEvent, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { receiveUnmatchedLine } from '#server/orders/payment/payment.ts';
import { runFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { lockLine, refuseOwnStatement } from './statements.ts';
import type { LockedLine } from './statements.ts';
import { lockProofSums } from './decision-sums.ts';
import type { LimitedAmount } from './decision-sums.ts';

/** A locked order with manual payment, and the reference of its charge. */
interface Payable extends LockedOrder {
  createdAt: Date;
  reference: string;
}

/** The result, and the call to the provider for after the commit. */
interface Matched {
  reply: Reply<typeof endpoint>;
  notifyProvider: (ctx: Ctx) => Promise<void>;
}

/**
 * §4.7: assigns a statement line without a payment proof to an order. Support can only propose, and above the limit two
 * people must name the same order, as for a proof. An order that still waits for its money is decided by its proof.
 */
export async function matchBankLine(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id: lineId, orderCode: code }: { id: number } & Body<typeof endpoint>,
): Promise<Matched> {
  const order = await lockPayable(tx, code);
  const answer = can(viewer, 'decide_receipt', order);
  if (!answer.ok) fail(answer.reason);
  const line = (await lockLine(tx, lineId)) ?? fail('not_found');
  refuseOwnStatement(line, viewer);
  checkOrderAndLine(order, line);
  const weight = await lockProofSums(ctx, tx, viewer, { orderId: order.id, amountCents: line.amountCents });
  const needsTwo = weight.amountCents > weight.rules.twoPeopleAboveCents;
  const match: Match = { lineId, needsTwo, order, viewer };
  if (await isProposal(tx, match, weight)) return propose(tx, match);
  await decide(tx, match);
  const { reinstated, followUps } = await receiveUnmatchedLine(ctx, tx, order.reference, line);
  const outcome = reinstated ? 'reinstated' : 'refunded';
  const { amountCents } = line;
  await record(
    tx,
    orderEvent('receipt.line_matched', order, viewer, { bankLineId: lineId, amountCents, outcome }),
  );
  return {
    reply: { outcome, order: await orderNow(tx, order.id) },
    notifyProvider: (context) => runFollowUps(context, followUps),
  };
}

/** Locks the order's row; the line is locked after it, the same lock order everywhere. */
async function lockPayable(tx: Tx, code: string): Promise<Payable> {
  const { rows } = await sql<Omit<Payable, 'reference'> & { reference: string | null }>`
    select ${orderColumns}, o.created_at as "createdAt", (select p.reference from payments p where p.order_id = o.id and p.method = 'manual'
        and p.attempt is not null order by p.id desc limit 1) as reference
    from orders o join listing_versions v on v.id = o.listing_version_id
    where o.id = ${orderIdOf(code)} for no key update of o`.execute(tx);
  const order = rows[0] ?? refuseCode('Nenhum pedido tem este código.');
  const { reference } = order;
  if (reference === null)
    refuseCode('Este pedido não é de pagamento por comprovante: o provedor cuida do dinheiro dele.');
  return { ...order, reference };
}

function checkOrderAndLine({ state, paidAt, createdAt }: Payable, line: LockedLine): void {
  if (paidAt === null && !finalOrderStates.includes(state))
    fail('wrong_state', {
      detail: 'O pedido ainda espera o pagamento. Decida pelo comprovante, em Comprovantes.',
      meta: { state, allowed: [] },
    });
  // Some banks state only the day.
  if (saoPauloDay(new Date(line.at)) < saoPauloDay(createdAt))
    refuseCode('Este dinheiro chegou antes de o pedido existir. Confira o código.');
}

function refuseCode(reason: string): never {
  fail('invalid_request', { errors: { orderCode: reason } });
}

interface Match {
  lineId: number;
  needsTwo: boolean;
  order: Payable;
  viewer: Viewer;
}

async function isProposal(
  tx: Tx,
  { lineId, order, viewer }: Match,
  { amountCents, rules }: LimitedAmount,
): Promise<boolean> {
  const { rows } = await sql<{ staffId: number }>`
    select proposed_by as "staffId" from line_matches
    where bank_line_id = ${lineId} and order_id = ${order.id} 
      and proposed_by <> (select loaded_by from bank_lines where id = ${lineId})`.execute(tx);
  const proposal = rows[0] ? { ...rows[0], lineId } : null;
  const role = viewer.role === 'admin' ? 'admin' : 'support';
  const consent = approvalEffect({ staffId: viewer.id, role, lineId }, { amountCents, proposal }, rules);
  if (consent === 'propose' && proposal?.staffId === viewer.id) fail('second_person_needed');
  return consent === 'propose';
}

/** A proposal for another order replaces the earlier one. */
async function propose(tx: Tx, { lineId, needsTwo, order, viewer }: Match): Promise<Matched> {
  await sql`insert into line_matches (bank_line_id, order_id, needs_two, proposed_by, proposed_at)
    values (${lineId}, ${order.id}, ${needsTwo}, ${viewer.id}, market_now())
    on conflict (bank_line_id) do update set order_id = excluded.order_id, needs_two = excluded.needs_two,
      proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at`.execute(tx);
  await record(tx, orderEvent('receipt.line_proposed', order, viewer, { bankLineId: lineId }));
  return {
    reply: { outcome: 'proposed', order: await orderNow(tx, order.id) },
    notifyProvider: async () => undefined,
  };
}

/** The line is locked, so the two statements cannot race. A proposal for another order does not count for this one. */
async function decide(tx: Tx, { lineId, needsTwo, order, viewer }: Match): Promise<void> {
  const { rows } = await sql`
    update line_matches set needs_two = ${needsTwo}, order_id = ${order.id}, decided_by = ${viewer.id}, decided_at = market_now(),
      proposed_by = case order_id when ${order.id} then proposed_by end,
      proposed_at = case order_id when ${order.id} then proposed_at end
    where bank_line_id = ${lineId} returning id`.execute(tx);
  if (rows.length > 0) return;
  await sql`insert into line_matches (bank_line_id, order_id, needs_two, decided_by, decided_at)
    values (${lineId}, ${order.id}, ${needsTwo}, ${viewer.id}, market_now())`.execute(tx);
}

async function orderNow(tx: Tx, id: number): Promise<Matched['reply']['order']> {
  const { rows } = await sql<{ state: Matched['reply']['order']['state'] }>`
    select state from orders where id = ${id}`.execute(tx);
  return { id, code: orderCode(id), state: rows[0]!.state };
}
