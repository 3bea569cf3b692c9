import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { sendPaymentProof as endpoint } from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { maxImageHashDistance, reviewEndsAt, transferFault } from '#domain/payments/payment-proofs.ts';
import type { TransferFault } from '#domain/payments/payment-proofs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { orderEvent, lockOrder, moveOrder } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { endCharges } from '#server/orders/payment/charges.ts';
import { returnPartialPayments } from '#server/orders/payment/partial-payments.ts';
import type { ProviderFollowUps } from '#server/orders/payment/provider-follow-ups.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { formatCents } from '#server/formats.ts';

type Input = { hash: string } & Body<typeof endpoint>;

/** The reply, and the calls to the provider for after the commit. */
interface SentProof {
  reply: Reply<typeof endpoint>;
  followUps: ProviderFollowUps;
}

/**
 * P02, §4.7: the buyer sends the proof of a manual payment. The order goes into review with its stock reserved; the proof
 * must be new on the whole platform. It covers the whole price: other charges of the order end, and their partial
 * payments are refunded.
 */
export async function sendPaymentProof(ctx: Ctx, tx: Tx, viewer: Viewer, input: Input): Promise<SentProof> {
  const { order, actor } = await lockOrder(tx, input.hash, viewer);
  if (actor !== 'buyer') fail('not_found');
  const { receipts: rules } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const payment = await findManualPayment(tx, order);
  if (payment.sent >= rules.maxSendings) fail('receipt_not_awaited');
  checkClaims(input, { totalCents: order.totalCents, createdAt: payment.createdAt }, order.now);
  const file = await findOwnFile(tx, viewer, input.fileId);
  await refuseDuplicate(tx, order, file, input);
  const sending = payment.sent + 1;
  const needsTwo = order.totalCents > rules.twoPeopleAboveCents;
  const chargesToCancel = await endCharges(tx, order.id, { except: payment.id });
  const refundIds = await returnPartialPayments(ctx, tx, order.id);
  const moved = await moveOrder(tx, order, {
    events: ['review_payment'],
    actor: 'buyer',
    actorId: viewer.id,
    due: { at: reviewEndsAt(payment.firstSentAt ?? order.now, rules), event: 'expire' },
    alongside: [
      sql`proven as (insert into receipts (order_id, payment_id, sending, file_id, content_hash, payer_name, bank,
          paid_at, amount_cents, needs_two)
        values (${order.id}, ${payment.id}, ${sending}, ${file.id}, ${file.content_hash}, ${input.payerName},
          ${input.bank}, ${input.paidAt}::timestamptz, ${input.amountCents}, ${needsTwo}))`,
    ],
    happenings: (reviewed) => [orderEvent('receipt.sent', reviewed, viewer, { sending })],
  });
  return {
    reply: { hash: moved.hash, state: moved.state, sending },
    followUps: { chargesToCancel, refundIds },
  };
}

interface ManualPayment {
  id: number;
  sent: number;
  firstSentAt: Date | null;
  createdAt: Date;
}

/** The order's manual payment that waits for its proof. */
async function findManualPayment(tx: Tx, order: LockedOrder): Promise<ManualPayment> {
  if (order.state !== 'awaiting_payment') fail('receipt_not_awaited', { meta: { state: order.state } });
  const { rows } = await sql<ManualPayment>`
    select p.id, p.created_at as "createdAt",
      (select count(*) from receipts where order_id = p.order_id)::int as sent,
      (select min(created_at) from receipts where order_id = p.order_id) as "firstSentAt"
    from payments p where p.order_id = ${order.id} and p.method = 'manual' order by p.id limit 1`.execute(tx);
  const detail = 'Este pedido não é pago com comprovante. Pague pela forma que você escolheu.';
  return rows[0] ?? fail('receipt_not_awaited', { detail });
}

const faults: Record<TransferFault, (order: { totalCents: number }) => FieldErrors> = {
  other_amount: ({ totalCents }) => ({
    amountCents: `O pedido custa ${formatCents(totalCents)}. Confira o valor do comprovante; se você pagou outro, fale com o atendimento.`,
  }),
  in_the_future: () => ({ paidAt: 'Este pagamento está agendado. Envie o comprovante depois que ele sair.' }),
  before_the_order: () => ({ paidAt: 'Este pagamento é de antes do pedido. Confira o dia e a hora.' }),
};

function checkClaims(input: Input, order: { totalCents: number; createdAt: Date }, now: Date): void {
  const claimed = { amountCents: input.amountCents, paidAt: new Date(input.paidAt) };
  const fault = transferFault(claimed, order, now);
  if (fault) fail('invalid_request', { errors: faults[fault](order) });
}

interface OwnFile {
  id: number;
  content_hash: Buffer;
  imageHash: string | null;
}

async function findOwnFile(tx: Tx, viewer: Viewer, id: number): Promise<OwnFile> {
  const { rows } = await sql<OwnFile>`
    select f.id, f.content_hash, f.look::text as "imageHash" from receipt_files f
    where f.id = ${id} and f.owner_id = ${viewer.id}`.execute(tx);
  const errors = { fileId: 'Este arquivo não está mais aqui. Envie de novo.' };
  return rows[0] ?? fail('invalid_request', { errors });
}

/**
 * Refuses a file or picture that was sent before for any order, and a similar picture that claims the same payment: the
 * same minute and amount (decision 19). The lock lets proofs in one at a time.
 */
async function refuseDuplicate(tx: Tx, order: LockedOrder, file: OwnFile, claimed: Input): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('receipts'))`.execute(tx);
  const { rows } = await sql`
    select from receipts r join receipt_files f on f.id = r.file_id
    where r.content_hash = ${file.content_hash}
      or (r.order_id <> ${order.id} and bit_count(f.look # ${file.imageHash}::bit(64)) <= ${maxImageHashDistance}
        and r.amount_cents = ${claimed.amountCents}
        and date_trunc('minute', r.paid_at) = date_trunc('minute', ${claimed.paidAt}::timestamptz))
    limit 1`.execute(tx);
  if (rows.length > 0) fail('receipt_repeated');
}
