import type { Order } from '#contract/orders/orders.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { DeliveryProof } from '#web/orders/delivery/delivery-proof.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { Quote } from './quote.tsx';

interface Props {
  order: Order;
  cancellation: NonNullable<Deal['cancellation']>;
}

/** P14: the cancellation request that the seller refused, with both texts; the delivery goes on. */
export function CancellationRefusal({ order, cancellation: { note, answerNote, files } }: Props) {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-h2">Cancelamento recusado</h2>
      <p className="text-body text-ink-2">
        A entrega continua. Se o prazo dela passar, @{order.buyer} pode abrir uma reclamação.
      </p>
      <Quote caption={`Por que @${order.buyer} quis cancelar`} text={note} />
      {answerNote && <Quote caption={`Por que @${order.seller} recusou`} text={answerNote} />}
      <DeliveryProof hash={order.hash} files={files} title="Prova da recusa" />
    </Card>
  );
}
