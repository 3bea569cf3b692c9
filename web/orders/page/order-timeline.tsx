import type { Order } from '#contract/orders/orders.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';
import { Timeline } from '#web/ui/data/timeline.tsx';
import { timelineSteps } from './timeline-steps.ts';

/** What happened and what is still to come; on phones the current step and its neighbours come first. */
export function OrderTimeline({ order }: { order: Order }) {
  const phone = useMediaQuery('(width < 768px)');
  const steps = timelineSteps(order);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-h2">Linha do tempo</h2>
      <Timeline key={String(phone)} steps={steps} compact={phone && steps.length > 4} />
    </Card>
  );
}
