import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { spansOf, waysLeft } from '#domain/payments/spans.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type {
  DeclineReason,
  PaymentMethod,
  PaymentState,
  ProviderMethod,
} from '#domain/payments/payments.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Ctx, Queryable } from '#server/context.ts';
import { offeredByProvider } from '#server/payments/methods.ts';

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

/** Only its buyer pays it: what is needed for that, and the card, is nobody else's to see. */
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
          installments: payment.installments ?? 1,
          totalCents: payment.card_total_cents ?? payment.amount_cents,
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

/** P01: the ways to pay that an order's page may offer, which are those that would not be refused. */
export function waysToPay(
  ctx: Ctx,
  { state, created_at: createdAt, due_at: dueAt, now }: Unpaid,
  { rules, born }: { rules: Rules; born: Rules },
): ProviderMethod[] {
  if (state !== 'awaiting_payment') return [];
  const waiting = { createdAt, dueAt, now, open: offeredByProvider(ctx, born) };
  return waysLeft(waiting, spansOf(born, rules.calendar));
}

/** JSON built by PostgreSQL carries instants with its own offset. */
const instant = (text: string) => new Date(text).toISOString();

/** The charge that the viewer waits for. */
export async function chargeKey(db: Queryable, viewer: Viewer, hash: string): Promise<ChargeKey> {
  const { rows } = await sql<ChargeKey>`
    select p.reference, p.provider_id as "providerId" from payments p join orders o on o.id = p.order_id
    where o.hash = ${hash} and o.buyer_id = ${viewer.id} and p.attempt is not null
    order by p.attempt desc limit 1`.execute(db);
  return rows[0] ?? fail('not_found');
}
