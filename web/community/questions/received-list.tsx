import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useRevalidator } from 'react-router';
import { blockAsker, unblockAsker } from '#contract/community/questions.ts';
import type { OwnQuestion } from '#contract/community/questions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ReceivedQuestion } from './received-question.tsx';
import { useAnswers } from './use-answers.ts';

interface ReceivedListProps {
  questions: readonly OwnQuestion[];
  now: string;
}

/** Questions to answer, usable by keyboard: arrows, Enter, text, Ctrl+Enter. */
export function ReceivedList({ questions, now }: ReceivedListProps) {
  const [open, setOpen] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const { send, sent, failed, dismissFailure } = useAnswers(({ id }) => setOpen(id));

  function answer(question: OwnQuestion, text: string): void {
    send({ id: question.id, text });
    const rest = questions.filter(
      ({ id, state }) => state === 'pending' && id !== question.id && !sent.has(id),
    );
    setOpen(rest[0]?.id ?? null);
  }

  async function block(question: OwnQuestion, on: boolean): Promise<void> {
    const params = { username: question.person };
    try {
      await api(on ? blockAsker : unblockAsker, { params });
      await revalidate();
      if (on)
        aviso.sucesso('Perguntas bloqueadas', `@${question.person} não pergunta mais a você.`, {
          desfazer: () => void block(question, false),
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('Não deu para bloquear', error.detail);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows between the buttons of the list
    <ul className="flex flex-col gap-3" onKeyDown={moveWithArrows}>
      {questions.map((question) => (
        <ReceivedQuestion
          key={question.id}
          question={question}
          now={now}
          open={open === question.id || (failed.has(question.id) && !sent.has(question.id))}
          sent={sent.get(question.id)}
          failure={failed.get(question.id)}
          onOpen={() => setOpen(question.id)}
          onSend={(text) => answer(question, text)}
          onCancel={() => {
            dismissFailure(question.id);
            setOpen(null);
          }}
          onBlock={() => void block(question, true)}
        />
      ))}
    </ul>
  );
}

/** Moves the focus with the arrow keys between the questions that can be answered. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('[data-question]')) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-question]')];
  const next = buttons[buttons.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
