import type { Order } from '#contract/orders.ts';
import type { DeclineReason, PaymentMethod, PaymentState } from '#domain/payments.ts';

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
): Omit<NonNullable<Deal['payment']>, 'manual' | 'heldCents'> {
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

/** JSON built by PostgreSQL carries instants with its own offset. */
const instant = (text: string) => new Date(text).toISOString();
