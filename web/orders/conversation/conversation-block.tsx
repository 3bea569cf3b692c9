import { Suspense, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Card } from '#web/ui/cards/card.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { conversationId } from './conversation-id.ts';
import { ConversationShape, ConversationSkeleton } from './conversation-skeleton.tsx';

const OrderConversation = lazyPart(() =>
  import('./order-conversation.tsx').then((module) => ({ default: module.OrderConversation })),
);

interface ConversationBlockProps {
  order: Order;
  deal: Deal;
  clockOffsetMs: number;
}

/** «Conversa do pedido»: its code and messages load when the block comes near the viewport. */
export function ConversationBlock({ order, deal, clockOffsetMs }: ConversationBlockProps) {
  const { block, near } = useNear();
  const paid = order.timeline.some(({ state }) => state === 'paid');
  if (!paid && deal.closedAt !== null) return null;
  return (
    <section
      ref={block}
      id={conversationId}
      aria-labelledby="conversa-titulo"
      className="min-w-0 print:hidden"
    >
      <Card className="flex flex-col gap-0 overflow-hidden p-0 md:p-0">
        <h2 id="conversa-titulo" tabIndex={-1} className="px-4 pt-4 text-h2 outline-none md:px-5 md:pt-5">
          Conversa do pedido
        </h2>
        {!paid && (
          <p className="px-4 pt-2 pb-4 text-body text-ink-2 md:px-5 md:pb-5">
            A conversa abre quando o pagamento for confirmado.
          </p>
        )}
        {paid && !near && <ConversationShape />}
        {paid && near && (
          <Suspense fallback={<ConversationSkeleton />}>
            <OrderConversation key={order.hash} order={order} deal={deal} clockOffsetMs={clockOffsetMs} />
          </Suspense>
        )}
      </Card>
    </section>
  );
}

/** True once the block is near the viewport or the address names it in its fragment. */
function useNear() {
  const block = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = block.current;
    if (!element) return undefined;
    if (location.hash === `#${conversationId}`) element.scrollIntoView();
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { block, near };
}
