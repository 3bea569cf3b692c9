import { Ellipsis, MessageSquareReply } from '#web/ui/icons/icons.tsx';
import type { OwnQuestion } from '#contract/community/questions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatRelative } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { LazyMenu } from '#web/ui/overlays/lazy-menu.tsx';
import { ReportButton } from '#web/community/reports/report-button.tsx';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { AnswerForm } from './answer-form.tsx';
import { QuestionHead } from './question-head.tsx';

const load = async () => ({ default: (await import('./question-menu-items.tsx')).QuestionMenuItems });
const QuestionMenuItems = lazyPart(load);
const preload = () => void load().catch(() => undefined);

interface ReceivedQuestionProps {
  question: OwnQuestion;
  now: string;
  open: boolean;
  /** The answer that is being sent. */
  sent?: string;
  failure?: string;
  onOpen: () => void;
  onSend: (text: string) => void;
  onCancel: () => void;
  onBlock: () => void;
}

/** One question to the seller, with its answer or the form for it. */
export function ReceivedQuestion(props: ReceivedQuestionProps) {
  const { question, now, open, sent, failure } = props;
  const answer = sent ?? question.answer;
  const editable = sent === undefined && question.editableUntil !== null && question.editableUntil > now;
  const unanswered = answer === null;
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <QuestionHead listing={question.listing} />
        <More question={question} onBlock={props.onBlock} />
      </div>
      <p className="text-body wrap-anywhere text-ink">{question.text}</p>
      <div className="-my-2 flex items-center justify-between gap-3">
        <p className="min-w-0 text-xs wrap-anywhere text-ink-3">
          <DotSeparated
            of={[
              `@${question.person}`,
              formatRelative(question.createdAt, now),
              question.stale && 'sem resposta há muito tempo, fora da página pública',
              question.blocked && 'perguntas bloqueadas',
            ]}
          />
        </p>
        <Report question={question} />
      </div>
      {open ? (
        <AnswerForm
          key={question.id}
          id={question.id}
          initial={question.answer ?? undefined}
          failure={failure}
          editing={!unanswered}
          onSend={props.onSend}
          onCancel={props.onCancel}
        />
      ) : (
        <>
          {answer !== null && (
            <p
              className={cn(
                'rounded-lg bg-surface-2 px-4 py-3 text-ui font-normal wrap-anywhere text-ink-2',
                sent !== undefined && 'opacity-70',
              )}
            >
              <span className="sr-only">Resposta: </span>
              {answer}
            </p>
          )}
          {(unanswered || editable) && (
            <Button
              data-question={question.id}
              variant={unanswered ? 'primary' : 'quiet'}
              aria-label={unanswered ? `Responder: ${question.text}` : `Editar resposta: ${question.text}`}
              icon={unanswered ? <MessageSquareReply aria-hidden="true" className="size-4.5" /> : undefined}
              className="mt-1 self-start"
              onClick={props.onOpen}
            >
              {unanswered ? 'Responder' : 'Editar resposta'}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

function Report({ question }: { question: OwnQuestion }) {
  return (
    <ReportButton
      target="question"
      id={String(question.id)}
      label={`Denunciar pergunta de @${question.person}: ${question.text}`}
    >
      Denunciar
    </ReportButton>
  );
}

function More({ question, onBlock }: { question: OwnQuestion; onBlock: () => void }) {
  if (question.blocked) return null;
  const button = {
    label: `Mais sobre a pergunta de @${question.person}`,
    icon: <Ellipsis aria-hidden="true" />,
    tooltip: false,
  };
  return (
    <LazyMenu button={button} preload={preload}>
      {(trigger) => <QuestionMenuItems person={question.person} trigger={trigger} onBlock={onBlock} />}
    </LazyMenu>
  );
}
