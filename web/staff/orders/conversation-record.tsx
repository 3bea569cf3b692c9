import { useCallback, useEffect, useState } from 'react';
import { decideHeldMessage, inspectOrderMessages } from '#contract/orders/conversations.ts';
import type { StaffOrderMessage } from '#contract/orders/conversations.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { MessageBubble } from '#web/ui/conversation/message-bubble.tsx';
import { MessageList } from '#web/ui/conversation/message-list.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { ConversationSkeleton } from '#web/orders/conversation/conversation-skeleton.tsx';
import { toMessageFile } from '#web/orders/conversation/listed-order-messages.tsx';
import { AccessWithoutCase } from './access-without-case.tsx';

type Decision = 'show' | 'hide';

/** Shows the conversation to staff, who decide about messages the filter held back. Each access is recorded. */
export function ConversationRecord({ hash }: { hash: string }) {
  const { record, problem, older, load, decide } = useRecord(hash);
  if (!record)
    return problem ? <Failed hash={hash} problem={problem} onRetry={load} /> : <ConversationSkeleton />;
  const { buyer, seller, items, now } = record;
  return (
    <div className="flex min-h-0 flex-col">
      <p className="border-b border-border px-4 pt-1 pb-3 text-sm text-ink-3 md:px-5">
        Só leitura. Esta consulta fica registrada.
      </p>
      {problem && (
        <div className="p-4">
          <ProblemBanner problem={problem} />
        </div>
      )}
      <MessageList
        label={`Conversa entre @${buyer} e @${seller}`}
        now={now}
        onOlder={older}
        empty={<EmptyInline>Nenhuma mensagem neste pedido.</EmptyInline>}
        className={items.length > 0 ? 'h-[min(32rem,65dvh)]' : undefined}
        messages={items.map((message) => ({
          key: message.sequence,
          at: message.createdAt,
          from: 'them' as const,
          content: (
            <MessageBubble
              from={message.side === 'buyer' ? 'them' : 'me'}
              name={`@${message.side === 'buyer' ? buyer : seller}`}
              badge={message.side === 'buyer' ? `@${buyer} · compra` : `@${seller} · vende`}
              at={message.createdAt}
              text={message.text}
              files={message.files.map(toMessageFile)}
              note={<Handling message={message} onDecide={(decision) => decide(message.id, decision)} />}
            />
          ),
        }))}
      />
    </div>
  );
}

function Failed({ hash, problem, onRetry }: { hash: string; problem: ApiError; onRetry: () => void }) {
  if (problem.code === 'no_case')
    return (
      <div className="p-4 md:p-5">
        <AccessWithoutCase hash={hash} problem={problem} onOpened={onRetry} />
      </div>
    );
  return (
    <div className="p-4 md:p-5">
      <EmptyInline
        action={
          <Button variant="quiet" onClick={onRetry}>
            Tentar de novo
          </Button>
        }
      >
        {problem.detail}
      </EmptyInline>
    </div>
  );
}

function Handling({
  message: { handling, original, decision, repeated, removed },
  onDecide,
}: {
  message: StaffOrderMessage;
  onDecide: (decision: Decision) => void;
}) {
  if (removed) return <p>Removida depois de uma denúncia: só a equipe ainda lê.</p>;
  if (repeated) return <p>Liberada pela equipe.</p>;
  if (handling === 'as_warned') return <p>Enviada depois do aviso sobre dados de contato.</p>;
  if (handling === 'masked') return <p>Foi escrito: «{original}»</p>;
  if (handling !== 'held') return null;
  if (decision) return <p>{decision === 'show' ? 'Conferida e liberada.' : 'Conferida e mantida oculta.'}</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>Espera a equipe.</p>
      <Button size="sm" variant="secondary" onClick={() => onDecide('show')}>
        Mostrar mensagem
      </Button>
      <Button size="sm" variant="quiet" onClick={() => onDecide('hide')}>
        Manter oculta
      </Button>
    </div>
  );
}

type Record = Reply<typeof inspectOrderMessages>;

function useRecord(hash: string) {
  const [record, setRecord] = useState<Record | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);

  const load = useCallback(() => {
    api(inspectOrderMessages, { params: { hash } }).then(
      (found) => {
        setRecord(found);
        setProblem(null);
      },
      (error: unknown) => setProblem(asApiError(error)),
    );
  }, [hash]);
  useEffect(load, [load]);

  function loadOlder(): void {
    const first = record?.items[0]?.sequence;
    if (first === undefined) return;
    api(inspectOrderMessages, { params: { hash }, query: { before: String(first) } }).then(
      (page) => setRecord((current) => current && { ...page, items: [...page.items, ...current.items] }),
      (error: unknown) => setProblem(asApiError(error)),
    );
  }

  function decide(id: number, decision: Decision): void {
    api(decideHeldMessage, { params: { id }, body: { decision } }).then(load, (error: unknown) =>
      setProblem(asApiError(error)),
    );
  }

  return { record, problem, load, decide, older: record?.more ? loadOlder : undefined };
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
