import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decidePaymentProof as endpoint } from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { nextState } from '#domain/machine.ts';
import { can } from '#domain/staff/permissions.ts';
import {
  approvalEffect,
  paymentProofMachine,
  rejectionEffect,
  resendUntil,
} from '#domain/payments/payment-proofs.ts';
import type {
  PaymentProofEvent,
  PaymentProofRefusal,
  PaymentProofState,
} from '#domain/payments/payment-proofs.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { consumeClaim } from '#server/staff/queue-claims/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { closeUnpaid } from '#server/orders/closing.ts';
import { orderEvent, moveOrder, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { receiveStatementLine } from '#server/orders/payment/payment.ts';
import { runFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockLine, refuseOwnStatement } from './statements.ts';
import type { LockedLine } from './statements.ts';
import { lockProofSums } from './decision-sums.ts';

interface LockedProof extends LockedOrder {
  proofId: number;
  proofState: PaymentProofState;
  sending: number;
  /** When the order's first proof was sent. */
  firstSentAt: Date;
  reference: string;
  lineId: number | null;
  refusal: PaymentProofRefusal | null;
  note: string | null;
  proposedBy: number | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

type Answer = Reply<typeof endpoint>;

/** The reply, and the call to the provider for after the commit. */
interface Decided {
  reply: Answer;
  notifyProvider?: (ctx: Ctx) => Promise<void>;
}

/**
 * §4.7, §4.15: staff decide on a payment proof. An approval is tied to one line of the bank's statement and pays the order
 * like a payment through the provider; a refusal lets the buyer send another proof, and the last refusal ends the order
 * (P06). Support can only propose either.
 */
export async function decidePaymentProof(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { id: number } & Body<typeof endpoint>,
): Promise<Decided> {
  const proof = (await lockProof(tx, input.id)) ?? fail('not_found');
  const answer = can(viewer, 'decide_receipt', proof);
  if (!answer.ok) fail(answer.reason);
  await consumeClaim(ctx, tx, viewer, 'receipts', input.id);
  const rules = await rulesOf(ctx.db, proof.ruleVersionId, tx);
  if (input.decision === 'reject') return reject(ctx, tx, { viewer, proof, rules, input });
  return approveOrPropose(ctx, tx, { viewer, proof, lineId: input.bankLineId });
}

/** Locks the order's row first, then the proof's: the same lock order everywhere. */
async function lockProof(tx: Tx, id: number): Promise<LockedProof | undefined> {
  const { rows: orders } = await sql<LockedOrder>`
    select ${orderColumns} from receipts r join orders o on o.id = r.order_id
      join listing_versions v on v.id = o.listing_version_id
    where r.id = ${id} for no key update of o`.execute(tx);
  if (!orders[0]) return undefined;
  await throwIfOverdue(tx, orders[0].id);
  const { rows } = await sql<Omit<LockedProof, keyof LockedOrder>>`
    select r.id as "proofId", r.state as "proofState", r.sending, p.reference, r.bank_line_id as "lineId",
      (select min(created_at) from receipts where order_id = r.order_id) as "firstSentAt", r.refusal, r.note,
      r.proposed_by as "proposedBy", r.decided_at as "decidedAt",
      (select username::text from users where id = r.decided_by) as "decidedBy"
    from receipts r join payments p on p.id = r.payment_id where r.id = ${id} for no key update of r`.execute(
    tx,
  );
  return { ...orders[0], ...rows[0]! };
}

interface Approval {
  viewer: Viewer;
  proof: LockedProof;
  rules: Rules;
  lineId: number | undefined;
}

async function approveOrPropose(
  ctx: Ctx,
  tx: Tx,
  { viewer, proof, lineId }: Omit<Approval, 'rules'>,
): Promise<Decided> {
  if (lineId === undefined)
    fail('invalid_request', {
      errors: { bankLineId: 'Escolha o lançamento do extrato que corresponde a este pagamento.' },
    });
  stateAfterDecision(proof, 'approve');
  const line = await checkLine(tx, proof, lineId);
  refuseOwnStatement(line, viewer);
  // A proposal by the person who loaded the line, made before this rule existed, does not count.
  const proposedBy = proof.proposedBy === line.loadedBy ? null : proof.proposedBy;
  const { lineId: proposed, totalCents } = proof;
  const weight = await lockProofSums(ctx, tx, viewer, { orderId: proof.id, amountCents: totalCents });
  const proposal =
    proposedBy === null || proposed === null ? null : { staffId: proposedBy, lineId: proposed };
  const yes = { staffId: viewer.id, role: roleOf(viewer), lineId };
  if (approvalEffect(yes, { amountCents: weight.amountCents, proposal }, weight.rules) === 'propose')
    return propose(tx, viewer, proof, { lineId, refusal: null, note: null });
  await sql`update receipts set state = 'approved', bank_line_id = ${lineId}, refusal = null, note = null,
    proposed_by = ${proposedBy}, decided_by = ${viewer.id}, decided_at = ${proof.now}
    where id = ${proof.proofId}`.execute(tx);
  await record(tx, orderEvent('receipt.approved', proof, viewer, { bankLineId: lineId }));
  const { order, followUps } = await receiveStatementLine(ctx, tx, proof.reference, line);
  return {
    reply: { id: proof.proofId, state: 'approved', orderState: order.state },
    notifyProvider: (context) => runFollowUps(context, followUps),
  };
}

const roleOf = ({ role }: Viewer): 'support' | 'admin' => (role === 'admin' ? 'admin' : 'support');

async function checkLine(tx: Tx, proof: LockedProof, lineId: number): Promise<LockedLine> {
  const errors = { bankLineId: 'Esta linha não está no extrato carregado.' };
  const line = (await lockLine(tx, lineId, proof)) ?? fail('invalid_request', { errors });
  if (line.amountCents !== proof.totalCents)
    fail('amount_mismatch', { meta: { lineCents: line.amountCents, totalCents: proof.totalCents } });
  return line;
}

type Proposal = Pick<LockedProof, 'lineId' | 'refusal' | 'note'>;

/** Proposes a line, or a refusal with its reason; the proposer cannot be the second person. */
async function propose(tx: Tx, viewer: Viewer, proof: LockedProof, proposal: Proposal): Promise<Decided> {
  const { lineId, refusal, note } = proposal;
  const same = proof.lineId === lineId && proof.refusal === refusal && proof.note === note;
  if (proof.proposedBy === viewer.id && same) fail('second_person_needed');
  const state = stateAfterDecision(proof, 'propose');
  await sql`update receipts set state = ${state}, bank_line_id = ${lineId}, refusal = ${refusal}, note = ${note},
    proposed_by = ${viewer.id}, proposed_at = ${proof.now} where id = ${proof.proofId}`.execute(tx);
  const facts = refusal === null ? { bankLineId: lineId } : { refusal };
  await record(
    tx,
    orderEvent(refusal === null ? 'receipt.proposed' : 'receipt.rejection_proposed', proof, viewer, facts),
  );
  return { reply: { id: proof.proofId, state, orderState: proof.state } };
}

interface Rejection extends Omit<Approval, 'lineId'> {
  input: Body<typeof endpoint>;
}

async function reject(ctx: Ctx, tx: Tx, { viewer, proof, rules, input }: Rejection): Promise<Decided> {
  const { refusal } = input;
  const note = input.note || null;
  if (!refusal) fail('invalid_request', { errors: { refusal: 'Escolha um motivo da lista.' } });
  if (rejectionEffect(roleOf(viewer)) === 'propose')
    return propose(tx, viewer, proof, { lineId: null, refusal, note });
  const state = stateAfterDecision(proof, 'reject');
  await sql`update receipts set state = ${state}, bank_line_id = null, refusal = ${refusal}, note = ${note},
    decided_by = ${viewer.id}, decided_at = ${proof.now} where id = ${proof.proofId}`.execute(tx);
  const last = proof.sending >= rules.receipts.maxSendings;
  await record(tx, orderEvent('receipt.rejected', proof, viewer, { refusal, last }));
  if (last) {
    const closer = { actor: 'staff', viewer, reason: 'receipts_refused' } as const;
    const { order, notifyProvider } = await closeUnpaid(ctx, tx, proof, 'refuse_payment', closer);
    return { reply: { id: proof.proofId, state, orderState: order.state }, notifyProvider };
  }
  const until = resendUntil(proof.now, proof.firstSentAt, rules.receipts);
  const { state: orderState } = await reopenPayment(tx, viewer, proof, until);
  return { reply: { id: proof.proofId, state, orderState } };
}

/** Reverses P02: another proof may be sent until the given time. */
async function reopenPayment(tx: Tx, viewer: Viewer, order: LockedOrder, until: Date): Promise<LockedOrder> {
  return moveOrder(tx, order, {
    events: ['reopen_payment'],
    actor: 'staff',
    actorId: viewer.id,
    due: { at: until, event: 'expire' },
    alongside: [
      sql`prolonged as (update payments set expires_at = ${until}
        where order_id = ${order.id} and state in ('created', 'pending'))`,
    ],
  });
}

/** The next state; a later decider learns who decided first. */
function stateAfterDecision(proof: LockedProof, event: PaymentProofEvent): PaymentProofState {
  const decided = nextState(paymentProofMachine, event, proof.proofState, 'staff');
  if ('to' in decided) return decided.to;
  const { proofState: state, decidedBy: by, decidedAt } = proof;
  const meta = { state, by, at: decidedAt?.toISOString() ?? null };
  const over = 'Este comprovante não espera mais: o prazo acabou ou o pedido foi pago de outra forma.';
  if (by === null) fail('already_decided', { detail: over, meta });
  return fail('already_decided', { detail: `@${by} já decidiu este comprovante.`, meta });
}
