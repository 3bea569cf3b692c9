import { sql } from 'kysely';
import type { PaymentState } from '#domain/payments/payments.ts';
import type { ChargeKey } from '#server/adapters/payments/payment-provider.ts';
import type { Tx } from '#server/context.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

/** A charge with its order, both rows locked. */
export interface LockedCharge extends LockedOrder {
  paymentId: number;
  paymentState: PaymentState;
  reviewDecision: 'release' | 'refund' | null;
  /** Ids of the bank's movements that were processed already. */
  known: string[];
  reservedUnits: number;
  /** The sum of the partial payments that wait for the rest of the price. */
  heldCents: number;
  dueAt: Date | null;
  /** The number of payment attempts so far. */
  attempts: number;
}

/** Locks a charge and its order, found by our id of the charge. */
export async function lockCharge(tx: Tx, reference: string): Promise<LockedCharge | undefined> {
  const { rows } = await sql<LockedCharge>`
    select ${orderColumns}, p.id as "paymentId", p.state as "paymentState", p.review_decision as "reviewDecision",
      array(select end_to_end_id from payments where order_id = o.id and end_to_end_id is not null) as known,
      (select count(*) from stock_units where order_id = o.id and state = 'reserved')::int as "reservedUnits",
      (select coalesce(sum(amount_cents), 0)::bigint from refunds where order_id = o.id and state = 'held')
        as "heldCents", o.due_at as "dueAt",
      (select max(attempt) from payments where order_id = o.id) as attempts
    from payments p join orders o on o.id = p.order_id join listing_versions v on v.id = o.listing_version_id
    where p.reference = ${reference} for no key update of o, p`.execute(tx);
  return rows[0];
}

/**
 * P03–P06: ends the unpaid charges of an order that was closed or was paid or proven in another way.
 * @param ending `except`: the payment that stays open
 * @returns all unpaid charges to cancel at the provider, which may have missed earlier cancellations too
 */
export async function endCharges(
  tx: Tx,
  orderId: number,
  ending: { to?: 'cancelled' | 'expired'; from?: readonly PaymentState[]; except?: number } = {},
): Promise<ChargeKey[]> {
  const { to = 'cancelled', from = ['created', 'pending'], except = null } = ending;
  const { rows } = await sql<ChargeKey>`
    with ended as (
      update payments set state = ${to}
      where order_id = ${orderId} and id is distinct from ${except} and state = any (${from}))
    select reference, provider_id as "providerId" from payments
    where order_id = ${orderId} and id is distinct from ${except} and end_to_end_id is null
      and method <> all ('{manual,balance}')
      and (method <> 'card' or provider_id is not null or asked_at is not null)`.execute(tx);
  return rows;
}
