import type { DeliveryRecord } from '#contract/orders/delivery-record.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { BoughtListingButton } from '#web/orders/bought-listing-button.tsx';
import { DeliveryProof } from '#web/orders/delivery/delivery-proof.tsx';
import { RevealRecord } from '#web/orders/delivery/reveal-record.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { BuyerData } from './buyer-data.tsx';
import { CancellationRecord } from './cancellation-record.tsx';
import { DeliveryNote } from './delivery-note.tsx';

interface DeliveryCardProps {
  order: { hash: string; quantity: number; deliveryType: DeliveryType; deliveredAt: string | null };
  delivery: DeliveryRecord;
  buyer: string;
  seller: string;
}

/** What was bought and delivered, with its files and times, and who opened what: all that the two sides see. */
export function DeliveryCard({ order, delivery, buyer, seller }: DeliveryCardProps) {
  const { hash, deliveredAt } = order;
  const { hasDeliveryNote, deliveryFiles, buyerData, cancellation } = delivery;
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col">
        <h2 className="text-h3">Entrega</h2>
        <p className="mt-1 text-sm text-ink-2">
          {deliveredAt
            ? `Entregue por @${seller} em ${formatDateTime(deliveredAt)}.`
            : `@${seller} ainda não entregou.`}
        </p>
        <BoughtListingButton hash={hash} />
      </div>
      {hasDeliveryNote && <DeliveryNote key={hash} hash={hash} />}
      <DeliveryProof hash={hash} files={deliveryFiles} asStaff />
      {order.deliveryType === 'automatic' && deliveredAt && (
        <CodeReveals quantity={order.quantity} reveals={delivery.reveals} />
      )}
      {buyerData && <BuyerData key={`${hash}-data`} {...{ hash, buyer, seller, ...buyerData }} />}
      {cancellation && <CancellationRecord {...{ hash, buyer, seller, cancellation }} />}
    </Card>
  );
}

/** N05: that codes were opened, by whom and when. Staff never see a code. */
function CodeReveals({ quantity, reveals }: { quantity: number; reveals: DeliveryRecord['reveals'] }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">
        {`${formatCount(quantity, 'código', 'códigos')}. ${reveals.length === 0 ? 'Quem comprou ainda não abriu. ' : ''}A equipe nunca vê o código.`}
      </p>
      {reveals.length > 0 && <RevealRecord reveals={reveals} />}
    </div>
  );
}
