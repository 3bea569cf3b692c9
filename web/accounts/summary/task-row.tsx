import { Check, ChevronRight } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Task } from './tasks.ts';
import { isInline, taskFocus } from './use-inline-tasks.ts';
import type { InlineTask, useInlineTasks } from './use-inline-tasks.ts';

const AnswerForm = lazyPart(async () => ({
  default: (await import('#web/community/questions/answer-form.tsx')).AnswerForm,
}));
const LazyDeliveryNoteForm = lazyPart(async () => ({
  default: (await import('./delivery-note-form.tsx')).DeliveryNoteForm,
}));

interface TaskRowProps {
  task: Task;
  /** The page's primary action. */
  first: boolean;
  inline: ReturnType<typeof useInlineTasks>;
}

/** One task: a link to its page, or a form in place; when done it collapses and can be undone. */
export function TaskRow({ task, first, inline }: TaskRowProps) {
  if (!isInline(task)) return <Row task={task} action={<TaskLink task={task} first={first} />} />;
  if (inline.isDone(task)) return <DoneRow task={task} onUndo={() => inline.undo(task)} />;
  if (!inline.isOpen(task))
    return (
      <Row task={task} action={<OpenButton task={task} first={first} onOpen={() => inline.open(task)} />} />
    );
  return (
    <li className="flex flex-col p-4 md:px-5">
      <TaskText task={task} whole />
      <Suspense fallback={<Skeleton className="mt-3 h-40 rounded-md" />}>
        <Form task={task} inline={inline} />
      </Suspense>
    </li>
  );
}

function Row({ task, action }: { task: Task; action: ReactNode }) {
  return (
    <li className="group/task relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-surface-2 md:px-5">
      <TaskText task={task} />
      {action}
    </li>
  );
}

function TaskText({ task, whole = false }: { task: Task; whole?: boolean }) {
  return (
    // At 200 % text size the action wraps below, so that the sentence is not truncated.
    <div className="min-w-[min(100%,10rem)] flex-1">
      <p className="line-clamp-2 text-sm text-ink-3">{task.title}</p>
      <p className={cn('text-ui wrap-anywhere', !whole && 'line-clamp-5')}>{task.sentence}</p>
    </div>
  );
}

const quietAction = cn(
  'flex min-h-11 items-center gap-1 text-ui font-semibold text-brand',
  'after:absolute after:inset-0 after:rounded-lg',
);

function TaskLink({ task, first }: { task: Task; first: boolean }) {
  if (first)
    return (
      <Button asChild>
        <Link to={task.path} {...taskFocus(task.key)}>
          {task.verb}
        </Link>
      </Button>
    );
  return (
    <Link to={task.path} aria-label={nameOf(task)} className={quietAction} {...taskFocus(task.key)}>
      <span className="max-sm:sr-only">{task.verb}</span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}

/** Opens the form in place. Unlike a link, it shows its label, such as «Responder», at every width. */
function OpenButton({ task, first, onOpen }: { task: InlineTask; first: boolean; onOpen: () => void }) {
  const buttonProps = { onClick: onOpen, 'aria-label': nameOf(task), ...taskFocus(task.key) };
  return first ? (
    <Button {...buttonProps}>{task.verb}</Button>
  ) : (
    <button type="button" className={quietAction} {...buttonProps}>
      {task.verb}
    </button>
  );
}

const nameOf = ({ verb, title }: Task) => `${verb}: ${title}`;

function Form({ task, inline }: { task: InlineTask; inline: TaskRowProps['inline'] }) {
  const form = {
    failure: inline.failureOf(task),
    onSend: (text: string) => inline.finish(task, text),
    onCancel: () => inline.close(task),
  };
  const { inline: action } = task;
  return action.do === 'answer' ? (
    <AnswerForm {...action} {...form} />
  ) : (
    <LazyDeliveryNoteForm {...action} {...form} />
  );
}

/** A finished task as one line, while it can be undone. */
function DoneRow({ task, onUndo }: { task: InlineTask; onUndo: () => void }) {
  return (
    <li className="flex items-center gap-3 px-4 py-1 text-sm text-ink-2 md:px-5">
      <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
      <span className="min-w-0 flex-1 truncate">
        {doneTexts[task.inline.do]}: {task.title}
      </span>
      <Button variant="quiet" size="sm" aria-label={`Desfazer: ${task.title}`} onClick={onUndo}>
        Desfazer
      </Button>
    </li>
  );
}

const doneTexts = { answer: 'Resposta enviada', deliver: 'Entrega marcada' };
