import { useState } from 'react';
import type { BodyInput } from '#contract/endpoint.ts';
import { openTicket } from '#contract/tickets/tickets.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';
import { api, ApiError, isUnanswered, newIdempotencyKey } from '#web/api/api.ts';
import { Composer } from '#web/ui/conversation/composer.tsx';
import { useDraft } from '#web/ui/conversation/use-draft.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { AnswerTime } from './answer-time.tsx';
import { ticketCategoryLabels } from './ticket-labels.ts';
import { useTicketFiles } from './ticket-files.ts';
import type { OwnTickets } from './use-own-tickets.ts';

type Given = BodyInput<typeof openTicket>;

export interface Question {
  category: Given['category'];
  about: NonNullable<Given['about']> | null;
  /** The subject as text. */
  label: string | null;
}

/** Form for the first message of a conversation. Mount it with a key per question. */
export function NewQuestion({
  question: { category, about, label },
  tickets,
  onOpened,
}: {
  question: Question;
  tickets: OwnTickets;
  onOpened: (ticketId: number) => void;
}) {
  const [text, setText] = useDraft(`atendimento-novo-${category}-${label ?? ''}`);
  const files = useTicketFiles();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The idempotency key of this attempt: a retry with it creates the same ticket.
  const [attempt, setAttempt] = useState(() => ({ key: newIdempotencyKey(), body: null as Given | null }));

  async function send(trimmed: string): Promise<void> {
    if (sending) return;
    const body: Given = {
      category,
      ...(about && { about }),
      clientId: attempt.body?.clientId ?? crypto.randomUUID(),
      text: trimmed,
      files: files.composer.items.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
    };
    const isRetry = attempt.body === null || JSON.stringify(attempt.body) === JSON.stringify(body);
    const key = isRetry ? attempt.key : newIdempotencyKey();
    setAttempt({ key, body });
    setSending(true);
    setProblem(null);
    try {
      const { id } = await api(openTicket, { body, idempotencyKey: key });
      setText('');
      onOpened(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A refusal belongs to its key, so the next attempt uses a new one.
      if (!isUnanswered(error)) setAttempt({ key: newIdempotencyKey(), body: null });
      setProblem(Object.values(error.fields)[0] ?? error.detail);
    } finally {
      setSending(false);
    }
  }
  return (
    <>
      <Guidance label={label ?? ticketCategoryLabels[category]} tickets={tickets} />
      {problem && (
        <p role="alert" className="px-4 py-2 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      {sending && <output className="block px-4 py-2 text-sm text-ink-2">Enviando sua pergunta…</output>}
      <Composer
        label="Sua pergunta"
        placeholder="Escreva sua pergunta"
        text={text}
        limit={maxOf(ticketLimits.text)}
        attachments={files.composer}
        onText={setText}
        onSend={(trimmed) => void send(trimmed)}
      />
    </>
  );
}

/** The subject, what helps, and when the team answers. */
function Guidance({ label, tickets }: { label: string; tickets: OwnTickets }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <p className="inline-flex max-w-full self-start rounded-sm bg-brand-soft px-2.5 py-1 text-sm font-semibold text-on-brand-soft">
        <span className="truncate">{label}</span>
      </p>
      <p className="text-body text-ink-2">
        Conte o que aconteceu. Quanto mais detalhes, mais rápido a equipe resolve.
      </p>
      <AnswerTime tickets={tickets} />
      <p className="text-sm text-ink-3">A equipe nunca pede senha nem pagamento fora do site.</p>
    </div>
  );
}
