import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '#server/context.ts';

/**
 * Why money is refunded the way it came and may not become balance: a person other than the buyer paid it (§4.6, ADR 55),
 * or its card payment may still be contested at the bank (ADR 71).
 */
export type ReturnReason = 'stranger' | 'card';

/** The explanation of each reason for the buyer. */
export const returnReasonTexts: Record<ReturnReason, string> = {
  stranger:
    'O pagamento não veio de uma conta com seu CPF ou CNPJ confirmado. O valor volta para a conta que pagou.',
  card: 'O pagamento foi com cartão e ainda pode ser contestado no banco. Por isso o valor volta só para o cartão. Escolha «pelo mesmo meio do pagamento».',
};

const reasonOf = (
  paymentId: RawBuilder<unknown>,
) => sql`case when must_refund_to_payer(${paymentId}) then 'stranger'
  when must_refund_to_card(${paymentId}) then 'card' end`;

/** For queries with `refunds r`: why the refund may not become balance; null when it may. */
export const returnReason = sql<ReturnReason | null>`case r.reason when 'third_party_payer' then 'stranger'
  else ${reasonOf(sql`r.payment_id`)} end`;

/** For queries with `orders o`: the same for the whole order, if it applies to any of its payments. */
export const orderReturnReason = sql<ReturnReason | null>`(select max(${reasonOf(sql`x.id`)}) from payments x
  where x.order_id = o.id and x.received_cents > 0)`;

/** The same for one order. */
export async function returnReasonOf(db: Queryable, orderId: number): Promise<ReturnReason | null> {
  const { rows } = await sql<{ reason: ReturnReason | null }>`
    select ${orderReturnReason} as reason from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]!.reason;
}
