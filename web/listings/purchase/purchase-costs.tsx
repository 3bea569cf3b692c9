import type { ReactNode } from 'react';
import { freightText, serviceName } from '#web/shipping/service-texts.ts';
import type { DeliveryChoice } from '#web/shipping/use-delivery-choice.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface PurchaseCostsProps {
  unitCents: number;
  quantity: number;
  itemsCents: number;
  /** Null while the freight is unknown. */
  totalCents: number | null;
  delivery: DeliveryChoice;
}

/** What the purchase costs; the freight is a line of its own (S05). */
export function PurchaseCosts({ unitCents, quantity, itemsCents, totalCents, delivery }: PurchaseCostsProps) {
  const item = quantity === 1 ? 'Item' : `${quantity} × ${formatCents(unitCents)}`;
  return (
    <dl className="flex flex-col gap-2 text-ui tabular-nums">
      <Line label={item} value={formatCents(itemsCents)} />
      <FreightLine delivery={delivery} />
      <Line label="Tarifa de compra" value={formatCents(0)} />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-border pt-3">
        <dt className="text-h3">Total</dt>
        <dd className="text-price-md">
          {totalCents === null ? <Unknown delivery={delivery} /> : formatCents(totalCents)}
        </dd>
      </div>
    </dl>
  );
}

function FreightLine({ delivery }: { delivery: DeliveryChoice }) {
  const { way, service } = delivery;
  if (way === null) return null;
  if (way === 'pickup') return <Line label="Retirada em mãos" value="Sem frete" />;
  if (service === null) return <Line label="Frete" value={<Unknown delivery={delivery} />} />;
  return <Line label={`Frete, ${serviceName(service)}`} value={freightText(service.priceCents)} />;
}

/** An amount that is being calculated, or needs something of the buyer first. */
function Unknown({ delivery: { freight } }: { delivery: DeliveryChoice }) {
  if (freight.state.kind !== 'loading') return <span className="text-ui text-ink-2">a calcular</span>;
  return (
    <>
      <span className="sr-only">calculando</span>
      <Skeleton className="my-0.5 w-20" />
    </>
  );
}

function Line({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal text-ink-2">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
