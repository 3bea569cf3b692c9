import { Suspense } from 'react';
import type { RefObject } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import type { DeliveryProof as DeliveryProofKind } from '#domain/orders/delivery-proofs.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { deliveryText } from '#web/listings/listing-texts.ts';
import { cancelReasonLabels } from '#web/labels.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { DeliveryProof } from './delivery-proof.tsx';

// Orders delivered manually have no codes.
const DeliveredCodes = lazyPart(async () => ({
  default: (await import('./codes.tsx')).DeliveredCodes,
}));

const ParcelCard = lazyPart(async () => ({
  default: (await import('#web/shipping/parcel-card.tsx')).ParcelCard,
}));
const PickupCard = lazyPart(async () => ({
  default: (await import('#web/shipping/pickup-card.tsx')).PickupCard,
}));

// Only accounts are secured.
const SecuringCard = lazyPart(async () => ({
  default: (await import('#web/orders/securing/securing-card.tsx')).SecuringCard,
}));

interface DeliveryBlockProps {
  order: Order;
  deal: Deal;
  titleRef: RefObject<HTMLHeadingElement | null>;
}

/**
 * What was delivered, or when it will be. It stays readable after a refund. For an order that ended without a delivery
 * the page's first sentence says everything, unless the one who cancelled it gave a reason.
 */
export function DeliveryBlock(props: DeliveryBlockProps) {
  const { order, deal } = props;
  return (
    <>
      <DeliveryCard {...props} />
      {deal.securing && (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <SecuringCard key={deal.securing.startedAt} order={order} securing={deal.securing} />
        </Suspense>
      )}
    </>
  );
}

function DeliveryCard({ order, deal, titleRef }: DeliveryBlockProps) {
  const ended = order.state === 'cancelled' || order.state === 'refunded';
  const reason = deal.cancelReason && (cancelReasonLabels as Record<string, string>)[deal.cancelReason];
  const travelled = deal.shipment?.postedAt != null;
  const moved = deal.deliveredAt !== null || travelled;
  if (ended && !moved && !reason) return null;
  return (
    <Card className="flex flex-col gap-4">
      <h2 ref={titleRef} tabIndex={-1} className="text-h2 outline-none">
        {ended && !moved ? 'Pedido encerrado' : titles[deal.deliveryType]}
      </h2>
      {ended && reason && <p className="text-body text-ink-2">Motivo: {reason}.</p>}
      {(!ended || deal.deliveredAt) && !deal.shipment && <Delivery order={order} deal={deal} />}
      {deal.shipment && (!ended || travelled) && (
        <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
          <ParcelCard order={order} deal={deal} shipment={deal.shipment} />
        </Suspense>
      )}
      {deal.pickup && order.state === 'paid' && (
        <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
          <PickupCard order={order} deal={deal} pickup={deal.pickup} />
        </Suspense>
      )}
    </Card>
  );
}

const titles: Record<Deal['deliveryType'], string> = {
  automatic: 'Entrega',
  manual: 'Entrega',
  shipping: 'Envio',
  pickup: 'Retirada em mãos',
};

function Delivery({ order, deal }: { order: Order; deal: Deal }) {
  // The card of the handover says the rest.
  if (deal.pickup && deal.deliveredAt === null) return null;
  const promise = deliveryText(deal.deliveryType, deal.promisedHours);
  if (deal.deliveredAt === null)
    return (
      <p className="text-body text-ink-2">
        {deal.deliveryType === 'automatic'
          ? 'Os códigos estão chegando. Fique nesta página.'
          : [`${promise}.`, proofPromise[deal.deliveryProof]].join(' ').trim()}
      </p>
    );
  return (
    <>
      <p className="text-body text-ink-2">Entregue em {formatDateTime(deal.deliveredAt)}.</p>
      {deal.deliveryNote && (
        <figure className="rounded-lg bg-surface-2 p-4">
          <figcaption className="text-sm text-ink-3">
            {order.viewerIs === 'seller' ? 'Como você entregou' : `Como @${order.seller} entregou`}
          </figcaption>
          <p className="mt-1 text-body whitespace-pre-line text-ink">{deal.deliveryNote}</p>
        </figure>
      )}
      <DeliveryProof hash={order.hash} files={deal.deliveryFiles} />
      {deal.deliveryType === 'automatic' && (
        <Suspense fallback={<Skeleton className="h-31 rounded-lg" />}>
          <DeliveredCodes order={order} deal={deal} />
        </Suspense>
      )}
    </>
  );
}

/** Proof that both sides can expect besides the text that every delivery has (P13). */
const proofPromise: Record<DeliveryProofKind, string | null> = {
  text: null,
  file: 'Quem vende prova a entrega com uma imagem ou um PDF.',
  video: 'Quem vende prova a entrega com um vídeo.',
};
