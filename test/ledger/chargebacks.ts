import { sql } from 'kysely';
import * as postings from '#domain/ledger/chargebacks.ts';
import type { Step } from './steps.ts';
import type { Sale } from './setup.ts';

/**
 * P26, ADR 71: the bank takes money that the buyer had already received; with `debtorId` null the guarantee fund pays.
 */
export const secondChargebackSteps = (
  sale: Sale,
  amountCents: number,
  debtorId: number | null = sale.buyerId,
): Step[] => [
  sql`select from orders where id = ${sale.orderId} for no key update`,
  sql`update payments set state = 'contested', contested_at = market_now() where id = ${sale.paymentId}`,
  sql`update payments set state = 'charged_back' where id = ${sale.paymentId}`,
  newChargeback(sale, 'taken', amountCents, debtorId),
  ({ chargebackId }) => postings.chargeback({ chargebackId, debtorId, amountCents }),
];

/** Won later: `owedCents` of it is still owed. */
export const chargebackReturnSteps = (
  sale: Sale,
  { amountCents, owedCents }: { amountCents: number; owedCents: number },
  debtorId: number | null = sale.buyerId,
): Step[] => [
  sql`select from orders where id = ${sale.orderId} for no key update`,
  newChargeback(sale, 'returned', amountCents, debtorId),
  ({ chargebackId }) => postings.chargebackReturned({ chargebackId, debtorId, amountCents, owedCents }),
];

/** A person's balance pays their debt. */
export const debtPaymentSteps = (
  userId: number,
  { creditCents, availableCents }: { creditCents: number; availableCents: number },
): Step[] => [
  sql`insert into debt_payments (user_id, amount_cents) values (${userId}, ${creditCents + availableCents})
    returning id as debt_payment_id`,
  ({ debtPaymentId }) => postings.debtPaid({ debtPaymentId, userId, creditCents, availableCents }),
];

const newChargeback = (sale: Sale, direction: string, amountCents: number, debtorId: number | null) => sql`
  insert into chargebacks (order_id, payment_id, user_id, direction, amount_cents)
  values (${sale.orderId}, ${sale.paymentId}, ${debtorId}, ${direction}, ${amountCents})
  returning id as chargeback_id`;
