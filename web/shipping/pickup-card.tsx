import type { Order } from '#contract/orders/orders.ts';
import type { OrderPickup } from '#contract/shipping/shipments.ts';
import { MessageCircle } from '#web/ui/icons/icons.tsx';
import { conversationId } from '#web/orders/conversation/conversation-id.ts';
import { may } from '#web/orders/page/order-facts.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { HandoverForm } from './handover-form.tsx';
import { PickupCode } from './pickup-code.tsx';

const adviceForBuyer = [
  'Marque num lugar público e movimentado, de dia. Se puder, vá acompanhado.',
  'Confira o item antes de mostrar o código.',
  'Não pague nada por fora: o valor já está guardado.',
];
const adviceForSeller = [
  'Marque num lugar público e movimentado, de dia. Se puder, vá acompanhado.',
  'Digite o código antes de entregar o item: ele é a prova da entrega.',
  'Não aceite pagamento por fora: o valor já está guardado.',
];

/** S12: how an order is picked up: the place is agreed in the conversation, the buyer's code proves the handover. */
export function PickupCard({ order, deal, pickup }: { order: Order; deal: Deal; pickup: OrderPickup }) {
  const isBuyer = order.viewerIs === 'buyer';
  const other = `@${isBuyer ? order.seller : order.buyer}`;
  return (
    <div className="flex flex-col gap-5">
      {pickup.code && <PickupCode hash={order.hash} code={pickup.code} />}
      {may(deal, 'hand_over') && pickup.triesLeft > 0 && (
        <HandoverForm order={order} triesLeft={pickup.triesLeft} />
      )}
      {may(deal, 'hand_over') && pickup.triesLeft === 0 && (
        <Banner tone="danger">
          Códigos errados demais. Não entregue o item e fale com o atendimento por este pedido.
        </Banner>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-body text-ink-2">
        {(isBuyer ? adviceForBuyer : adviceForSeller).map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <Button
        asChild
        variant={isBuyer ? 'primary' : 'secondary'}
        className="self-start print:hidden"
        icon={<MessageCircle aria-hidden="true" />}
      >
        <a href={`#${conversationId}`}>{`Combinar com ${other}`}</a>
      </Button>
    </div>
  );
}
