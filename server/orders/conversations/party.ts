import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { conversationStage, writableUntil } from '#domain/orders/conversations.ts';
import type {
  ConversationFacts,
  ConversationRules,
  ConversationStage,
} from '#domain/orders/conversations.ts';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

export type Side = 'buyer' | 'seller';

/** The conversation of an order as one of its two sides sees it. */
export interface Party {
  orderId: number;
  side: Side;
  otherId: number;
  stage: ConversationStage;
  writableUntil: Date | null;
  now: Date;
}

interface Row extends ConversationFacts {
  id: number;
  buyerId: number;
  sellerId: number;
  now: Date;
}

/**
 * The viewer's side of an order's conversation.
 * @throws `not_found` when there is no such order or the viewer is neither its buyer nor its seller
 */
export async function partyTo(
  db: Queryable,
  viewer: Viewer,
  hash: string,
  rules: ConversationRules,
): Promise<Party> {
  const { rows } = await sql<Row>`
    select id, buyer_id as "buyerId", seller_id as "sellerId", state, paid_at as "paidAt",
      delivered_at as "deliveredAt", closed_at as "closedAt", warranty_days as "warrantyDays", market_now() as now
    from orders where hash = ${hash} and ${viewer.id} in (buyer_id, seller_id)`.execute(db);
  const order = rows[0] ?? fail('not_found');
  const buying = order.buyerId === viewer.id;
  return {
    orderId: order.id,
    side: buying ? 'buyer' : 'seller',
    otherId: buying ? order.sellerId : order.buyerId,
    stage: conversationStage(order, order.now, rules),
    writableUntil: writableUntil(order, rules),
    now: order.now,
  };
}

/** @throws `wrong_state` before the payment and after the warranty */
export function refuseReadOnly({ stage }: Party): void {
  if (stage === 'open') return;
  fail('wrong_state', {
    detail:
      stage === 'not_open'
        ? 'A conversa abre quando o pagamento for confirmado.'
        : 'A conversa deste pedido terminou e fica aqui só para leitura. Se precisar, fale com o atendimento.',
    meta: { stage, allowed: [] },
  });
}
