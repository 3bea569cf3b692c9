import { sql } from 'kysely';
import type { Queryable } from '#server/context.ts';

/** For queries with `refunds r`: whether it goes back to whoever paid and to nobody's balance (§4.6, ADR 0055). */
export const returnsOnly = sql<boolean>`(r.reason = 'third_party_payer' or goes_back_only(r.payment_id))`;

/** Why the balance is no choice then. */
export const strangersMoney =
  'O pagamento não veio de uma conta com seu CPF ou CNPJ confirmado. O valor volta para a conta que pagou.';

/** For queries with `orders o`: whether somebody else paid any of it, so that all of it goes back the way it came. */
export const paidByStranger = sql<boolean>`exists (select from payments x
  where x.order_id = o.id and x.received_cents > 0 and goes_back_only(x.id))`;

/** The same of one order. */
export async function isPaidByStranger(db: Queryable, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${paidByStranger} as is from orders o where o.id = ${orderId}`.execute(db);
  return rows[0]!.is;
}
