import { brandName } from '#web/ui/theme/brand.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import { orderEventWords } from '#web/text.ts';
import type { TimelineStep } from '#web/ui/data/timeline.tsx';

/** The straight road of an order; what is not behind it yet lies ahead. */
const road: readonly { state: OrderState; title: string }[] = [
  { state: 'awaiting_payment', title: 'Pedido feito' },
  { state: 'paid', title: 'Pagamento confirmado' },
  { state: 'delivered', title: 'Entrega' },
  { state: 'completed', title: 'Conclusão e liberação do valor' },
];

/** Where on the road a state stands. */
const reached: Record<OrderState, number> = {
  awaiting_payment: 0,
  payment_in_review: 0,
  paid: 1,
  in_delivery: 1,
  delivered: 2,
  in_complaint: 2,
  completed: 3,
  refunded: 3,
  cancelled: 3,
  expired: 3,
};

/** What happened, oldest first, and what is still to come. */
export function timelineSteps(
  order: Pick<Order, 'state' | 'timeline' | 'viewerIs' | 'buyer' | 'seller'>,
): TimelineStep[] {
  const over = finalOrderStates.includes(order.state);
  const past = order.timeline.map((entry, index): TimelineStep => {
    const last = index === order.timeline.length - 1;
    const failed = last && over && order.state !== 'completed';
    return {
      id: `${index}`,
      title: (orderEventWords as Record<string, string>)[entry.event] ?? 'Mudança de situação',
      state: failed ? 'failed' : last && !over ? 'current' : 'done',
      at: entry.at,
      actor: actorOf(order, entry.actor),
    };
  });
  const ahead = over ? [] : road.slice(reached[order.state] + 1);
  return [
    ...past,
    ...ahead.map(({ state, title }): TimelineStep => ({ id: state, title, state: 'upcoming' })),
  ];
}

/** Strangers read roles, the parties read names (§1). */
function actorOf(order: Pick<Order, 'viewerIs' | 'buyer' | 'seller'>, actor: string): string {
  const named = order.viewerIs !== 'stranger';
  if (actor === 'buyer') return named ? `@${order.buyer}` : 'Quem comprou';
  if (actor === 'seller') return named ? `@${order.seller}` : 'Quem vende';
  return actor === 'staff' ? `Equipe ${brandName}` : brandName;
}
