import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import { releaseDelayMs } from '#domain/orders/timers.ts';
import type { OrderState, SettlementState } from '#domain/orders/orders.ts';
import type { OrderTimers } from '#domain/orders/timers.ts';
import type {
  DeclineReason,
  PaymentMethod,
  PaymentState,
  ProviderMethod,
  RefundDestination,
  RefundReason,
  RefundState,
} from '#domain/payments/payments.ts';
import { chargedPlan } from '#domain/payments/installments.ts';
import { chargeDeadlineRules, methodsWithTimeLeft } from '#domain/payments/charge-deadlines.ts';
import { moveBy } from '#server/incidents/outage.ts';
import { protocolOf, regretUntil } from '#domain/refunds/refunds.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { offeredByProvider } from '#server/payments/methods.ts';
import { returnReason } from '#server/payments/payers.ts';

type Deal = NonNullable<Order['deal']>;

/** The charge of an order as its page reads it: paid, or the last attempt. */
export interface PaymentRow {
  state: PaymentState;
  method: PaymentMethod;
  amount_cents: number;
  expires_at: string;
  pix_code: string | null;
  receiver_name: string | null;
  boleto_line: string | null;
  boleto_barcode: string | null;
  boleto_url: string | null;
  asked_at: string | null;
  card_brand: string | null;
  card_last4: string | null;
  installments: number | null;
  card_total_cents: number | null;
  pay_url: string | null;
  declined_reason: DeclineReason | null;
  review_reason: 'provider' | 'third_party' | null;
  review_until: string | null;
}

/** Only the buyer sees the data needed to pay, and the card. */
export function presentPayment(
  payment: PaymentRow,
  isBuyer: boolean,
): Omit<NonNullable<Deal['payment']>, 'manual' | 'heldCents' | 'returnsOnly' | 'ways'> {
  const { boleto_line: line, boleto_barcode: barcode, boleto_url: url } = payment;
  const asked = isBuyer && payment.asked_at !== null;
  return {
    state: payment.state,
    method: payment.method,
    amountCents: payment.amount_cents,
    expiresAt: instant(payment.expires_at),
    pixCode: isBuyer ? payment.pix_code : null,
    receiver: payment.receiver_name,
    boleto: isBuyer && line && barcode && url ? { line, barcode, url } : null,
    card: asked
      ? {
          brand: payment.card_brand,
          last4: payment.card_last4,
          plan: chargedPlan(payment.amount_cents, {
            count: payment.installments,
            totalCents: payment.card_total_cents,
          }),
        }
      : null,
    payUrl: isBuyer ? payment.pay_url : null,
    declinedReason: isBuyer ? payment.declined_reason : null,
    reviewReason: payment.review_reason,
    reviewUntil: payment.review_until && instant(payment.review_until),
  };
}

interface Unpaid {
  state: OrderState;
  created_at: Date;
  due_at: Date | null;
  now: Date;
}

/** P01: the payment methods that the order's page offers: those that would not be refused. */
export function waysToPay(
  ctx: Ctx,
  { state, created_at: createdAt, due_at: dueAt, now }: Unpaid,
  { rules, orderRules }: { rules: Rules; orderRules: Rules },
): ProviderMethod[] {
  if (state !== 'awaiting_payment') return [];
  const waiting = { createdAt, dueAt, now, open: offeredByProvider(ctx, orderRules) };
  return methodsWithTimeLeft(waiting, chargeDeadlineRules(orderRules, rules.calendar));
}

/** JSON built by PostgreSQL carries instants with its own offset. */
export const instant = (text: string) => new Date(text).toISOString();

/** The key of the last charge of the viewer's order. */
export async function chargeKey(db: Queryable, viewer: Viewer, hash: string): Promise<ChargeKey> {
  const { rows } = await sql<ChargeKey>`
    select p.reference, p.provider_id as "providerId" from payments p join orders o on o.id = p.order_id
    where o.hash = ${hash} and o.buyer_id = ${viewer.id} and p.attempt is not null
    order by p.attempt desc limit 1`.execute(db);
  return rows[0] ?? fail('not_found');
}

/** The columns of an order about the seller's money. */
export interface SettlementRow {
  /** Null before it is paid. */
  settlement_state: SettlementState | null;
  net_cents: number | null;
  release_at: Date | null;
  hold_days: number | null;
  level_hold_days: number | null;
  /** The category of the listing bought. */
  category: string;
}

/**
 * Where the seller's money is, until when it is held and by which rule (N08).
 * @param timers of the order's rule version
 */
export function presentSettlement(row: SettlementRow, timers: OrderTimers): Deal['settlement'] {
  if (row.settlement_state === null) return null;
  return {
    state: row.settlement_state,
    releaseAt: row.release_at && row.release_at.toISOString(),
    holdMs: releaseDelayMs(row.hold_days ?? row.level_hold_days, timers),
    holdCategory: row.hold_days === null ? null : row.category,
  };
}

/** A refund as JSON built by PostgreSQL carries it. */
export interface OrderRefund {
  id: number;
  amountCents: number;
  state: RefundState;
  reason: RefundReason;
  destination: RefundDestination;
  sentByHand: boolean;
  returnsOnly: boolean;
  overtaken: boolean;
  note: string | null;
  createdAt: string;
  completedAt: string | null;
}

/**
 * For queries with `orders o`: its refunds, oldest first. The note of a refusal replaces the requester's. Partial
 * payments (`held`, `used`) are left out, since they were not sent back.
 */
export const refundsOfOrder = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id,
    'amountCents', r.amount_cents, 'state', r.state, 'reason', r.reason, 'destination', r.destination,
    'sentByHand', r.hand_end_to_end_id is not null, 'returnsOnly', ${returnReason} is not null,
    'overtaken', r.state = 'rejected' and r.decided_by is null,
    'note', case r.state when 'rejected' then r.decision_note else r.note end,
    'createdAt', r.created_at, 'completedAt', r.completed_at) order by r.id), '[]')
  from refunds r where r.order_id = o.id and r.state not in ('held', 'used'))`;

/** For queries with `orders o`: cents that the buyer's bank took beyond the order's money and did not return. */
export const chargebacksOfOrder = sql`(select
    coalesce(sum(case c.direction when 'taken' then c.amount_cents else -c.amount_cents end), 0)::bigint
  from chargebacks c where c.order_id = o.id and c.user_id is not null)`;

/** A refund as buyer and seller read it. */
export function presentRefund(refund: OrderRefund, rules: Rules): Deal['refunds'][number] {
  const createdAt = new Date(refund.createdAt);
  return {
    ...refund,
    protocol: refund.reason === 'regret' ? protocolOf(refund.id) : null,
    createdAt: createdAt.toISOString(),
    expectedBy: expectedBy(refund, createdAt, rules)?.toISOString() ?? null,
    completedAt: refund.completedAt && new Date(refund.completedAt).toISOString(),
  };
}

/** §4.8: Pix refunds arrive within two business days; requests that staff decide within 48 hours. */
function expectedBy({ state }: OrderRefund, createdAt: Date, rules: Rules): Date | null {
  // A return has deadlines of its own (S11).
  if (state === 'completed' || state === 'rejected' || state === 'awaiting_return') return null;
  if (state === 'requested') return new Date(createdAt.getTime() + rules.refunds.regretDecisionMs);
  return afterBusinessDays(createdAt, rules.heldMoney.refundDays, closedDays(rules.calendar));
}

const dayMs = 86_400_000;

/** The time spans of the order's rule version, for buyer and seller (N08). */
export function presentTerms({ timers, refunds }: Rules): Deal['terms'] {
  return {
    confirmMs: timers.confirmMs,
    codeConfirmLimitMs: timers.codeConfirmLimitMs,
    cancellationAnswerMs: refunds.cancellationAnswerMs,
  };
}

/** P24: until when the buyer may use the right of regret, with the incidents of ours since the delivery. */
export const regretEndOf = (deliveredAt: Date, outageMs: number, rules: Rules) =>
  moveBy(regretUntil(deliveredAt, rules.refunds, closedDays(rules.calendar)), outageMs);

/** P24: once per order, within seven days. */
export function mayRegret(
  row: { delivered_at: Date | null; outage_ms: number; now: Date; refunds: readonly OrderRefund[] },
  rules: Rules,
): boolean {
  return (
    row.delivered_at !== null &&
    row.now <= regretEndOf(row.delivered_at, row.outage_ms, rules) &&
    !row.refunds.some(({ reason }) => reason === 'regret')
  );
}

/** P20: until when the buyer may complain, an ISO instant. */
export function complaintUntil(deliveredAt: Date, outageMs: number, warrantyDays: number): string {
  return moveBy(deliveredAt, outageMs + warrantyDays * dayMs).toISOString();
}
