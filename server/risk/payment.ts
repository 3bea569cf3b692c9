import { sql } from 'kysely';
import type { RiskFacts } from '#domain/risk/facts.ts';
import type { RiskRules } from '#domain/risk/rules.ts';
import { scoreOrder } from '#domain/risk/score.ts';
import type { Tx } from '#server/context.ts';

/** What the provider says of a payment. */
interface Paid {
  card?: { brand: string; last4: string } | undefined;
  payerDocument?: string | null | undefined;
}

/**
 * F55: scores an order again with what its payment shows. A score that would refuse the purchase holds it now: the money
 * has arrived.
 * @returns whether staff look at it before it goes on
 */
export async function assessPayment(
  tx: Tx,
  orderId: number,
  { card: paidBy, payerDocument = null }: Paid,
  rules: RiskRules,
): Promise<boolean> {
  if (!rules.active) return false;
  const card = paidBy ? `${paidBy.brand} ${paidBy.last4}` : null;
  const { rows } = await sql<{ facts: RiskFacts; paid: Partial<RiskFacts> | null }>`
    select facts, risk_at_payment(order_id, ${card}, ${payerDocument}) as paid
    from order_risks where order_id = ${orderId} for no key update`.execute(tx);
  const known = rows[0];
  // Orders placed before the rules were active have no facts.
  if (!known) return false;
  const facts: RiskFacts = { ...known.facts, ...known.paid };
  const { score, reasons, action } = scoreOrder(facts, rules);
  const holds = action !== 'none';
  await sql`update order_risks set card = ${card}, facts = ${JSON.stringify(facts)}::jsonb, score = ${score},
    reasons = ${reasons}::text[], action = ${holds ? 'hold' : 'none'} where order_id = ${orderId}`.execute(
    tx,
  );
  return holds;
}
