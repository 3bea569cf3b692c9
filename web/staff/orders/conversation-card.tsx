import { Suspense, useRef, useState } from 'react';
import type { DeliveryRecord } from '#contract/orders/delivery-record.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ConversationSkeleton } from '#web/orders/conversation/conversation-skeleton.tsx';

const ConversationRecord = lazyPart(() =>
  import('./conversation-record.tsx').then((module) => ({ default: module.ConversationRecord })),
);

/** What buyer and seller wrote to each other (F24). It is read on request, because each access is recorded (T110). */
export function ConversationCard({
  hash,
  messages: { count, lastAt },
}: {
  hash: string;
  messages: DeliveryRecord['messages'];
}) {
  const [reading, setReading] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  function read(): void {
    setReading(true);
    // The focused button disappears.
    title.current?.focus();
  }

  return (
    <Card className="flex min-w-0 flex-col gap-0 overflow-hidden p-0 md:p-0">
      <h2 ref={title} tabIndex={-1} className="px-4 pt-4 text-h3 outline-none md:px-5 md:pt-5">
        Conversa do pedido
      </h2>
      {reading ? (
        <Suspense fallback={<ConversationSkeleton />}>
          <ConversationRecord hash={hash} />
        </Suspense>
      ) : (
        <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-4 md:px-5 md:pb-5">
          <p className="text-sm text-ink-2">
            {count === 0 || !lastAt
              ? 'Quem compra e quem vende ainda não conversaram aqui.'
              : `${formatCount(count, 'mensagem', 'mensagens')}, a última em ${formatDateTime(lastAt)}. A leitura fica no registro de ações.`}
          </p>
          {count > 0 && (
            <Button variant="secondary" onClick={read}>
              Ler a conversa
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
