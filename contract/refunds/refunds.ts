import * as z from 'zod/mini';
import { forcedEvents, orderStates } from '#domain/orders/orders.ts';
import { refundDestinations, refundReasons, refundStates } from '#domain/payments/payments.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { endpoint } from '#contract/endpoint.ts';
import { amountCents, hash, id, idText, instant, nullableInstant } from '#contract/fields.ts';
import { returnWays } from '#domain/shipping/returns/returns.ts';
import { parcelEvents } from '#contract/shipping/shipments.ts';
import { deliveryFile } from '#contract/orders/delivery-files.ts';
import { onlyAdminReason, pageReply, queueDue, queueQuery } from '#contract/staff/tables.ts';

const params = z.strictObject({ hash });
const destination = z.enum(refundDestinations, 'Escolha para onde o dinheiro volta.');

function requiredNote(ask: string) {
  return z
    .string(ask)
    .check(
      z.trim(),
      z.minLength(10, `${ask} Use pelo menos 10 letras.`),
      z.maxLength(2000, 'Use até 2.000 letras.'),
    );
}

const moved = z.object({ hash: z.string(), state: z.enum(orderStates) });

export const refundOrder = endpoint({
  method: 'POST',
  path: '/orders/{hash}/refunds',
  auth: 'user',
  summary: 'The seller refunds a part of the price, or all that remains of it, at any time (P25).',
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({ amountCents, note: requiredNote('Diga por que você devolve.') }),
  reply: moved,
  errors: ['not_found', 'wrong_state', 'refund_exceeds_payment', 'money_frozen'],
});

export const regretOrder = endpoint({
  method: 'POST',
  path: '/orders/{hash}/regret',
  auth: 'user',
  summary:
    'The buyer regrets the purchase within seven days of delivery (P24, CDC art. 49): granted at once while nothing was opened, after a thing came back (S11), else decided by a person. Acknowledged with a protocol.',
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({ destination }),
  reply: z.object({
    ...moved.shape,
    protocol: z.string(),
    /** By when a person decides; null when it is granted already. */
    decisionBy: nullableInstant,
    /** By when a thing is posted or handed back (S11); null for everything else. */
    returnBy: nullableInstant,
  }),
  errors: ['not_found', 'invalid_request', 'wrong_state', 'regret_over', 'already_requested', 'money_frozen'],
});

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/orders/{hash}/cancellation-request',
  auth: 'user',
  summary:
    'The buyer requests the cancellation of a started delivery; it is granted if the seller does not answer (P14).',
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({ note: requiredNote('Conte por que quer cancelar.') }),
  reply: z.object({ dueAt: instant }),
  errors: ['not_found', 'wrong_state', 'already_requested'],
});

export const answerCancellation = endpoint({
  method: 'POST',
  path: '/orders/{hash}/cancellation-request/answer',
  auth: 'user',
  summary:
    'The seller accepts the cancellation, with a full refund, or refuses it with a reason and a proof (P14).',
  idempotent: true,
  params,
  body: z.strictObject({
    decision: z.enum(['accept', 'refuse'], 'Escolha aceitar ou recusar.'),
    note: z.string().check(z.trim(), z.maxLength(2000, 'Use até 2.000 letras.')),
    /** Files that were sent up for a refusal, at least one, in the order in which they are shown. */
    fileIds: z.optional(
      z
        .array(id)
        .check(z.maxLength(deliveryLimits.files.hard.max, tooMuchTexts.files(deliveryLimits.files.hard.max))),
    ),
  }),
  sizes: { fileIds: deliveryLimits.files },
  reply: moved,
  errors: ['not_found', 'wrong_state', 'invalid_request', 'money_frozen'],
});

export const chooseDestination = endpoint({
  method: 'PUT',
  path: '/refunds/{id}/destination',
  auth: 'user',
  summary:
    'Chooses the destination of a refund that was not sent yet: the original payment method, or the balance (§4.8).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ destination }),
  reply: z.object({ id: z.int(), state: z.enum(refundStates), destination: z.enum(refundDestinations) }),
  errors: ['not_found', 'wrong_state'],
});

const person = z.object({ id: z.int(), username: z.string() });

const staffRow = z.object({
  id: z.int(),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  amountCents: z.int(),
  /** The total of all refunds of the order, which approval limits are compared with. */
  togetherCents: z.int(),
  /** What the buyer paid to the card's bank for installments; it is not part of the refund (§4.8). */
  cardInterestCents: z.int(),
  destination: z.enum(refundDestinations),
  buyer: person,
  seller: person,
  order: z.object({ hash: z.string(), code: z.string(), title: z.string(), state: z.enum(orderStates) }),
  note: z.nullable(z.string()),
  /** Whether the buyer saw the codes before regretting. */
  opened: z.boolean(),
  /** For a regret: the kind of seller, which determines the required grounds (§4.8). */
  sellerIs: z.nullable(z.enum(['company', 'habitual', 'occasional'])),
  /** The contested return that it decides about, with the seller's words and photos (S11); null for others. */
  contested: z.nullable(
    z.object({
      /** What the seller says of it; null where the parcel went back to the buyer. */
      words: z.nullable(z.string()),
      at: instant,
      way: z.enum(returnWays),
      files: z.array(deliveryFile),
      events: parcelEvents,
    }),
  ),
  createdAt: instant,
  /** When a person should have decided. */
  due: z.nullable(queueDue),
  lastError: z.nullable(z.string()),
  /** The sum of the window, where it and not the amount alone asks for a second person (ADR 0075). */
  sumReason: z.nullable(z.string()),
  /** The first approver, when two are required. */
  firstBy: z.nullable(z.string()),
  decisionNote: z.nullable(z.string()),
  handEndToEndId: z.nullable(z.string()),
  /** The masked document of the payer, when the bank reported another than the buyer's. */
  stranger: z.nullable(z.string()),
  /** The payee of a manual Pix; the document is masked. */
  payTo: z.nullable(z.object({ name: z.string(), document: z.string() })),
  decidable: z.boolean(),
  notDecidableBecause: z.nullable(z.string()),
  onlyAdminBecause: onlyAdminReason,
});
export type StaffRefund = z.infer<typeof staffRow>;

export const refundTabs = ['pendentes', 'manuais', 'a-caminho', 'devolvidos', 'recusados'] as const;

export const listStaffRefunds = endpoint({
  method: 'GET',
  path: '/staff/refunds',
  auth: 'staff',
  summary: 'The refund queue by tab and page: to decide, manual, processing, paid, refused.',
  query: queueQuery({ tab: z.optional(z.enum(refundTabs)) }),
  reply: z.object({ ...pageReply(staffRow).shape, counts: z.record(z.enum(refundTabs), z.int()) }),
});

export const decideRefund = endpoint({
  method: 'POST',
  path: '/staff/refunds/{id}/decision',
  auth: 'staff',
  summary: 'Approves or refuses a refund; a large one needs two people, a refusal its reason (§4.8).',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    decision: z.enum(['approve', 'reject'], 'Escolha aprovar ou recusar.'),
    note: z.string().check(z.trim(), z.maxLength(2000, 'Use até 2.000 letras.')),
    /** S11: the part of a contested return that goes back; without it, all of it. */
    amountCents: z.optional(amountCents),
  }),
  reply: z.object({ id: z.int(), state: z.enum(refundStates) }),
  errors: [
    'not_found',
    'already_decided',
    'held_by_colleague',
    'own_decision',
    'second_person_needed',
    'forbidden',
    'invalid_request',
    'wrong_state',
    'refund_exceeds_payment',
    'money_frozen',
  ],
});

export const payRefundManually = endpoint({
  method: 'POST',
  path: '/staff/refunds/{id}/hand-payment',
  auth: 'staff',
  summary:
    'Records a refund that staff sent as a manual Pix because the bank no longer returns the original one: one person enters its id, another confirms it (§4.8).',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    endToEndId: z
      .string('Informe o código do Pix.')
      .check(
        z.trim(),
        z.regex(/^E[0-9A-Za-z]{31}$/, 'Confira o código: começa com E e tem 32 letras e números.'),
      ),
  }),
  reply: z.object({ id: z.int(), state: z.enum(refundStates) }),
  errors: [
    'not_found',
    'invalid_request',
    'wrong_state',
    'payment_contested',
    'own_decision',
    'second_person_needed',
    'forbidden',
    'money_frozen',
  ],
});

export const unmaskPayee = endpoint({
  method: 'POST',
  path: '/staff/refunds/{id}/unmaskings',
  auth: 'staff',
  // Each time the data are shown is recorded on its own.
  repeats: 'harmless',
  proof: 'recent',
  limit: { max: 60, windowMs: 86_400_000, by: 'user' },
  summary:
    'Shows staff who may pay a refund manually the unmasked document of the payer, or of the buyer if the bank gave none; every access is recorded (§4.8).',
  params: z.strictObject({ id: idText }),
  /** Still masked when it is known only from a bank statement. */
  reply: z.object({ name: z.string(), document: z.string() }),
  errors: ['not_found', 'forbidden', 'own_decision', 'wrong_state', 'step_up_required', 'too_many_requests'],
});

export const forceMove = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/forced-moves',
  auth: 'staff',
  summary: 'An admin moves an order to a legal target; above the limit a second admin approves (P27).',
  idempotent: true,
  proof: 'recent',
  status: 201,
  params,
  body: z.strictObject({
    event: z.enum(forcedEvents, 'Escolha o que acontece com o pedido.'),
    reason: requiredNote('Diga o motivo.'),
  }),
  reply: z.object({
    ...moved.shape,
    /** The forced transition that waits for a second person; null when it is done. */
    waitingId: z.nullable(z.int()),
  }),
  errors: ['not_found', 'wrong_state', 'forbidden', 'own_decision', 'already_requested', 'money_frozen'],
});

export const dropForcedMove = endpoint({
  method: 'POST',
  path: '/staff/forced-moves/{id}/withdrawal',
  auth: 'staff',
  summary: 'Withdraws a forced move that is pending its second admin; the order stays as it is (P27).',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  reply: moved,
  errors: ['not_found', 'already_decided', 'held_by_colleague', 'forbidden', 'own_decision'],
});

export const approveForcedMove = endpoint({
  method: 'POST',
  path: '/staff/forced-moves/{id}/approval',
  auth: 'staff',
  summary: 'The second admin approves a forced move, which is carried out (P27).',
  idempotent: true,
  proof: 'recent',
  params: z.strictObject({ id: idText }),
  reply: moved,
  errors: [
    'not_found',
    'wrong_state',
    'already_decided',
    'held_by_colleague',
    'forbidden',
    'own_decision',
    'second_person_needed',
    'money_frozen',
  ],
});
