import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { withdrawQuestion } from '#contract/community/questions.ts';
import type { OwnQuestion } from '#contract/community/questions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { questionLabels } from '#web/labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatRelative } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { QuestionHead } from './question-head.tsx';

/** One's own questions with their answers; an unanswered one can be withdrawn. */
export function AskedList({ questions, now }: { questions: readonly OwnQuestion[]; now: string }) {
  return (
    <ul className="flex flex-col gap-3">
      {questions.map((question) => (
        <Asked key={question.id} question={question} now={now} />
      ))}
    </ul>
  );
}

function Asked({ question, now }: { question: OwnQuestion; now: string }) {
  const { revalidate } = useRevalidator();
  const [withdrawing, setWithdrawing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const label = question.held ? heldLabel : questionLabels[question.state];
  const withdrawable = question.answer === null && (question.state === 'pending' || question.held);

  async function withdraw(): Promise<void> {
    setWithdrawing(true);
    setFailure(null);
    try {
      await api(withdrawQuestion, { params: { id: question.id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.detail);
    }
    await revalidate();
    setWithdrawing(false);
  }

  return (
    <li className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <QuestionHead listing={question.listing} />
        <StatusBadge tone={label.tone} size="sm">
          {label.label}
        </StatusBadge>
      </div>
      <p className="text-body wrap-anywhere text-ink">{question.text}</p>
      <p className="text-xs text-ink-3">
        <DotSeparated
          of={[
            `Para @${question.person}`,
            formatRelative(question.createdAt, now),
            question.stale && 'sem resposta há muito tempo, só você e quem vende veem',
          ]}
        />
      </p>
      {question.answer && (
        <p className="rounded-lg bg-surface-2 px-4 py-3 text-ui font-normal wrap-anywhere text-ink-2">
          <span className="sr-only">Resposta: </span>
          {question.answer}
        </p>
      )}
      {withdrawable && (
        <Button
          variant="quiet"
          loading={withdrawing}
          aria-label={`Retirar pergunta: ${question.text}`}
          className="-ml-3 self-start"
          onClick={() => void withdraw()}
        >
          Retirar pergunta
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </li>
  );
}

const heldLabel = { label: 'Em conferência', tone: 'warning' } as const;
