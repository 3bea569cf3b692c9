import { answerQuestion } from '#contract/community/questions.ts';
import { api } from '#web/api/api.ts';
import { usePendingText } from '#web/api/use-pending-text.ts';
import type { PendingText } from '#web/api/use-pending-text.ts';

export interface Answer {
  id: number;
  text: string;
}

/** Where an answer is kept while it is written. */
export const answerDraft = ({ id }: Pick<Answer, 'id'>) => `resposta-${id}`;

/** Answers to questions, held for 6 s. */
export function useAnswers(onBack: (answer: Answer) => void): PendingText<Answer> {
  return usePendingText<Answer>(
    {
      draftKey: answerDraft,
      send: ({ id, text }, { idempotencyKey: _answersAreMendedNotRepeated, ...how }) =>
        api(answerQuestion, { params: { id }, body: { answer: text }, ...how }),
      done: { title: 'Resposta enviada', text: () => 'Aparece para todos em instantes.' },
      failed: 'A resposta não foi enviada',
    },
    onBack,
  );
}
