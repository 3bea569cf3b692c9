import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { MessageList } from '#web/ui/conversation/message-list.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { useOnline } from '#web/ui/page/use-online.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { ConversationWriter } from './conversation-writer.tsx';
import { listedOrderMessages } from './listed-order-messages.tsx';
import type { ConversationHead } from './use-order-conversation.ts';
import { useOrderConversation } from './use-order-conversation.ts';

interface OrderConversationProps {
  order: Order;
  deal: Deal;
  clockOffsetMs: number;
}

/** The conversation between buyer and seller of an order. Mount it with the order's hash as key. */
export function OrderConversation({ order, deal, clockOffsetMs }: OrderConversationProps) {
  const side = order.viewerIs === 'seller' ? 'seller' : 'buyer';
  const other = `@${side === 'buyer' ? order.seller : order.buyer}`;
  const chat = useOrderConversation(order.hash, deal.id, side);
  const { conversation, head, otherReadUpTo, retry, drop } = chat;
  const { frame, firstNew } = useReading(chat);
  if (!head)
    return chat.reachable === false ? (
      <div className="p-4 md:p-5">
        <EmptyInline
          action={
            <Button variant="quiet" onClick={() => void chat.catchUp()}>
              Tentar de novo
            </Button>
          }
        >
          Não conseguimos carregar a conversa. Confira sua conexão e tente de novo.
        </EmptyInline>
      </div>
    ) : (
      <ConversationSkeleton />
    );
  const messages = listedOrderMessages(conversation, { other, otherReadUpTo, retry, drop });
  return (
    <div ref={frame} className="flex min-h-0 flex-col">
      <p className="border-b border-border px-4 pt-1 pb-3 text-sm text-ink-3 md:px-5">
        Combine tudo aqui: o que está nesta conversa vale como prova. Fora do site não há proteção.
      </p>
      <MessageList
        label={`Conversa com ${other}`}
        messages={messages}
        now={head.now}
        firstNew={firstNew}
        onOlder={chat.loadOlder && (() => void chat.loadOlder?.())}
        typing={chat.typing ? `${other} está escrevendo…` : null}
        empty={
          <EmptyInline>
            {head.stage === 'open'
              ? `Nenhuma mensagem ainda. Pergunte ou combine a entrega com ${other}.`
              : 'Ninguém escreveu nesta conversa.'}
          </EmptyInline>
        }
        className={messages.length > 0 ? 'h-[min(32rem,65dvh)]' : undefined}
      />
      <Offline />
      {head.stage === 'open' ? (
        <>
          <ConversationWriter
            hash={order.hash}
            side={side}
            other={other}
            clockOffsetMs={clockOffsetMs}
            onWrite={chat.write}
            onType={chat.sendTyping}
          />
          <OpenUntil {...head} />
        </>
      ) : (
        <p className="border-t border-border px-4 py-3 text-sm text-ink-2 md:px-5">
          {head.writableUntil
            ? `Esta conversa terminou em ${formatDateTime(head.writableUntil)} e fica aqui para leitura.`
            : 'Esta conversa terminou e fica aqui para leitura.'}
        </p>
      )}
    </div>
  );
}

function OpenUntil({ writableUntil }: ConversationHead) {
  if (writableUntil === null) return null;
  return (
    <p className="bg-surface px-4 pb-3 text-xs text-ink-3">
      Dá para escrever até {formatDateTime(writableUntil)}.
    </p>
  );
}

/** Marks visible messages as read, and keeps the first unread one as it was when the conversation opened. */
function useReading({
  conversation: { messages },
  readUpTo,
  markRead,
}: Pick<ReturnType<typeof useOrderConversation>, 'conversation' | 'readUpTo' | 'markRead'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  const markedUpTo = useRef(0);
  const [firstNew, setFirstNew] = useState<number | null | undefined>(undefined);
  if (firstNew === undefined && readUpTo !== null)
    setFirstNew(messages.find(({ mine, sequence }) => !mine && sequence > readUpTo)?.sequence ?? null);
  const loaded = readUpTo !== null;
  const last = messages.findLast(({ mine }) => !mine)?.sequence ?? 0;

  useEffect(() => {
    const element = frame.current;
    if (!element || !loaded) return undefined;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [loaded]);

  useEffect(() => {
    function markIfVisible(): void {
      const from = Math.max(markedUpTo.current, readUpTo ?? 0);
      if (!visible || readUpTo === null || last <= from || document.visibilityState !== 'visible') return;
      markedUpTo.current = last;
      markRead(last);
    }
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [visible, last, readUpTo, markRead]);

  return { frame, firstNew: firstNew ?? null };
}

function Offline() {
  if (useOnline()) return null;
  return (
    <output className="block bg-warning-soft px-4 py-2 text-sm text-on-warning-soft">
      Sem conexão. Sua mensagem sai quando a internet voltar.
    </output>
  );
}
