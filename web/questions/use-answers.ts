import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { answerQuestion } from '#contract/questions.ts';
import { api, ApiError } from '#web/api.ts';
import { aviso } from '#web/ui/toast.tsx';
import { useDelayed } from '#web/use-delayed.ts';

interface Answer {
  id: number;
  text: string;
}

export interface Answers {
  send: (answer: Answer) => void;
  /** On the screen already, on their way to the server. */
  sent: ReadonlyMap<number, string>;
  /** Answers that were not saved, with the reason; what was typed stays. */
  failed: ReadonlyMap<number, string>;
}

/**
 * Answers are optimistic: the text stands at once, the call leaves after 6 s or when the page is hidden or left, and
 * until then it can be taken back (design §4.5).
 */
export function useAnswers(onBack: (answer: Answer) => void): Answers {
  const { revalidate } = useRevalidator();
  const [sent, setSent] = useState<ReadonlyMap<number, string>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());

  const call = useCallback(
    async ({ id, text }: Answer, leaving: boolean) => {
      try {
        await api(answerQuestion, {
          params: { id },
          body: { answer: text },
          keepalive: leaving,
          asked: false,
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailed((old) => new Map(old).set(id, error.message));
      }
      if (!leaving) await revalidate();
      setSent((old) => new Map([...old].filter(([one]) => one !== id)));
    },
    [revalidate],
  );

  // Everything `call` uses stays the same for the life of the page, so the first one serves.
  const delayed = useDelayed(call);

  function undo(id: number): void {
    const item = delayed.take(id);
    if (!item) return;
    setSent((old) => new Map([...old].filter(([one]) => one !== id)));
    onBack(item);
  }

  return {
    sent,
    failed,
    send: (answer) => {
      setSent((old) => new Map(old).set(answer.id, answer.text));
      setFailed((old) => new Map([...old].filter(([one]) => one !== answer.id)));
      delayed.hold(answer);
      aviso.sucesso('Resposta enviada', 'Aparece para todos em instantes.', {
        desfazer: () => undo(answer.id),
      });
    },
  };
}
