import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideReceipt as endpoint } from '#contract/payments/payment-proofs.ts';
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
import { happening, moveOrder, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { receiveStatementLine } from '#server/orders/payment/payment.ts';
import { runFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { holdLine, refuseLoader } from './statements.ts';
import type { HeldLine } from './statements.ts';
import { weighReceipt } from './weights.ts';

interface Locked extends LockedOrder {
  receiptId: number;
  receiptState: PaymentProofState;
  sending: number;
  /** Of the order's first receipt. */
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

/** The answer, and what the bank is to be told once it is durable. */
interface Decided {
  reply: Answer;
  tell?: (ctx: Ctx) => Promise<void>;
}

/**
 * §4.7, §4.15: staff's answer to a receipt. A yes is bound to one line of the bank's statement and opens the order as
 * a notice of the bank would; a no gives the buyer another try, and the last no ends the order (P06). Support proposes
 * either.
 */
export async function decideReceipt(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  input: { id: number } & Body<typeof endpoint>,
): Promise<Decided> {
  const receipt = (await lock(tx, input.id)) ?? fail('not_found');
  const answer = can(viewer, 'decide_receipt', receipt);
  if (!answer.ok) fail(answer.reason);
  await consumeClaim(ctx, tx, viewer, 'receipts', input.id);
  const rules = await rulesOf(ctx.db, receipt.ruleVersionId, tx);
  if (input.decision === 'reject') return reject(ctx, tx, { viewer, receipt, rules, input });
  return consent(ctx, tx, { viewer, receipt, lineId: input.bankLineId });
}

/** The order's row first, then the receipt's: the one lock order. */
async function lock(tx: Tx, id: number): Promise<Locked | undefined> {
  const { rows: orders } = await sql<LockedOrder>`
    select ${orderColumns} from receipts r join orders o on o.id = r.order_id
      join listing_versions v on v.id = o.listing_version_id
    where r.id = ${id} for no key update of o`.execute(tx);
  if (!orders[0]) return undefined;
  await throwIfOverdue(tx, orders[0].id);
  const { rows } = await sql<Omit<Locked, keyof LockedOrder>>`
    select r.id as "receiptId", r.state as "receiptState", r.sending, p.reference, r.bank_line_id as "lineId",
      (select min(created_at) from receipts where order_id = r.order_id) as "firstSentAt", r.refusal, r.note,
      r.proposed_by as "proposedBy", r.decided_at as "decidedAt",
      (select username::text from users where id = r.decided_by) as "decidedBy"
    from receipts r join payments p on p.id = r.payment_id where r.id = ${id} for no key update of r`.execute(
    tx,
  );
  return { ...orders[0], ...rows[0]! };
}

interface Consent {
  viewer: Viewer;
  receipt: Locked;
  rules: Rules;
  lineId: number | undefined;
}

async function consent(
  ctx: Ctx,
  tx: Tx,
  { viewer, receipt, lineId }: Omit<Consent, 'rules'>,
): Promise<Decided> {
  if (lineId === undefined)
    fail('invalid_request', { errors: { bankLineId: 'Escolha a linha do extrato que é este pagamento.' } });
  follow(receipt, 'approve');
  const line = await takeLine(tx, receipt, lineId);
  refuseLoader(line, viewer);
  // A proposal of before this rule by whoever loaded the line is no voice.
  const proposedBy = receipt.proposedBy === line.loadedBy ? null : receipt.proposedBy;
  const { lineId: proposed, totalCents } = receipt;
  const weight = await weighReceipt(ctx, tx, viewer, { orderId: receipt.id, amountCents: totalCents });
  const proposal =
    proposedBy === null || proposed === null ? null : { staffId: proposedBy, lineId: proposed };
  const yes = { staffId: viewer.id, role: roleOf(viewer), lineId };
  if (approvalEffect(yes, { amountCents: weight.amountCents, proposal }, weight.rules) === 'propose')
    return propose(tx, viewer, receipt, { lineId, refusal: null, note: null });
  await sql`update receipts set state = 'approved', bank_line_id = ${lineId}, refusal = null, note = null,
    proposed_by = ${proposedBy}, decided_by = ${viewer.id}, decided_at = ${receipt.now}
    where id = ${receipt.receiptId}`.execute(tx);
  await record(tx, happening('receipt.approved', receipt, viewer, { bankLineId: lineId }));
  const { order, followUps } = await receiveStatementLine(ctx, tx, receipt.reference, line);
  return {
    reply: { id: receipt.receiptId, state: 'approved', orderState: order.state },
    tell: (told) => runFollowUps(told, followUps),
  };
}

const roleOf = ({ role }: Viewer): 'support' | 'admin' => (role === 'admin' ? 'admin' : 'support');

async function takeLine(tx: Tx, receipt: Locked, lineId: number): Promise<HeldLine> {
  const errors = { bankLineId: 'Esta linha não está no extrato carregado.' };
  const line = (await holdLine(tx, lineId, receipt)) ?? fail('invalid_request', { errors });
  if (line.amountCents !== receipt.totalCents)
    fail('amount_mismatch', { meta: { lineCents: line.amountCents, totalCents: receipt.totalCents } });
  return line;
}

type Proposal = Pick<Locked, 'lineId' | 'refusal' | 'note'>;

/** A line, or a refusal with its reason; whoever proposed it is not the second person. */
async function propose(tx: Tx, viewer: Viewer, receipt: Locked, proposal: Proposal): Promise<Decided> {
  const { lineId, refusal, note } = proposal;
  const same = receipt.lineId === lineId && receipt.refusal === refusal && receipt.note === note;
  if (receipt.proposedBy === viewer.id && same) fail('second_person_needed');
  const state = follow(receipt, 'propose');
  await sql`update receipts set state = ${state}, bank_line_id = ${lineId}, refusal = ${refusal}, note = ${note},
    proposed_by = ${viewer.id}, proposed_at = ${receipt.now} where id = ${receipt.receiptId}`.execute(tx);
  const facts = refusal === null ? { bankLineId: lineId } : { refusal };
  await record(
    tx,
    happening(refusal === null ? 'receipt.proposed' : 'receipt.rejection_proposed', receipt, viewer, facts),
  );
  return { reply: { id: receipt.receiptId, state, orderState: receipt.state } };
}

interface Rejection extends Omit<Consent, 'lineId'> {
  input: Body<typeof endpoint>;
}

async function reject(ctx: Ctx, tx: Tx, { viewer, receipt, rules, input }: Rejection): Promise<Decided> {
  const { refusal } = input;
  const note = input.note || null;
  if (!refusal) fail('invalid_request', { errors: { refusal: 'Escolha um motivo da lista.' } });
  if (rejectionEffect(roleOf(viewer)) === 'propose')
    return propose(tx, viewer, receipt, { lineId: null, refusal, note });
  const state = follow(receipt, 'reject');
  await sql`update receipts set state = ${state}, bank_line_id = null, refusal = ${refusal}, note = ${note},
    decided_by = ${viewer.id}, decided_at = ${receipt.now} where id = ${receipt.receiptId}`.execute(tx);
  const last = receipt.sending >= rules.receipts.maxSendings;
  await record(tx, happening('receipt.rejected', receipt, viewer, { refusal, last }));
  if (last) {
    const closer = { actor: 'staff', viewer, reason: 'receipts_refused' } as const;
    const { order, notifyProvider: tell } = await closeUnpaid(ctx, tx, receipt, 'refuse_payment', closer);
    return { reply: { id: receipt.receiptId, state, orderState: order.state }, tell };
  }
  const until = resendUntil(receipt.now, receipt.firstSentAt, rules.receipts);
  const { state: orderState } = await resumePayment(tx, viewer, receipt, until);
  return { reply: { id: receipt.receiptId, state, orderState } };
}

/** P02 taken back: another receipt may be sent until then. */
async function resumePayment(tx: Tx, viewer: Viewer, order: LockedOrder, until: Date): Promise<LockedOrder> {
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

/** The state that follows; whoever comes second learns who decided. */
function follow(receipt: Locked, event: PaymentProofEvent): PaymentProofState {
  const decided = nextState(paymentProofMachine, event, receipt.receiptState, 'staff');
  if ('to' in decided) return decided.to;
  const { receiptState: state, decidedBy: by, decidedAt } = receipt;
  const meta = { state, by, at: decidedAt?.toISOString() ?? null };
  const over = 'Este comprovante não espera mais: o prazo acabou ou o pedido foi pago de outra forma.';
  if (by === null) fail('already_decided', { detail: over, meta });
  return fail('already_decided', { detail: `@${by} já decidiu este comprovante.`, meta });
}
