import { Suspense } from 'react';
import { Printer } from '#web/ui/icons/icons.tsx';
import type { Order } from '#contract/orders/orders.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { AddToCalendar } from '#web/orders/add-to-calendar.tsx';
import { orderBadge } from '#web/orders/order-badge.ts';
import type { Deal } from './order-facts.ts';
import { refundOnItsWay, stepOf } from './order-facts.ts';

// Most orders were open in no outage of ours.
const OrderIncidents = lazyPart(async () => ({
  default: (await import('#web/incidents/order-incidents.tsx')).OrderIncidents,
}));

/** Code, state and next step: who acts, until when, and what happens otherwise. */
export function OrderHeader({ order, deal }: { order: Order; deal: Deal }) {
  const step = stepOf(order, deal);
  const { label, tone } = orderBadge(order.state, { waits: deal.waits, refund: refundOnItsWay(deal) });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={`Pedido ${order.code}`}
        badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
        actions={
          <IconButton
            label="Imprimir pedido"
            icon={<Printer aria-hidden="true" />}
            className="max-md:hidden print:hidden"
            onClick={() => window.print()}
          />
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-lg border border-border bg-surface px-4 py-3 md:px-5 md:py-4">
        <output className="block min-w-[min(100%,20rem)] flex-1 text-body text-ink">
          <span className="font-semibold">{step.sentence}</span>
          {step.otherwise && <span className="block text-sm text-ink-2">{step.otherwise}</span>}
          {step.money && <span className="block text-sm text-ink-2">{step.money}</span>}
        </output>
        {step.deadline && <AddToCalendar order={order} step={step} deadline={step.deadline} />}
      </div>
      {deal.incidents.length > 0 && (
        <Suspense>
          <OrderIncidents deal={deal} />
        </Suspense>
      )}
    </div>
  );
}
