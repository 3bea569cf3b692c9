import { brandName } from '#web/ui/theme/brand.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import { orderEventLabels } from '#web/labels.ts';
import type { TimelineStep } from '#web/ui/data/timeline.tsx';

/** The regular states of an order; those it has not reached are shown as upcoming. */
const regularStates: readonly { state: OrderState; title: string }[] = [
  { state: 'awaiting_payment', title: 'Pedido feito' },
  { state: 'paid', title: 'Pagamento confirmado' },
  { state: 'delivered', title: 'Entrega' },
  { state: 'completed', title: 'Conclusão e liberação do valor' },
];

/** Position of each state among the regular ones. */
const positions: Record<OrderState, number> = {
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

/** Past events, oldest first, and the steps still to come. */
export function timelineSteps(
  order: Pick<Order, 'state' | 'timeline' | 'viewerIs' | 'buyer' | 'seller'>,
): TimelineStep[] {
  const over = finalOrderStates.includes(order.state);
  const past = order.timeline.map((entry, index): TimelineStep => {
    const last = index === order.timeline.length - 1;
    const failed = last && over && order.state !== 'completed';
    return {
      id: `${index}`,
      title: (orderEventLabels as Record<string, string>)[entry.event] ?? 'Mudança de situação',
      state: failed ? 'failed' : last && !over ? 'current' : 'done',
      at: entry.at,
      actor: actorOf(order, entry.actor),
    };
  });
  const ahead = over ? [] : regularStates.slice(positions[order.state] + 1);
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
