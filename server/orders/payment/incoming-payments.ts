import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ChargeStatus, Receipt } from '#server/adapters/payments/payment-provider.ts';
import type { Tx } from '#server/context.ts';
import type { LockedCharge } from './charges.ts';

/** Money that came in for a charge, as the bank tells of it. */
export interface Arrival {
  charge: LockedCharge;
  status: ChargeStatus;
  receipt: Receipt;
}

/**
 * Money that opens nothing by itself gets a payment of its own, so that every movement of the bank is one row.
 * @returns its id; null when the movement is known already
 */
export async function keepArrival(tx: Tx, { charge, status, receipt }: Arrival): Promise<number | null> {
  const { endToEndId, amountCents, payerDocument = null } = receipt;
  const { rows } = await sql<{ id: number }>`
    insert into payments (order_id, provider, method, amount_cents, reference, provider_id, expires_at, attempt)
    select order_id, provider, method, ${amountCents}, ${randomBytes(16).toString('hex')}, ${status.providerId},
      market_now(), null
    from payments where id = ${charge.paymentId}
      and not exists (select from payments where end_to_end_id = ${endToEndId})
    returning id`.execute(tx);
  const paymentId = rows[0]?.id;
  if (paymentId === undefined) return null;
  await sql`update payments set state = 'confirmed', received_cents = ${amountCents}, end_to_end_id = ${endToEndId},
    payer_document = ${payerDocument}, confirmed_at = market_now() where id = ${paymentId}`.execute(tx);
  return paymentId;
}
