import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideReceipt as endpoint } from '#contract/receipts.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { next } from '#domain/machine.ts';
import { can } from '#domain/permissions.ts';
import { consentOf, receiptMachine } from '#domain/receipts.ts';
import type { ReceiptEvent, ReceiptState } from '#domain/receipts.ts';
import type { Rules } from '#domain/rules.ts';
import { passHold } from '#server/holds/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { record } from '#server/events.ts';
import type { Closed } from '#server/orders/closing.ts';
import { happening, orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { receiveLine } from '#server/orders/payment.ts';
import { refuseReview, resumePayment } from '#server/orders/payment-review.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { holdLine } from './statements.ts';
import type { HeldLine } from './statements.ts';

interface Locked extends LockedOrder {
  receiptId: number;
  receiptState: ReceiptState;
  sending: number;
  reference: string;
  lineId: number | null;
  proposedBy: number | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

type Answer = Reply<typeof endpoint>;

/** The answer, and what is to be told once an order that ended is durable. */
interface Decided {
  reply: Answer;
  closed: Closed | null;
}

/**
 * §4.7, §4.15: staff's answer to a receipt. A yes is bound to one line of the bank's statement and opens the order as
 * a notice of the bank would; a no gives the buyer another try, and the last no ends the order (P06).
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
  await passHold(ctx, tx, viewer, 'receipts', input.id);
  const rules = await rulesOf(ctx.db, receipt.ruleVersionId, tx);
  if (input.decision === 'reject') return reject(ctx, tx, { viewer, receipt, rules, input });
  return {
    reply: await consent(ctx, tx, { viewer, receipt, rules, lineId: input.bankLineId }),
    closed: null,
  };
}

/** The order's row first, then the receipt's: the one lock order. */
async function lock(tx: Tx, id: number): Promise<Locked | undefined> {
  const { rows: orders } = await sql<LockedOrder>`
    select ${orderColumns} from receipts r join orders o on o.id = r.order_id
      join listing_versions v on v.id = o.listing_version_id
    where r.id = ${id} for no key update of o`.execute(tx);
  if (!orders[0]) return undefined;
  const { rows } = await sql<Omit<Locked, keyof LockedOrder>>`
    select r.id as "receiptId", r.state as "receiptState", r.sending, p.reference, r.bank_line_id as "lineId",
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

async function consent(ctx: Ctx, tx: Tx, { viewer, receipt, rules, lineId }: Consent): Promise<Answer> {
  if (lineId === undefined)
    fail('invalid_request', { errors: { bankLineId: 'Escolha a linha do extrato que é este pagamento.' } });
  follow(receipt, 'approve');
  const line = await takeLine(tx, receipt, lineId);
  const { proposedBy, totalCents: amountCents } = receipt;
  const proposal = proposedBy === null ? null : { staffId: proposedBy, lineId: receipt.lineId! };
  const role = viewer.role === 'admin' ? 'admin' : 'support';
  if (
    consentOf({ staffId: viewer.id, role, lineId }, { amountCents, proposal }, rules.receipts) === 'propose'
  )
    return propose(tx, { viewer, receipt, lineId });
  await sql`update receipts set state = 'approved', bank_line_id = ${lineId}, decided_by = ${viewer.id},
    decided_at = ${receipt.now} where id = ${receipt.receiptId}`.execute(tx);
  await record(tx, happening('receipt.approved', receipt, viewer, { bankLineId: lineId }));
  const paid = await receiveLine(ctx, tx, receipt.reference, line);
  return { id: receipt.receiptId, state: 'approved', orderState: paid.state };
}

async function takeLine(tx: Tx, receipt: Locked, lineId: number): Promise<HeldLine> {
  const errors = { bankLineId: 'Esta linha não está no extrato carregado.' };
  const line = (await holdLine(tx, lineId, receipt)) ?? fail('invalid_request', { errors });
  if (line.amountCents !== receipt.totalCents)
    fail('amount_mismatch', { meta: { lineCents: line.amountCents, totalCents: receipt.totalCents } });
  return line;
}

async function propose(
  tx: Tx,
  { viewer, receipt, lineId }: { viewer: Viewer; receipt: Locked; lineId: number },
): Promise<Answer> {
  if (receipt.proposedBy === viewer.id && receipt.lineId === lineId) fail('second_person_needed');
  const state = follow(receipt, 'propose');
  await sql`update receipts set state = ${state}, bank_line_id = ${lineId}, proposed_by = ${viewer.id},
    proposed_at = ${receipt.now} where id = ${receipt.receiptId}`.execute(tx);
  await record(tx, happening('receipt.proposed', receipt, viewer, { bankLineId: lineId }));
  return { id: receipt.receiptId, state, orderState: receipt.state };
}

interface Rejection extends Omit<Consent, 'lineId'> {
  input: Body<typeof endpoint>;
}

async function reject(ctx: Ctx, tx: Tx, { viewer, receipt, rules, input }: Rejection): Promise<Decided> {
  const { refusal, note } = input;
  if (!refusal) fail('invalid_request', { errors: { refusal: 'Escolha um motivo da lista.' } });
  const state = follow(receipt, 'reject');
  await sql`update receipts set state = ${state}, bank_line_id = null, refusal = ${refusal}, note = ${note || null},
    decided_by = ${viewer.id}, decided_at = ${receipt.now} where id = ${receipt.receiptId}`.execute(tx);
  const { maxSendings, expiryMs } = rules.receipts;
  const last = receipt.sending >= maxSendings;
  await record(tx, happening('receipt.rejected', receipt, viewer, { refusal, last }));
  const by = { actor: 'staff', viewer } as const;
  if (last) {
    const closed = await refuseReview(ctx, tx, receipt, { ...by, reason: 'receipts_refused' });
    return { reply: { id: receipt.receiptId, state, orderState: closed.order.state }, closed };
  }
  const until = new Date(receipt.now.getTime() + expiryMs);
  const { state: orderState } = await resumePayment(tx, receipt, { ...by, until });
  return { reply: { id: receipt.receiptId, state, orderState }, closed: null };
}

/** The state that follows; whoever comes second learns who decided. */
function follow(receipt: Locked, event: ReceiptEvent): ReceiptState {
  const decided = next(receiptMachine, event, receipt.receiptState, 'staff');
  if ('to' in decided) return decided.to;
  const { receiptState: state, decidedBy: by, decidedAt } = receipt;
  const meta = { state, by, at: decidedAt?.toISOString() ?? null };
  if (by === null) fail('already_decided', { detail: 'O prazo deste comprovante acabou.', meta });
  return fail('already_decided', { detail: `@${by} já decidiu este comprovante.`, meta });
}
