import { ReportButton } from '#web/community/reports/report-button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDate } from '#web/ui/data/formats.ts';

interface Question {
  text: string;
  answer: string | null;
  createdAt: string | null;
}

/** A public question with its answer. */
export function PublicQuestion({
  question,
  id,
  pending,
}: {
  question: Question;
  id?: number;
  pending?: boolean;
}) {
  return (
    <li className={cn('max-w-measure border-l-2 border-border pl-4', pending && 'opacity-70')}>
      <p className="text-ui text-ink">{question.text}</p>
      <p className="mt-0.5 text-xs text-ink-3">
        {question.createdAt ? formatDate(question.createdAt) : 'Publicando…'}
      </p>
      {question.answer && (
        <p className="mt-2 rounded-lg bg-surface-2 px-4 py-3 text-ui font-normal text-ink-2">
          <span className="sr-only">Resposta: </span>
          {question.answer}
        </p>
      )}
      {id !== undefined && (
        <ReportButton target="question" id={String(id)} label={`Denunciar pergunta: ${question.text}`}>
          Denunciar
        </ReportButton>
      )}
    </li>
  );
}
