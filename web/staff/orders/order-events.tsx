import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import { orderEventLabels, orderLabels } from '#web/labels.ts';
import { Timeline } from '#web/ui/data/timeline.tsx';
import { actorLabels } from './order-labels.ts';

/** The order's events with actor and time; the last one is its current state. */
export function OrderEvents({ order }: { order: Reply<typeof getStaffOrder> }) {
  const last = order.timeline.length - 1;
  const ended = finalOrderStates.includes(order.state);
  return (
    <Timeline
      steps={order.timeline.map(({ event, state, actor, name, at }, index) => ({
        id: String(index),
        title: (orderEventLabels as Readonly<Record<string, string>>)[event] ?? orderLabels[state].label,
        state: index < last || ended ? 'done' : 'current',
        at,
        actor: name ? `${actorLabels[actor] ?? actor} (@${name})` : (actorLabels[actor] ?? actor),
      }))}
    />
  );
}
