import { answerQuestion } from '#contract/community/questions.ts';
import { api } from '#web/api/api.ts';
import { usePendingText } from '#web/api/use-pending-text.ts';
import type { PendingText } from '#web/api/use-pending-text.ts';

export interface Answer {
  id: number;
  text: string;
}

/** The storage key of an answer's draft. */
export const answerDraft = ({ id }: Pick<Answer, 'id'>) => `resposta-${id}`;

/** Answers to questions, sent after 6 s so that they can be undone. */
export function useAnswers(onUndo: (answer: Answer) => void): PendingText<Answer> {
  return usePendingText<Answer>(
    {
      draftKey: answerDraft,
      send: ({ id, text }, { idempotencyKey: _answersAreMendedNotRepeated, ...how }) =>
        api(answerQuestion, { params: { id }, body: { answer: text }, ...how }),
      done: { title: 'Resposta enviada', text: () => 'Aparece para todos em instantes.' },
      failed: 'A resposta não foi enviada',
    },
    onUndo,
  );
}
