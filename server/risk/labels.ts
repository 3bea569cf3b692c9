import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { labelOrderRisk } from '#contract/risk/order-risk.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { RiskLabel } from '#domain/risk/labels.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';

interface Examined {
  buyerId: number;
  sellerId: number;
  label: RiskLabel | null;
}

/**
 * F55: an admin records what an examined order turned out to be. It moves no money; a later finding replaces it.
 * @throws `not_found` where the rules of risk did not examine the order
 */
export async function labelOrder(
  tx: Tx,
  viewer: Viewer,
  { id, label, note }: { id: number } & Body<typeof labelOrderRisk>,
): Promise<void> {
  const { rows } = await sql<Examined>`
    select buyer_id as "buyerId", seller_id as "sellerId", label from order_risks
    where order_id = ${id} for no key update`.execute(tx);
  const examined = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'decide_payment', examined);
  if (!answer.ok) fail(answer.reason);
  await sql`update order_risks set label = ${label}, label_note = ${note}, labelled_by = ${viewer.id},
    labelled_at = market_now() where order_id = ${id}`.execute(tx);
  await recordDecision(tx, {
    kind: 'order.risk_labelled',
    actor: viewer,
    subject: { kind: 'order', id },
    before: { riskLabel: examined.label },
    after: { riskLabel: label },
    reason: note,
  });
}

/** Why a person of the team may not label an order between these two, for display; null where they may. */
export function whyNotLabel(viewer: Viewer, sides: { buyerId: number; sellerId: number }): string | null {
  const answer = can(viewer, 'decide_payment', sides);
  if (answer.ok) return null;
  return answer.reason === 'own_decision'
    ? 'Este pedido é seu. Outra pessoa da equipe registra.'
    : 'Só um administrador registra o que um pedido foi.';
}
