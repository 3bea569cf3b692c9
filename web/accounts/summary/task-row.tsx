import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#web/boot/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Task } from './tasks.ts';
import { isInline, taskFocus } from './use-inline-tasks.ts';
import type { InlineTask, useInlineTasks } from './use-inline-tasks.ts';

const AnswerForm = lazyPart(async () => ({
  default: (await import('#web/community/questions/answer-form.tsx')).AnswerForm,
}));
const DeliveryWords = lazyPart(async () => ({
  default: (await import('./delivery-words.tsx')).DeliveryWords,
}));

interface TaskRowProps {
  task: Task;
  /** The page's primary action. */
  first: boolean;
  inline: ReturnType<typeof useInlineTasks>;
}

/** One thing to do: a way to its place, or done here; once done it folds and can be taken back. */
export function TaskRow({ task, first, inline }: TaskRowProps) {
  if (!isInline(task)) return <Row task={task} action={<WayTo task={task} first={first} />} />;
  if (inline.isDone(task)) return <Folded task={task} onUndo={() => inline.undo(task)} />;
  if (!inline.isOpen(task))
    return <Row task={task} action={<Opener task={task} first={first} onOpen={() => inline.open(task)} />} />;
  return (
    <li className="flex flex-col p-4 md:px-5">
      <Words task={task} whole />
      <Suspense fallback={<Skeleton className="mt-3 h-40 rounded-md" />}>
        <Form task={task} inline={inline} />
      </Suspense>
    </li>
  );
}

function Row({ task, action }: { task: Task; action: ReactNode }) {
  return (
    <li className="group/task relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-surface-2 md:px-5">
      <Words task={task} />
      {action}
    </li>
  );
}

function Words({ task, whole = false }: { task: Task; whole?: boolean }) {
  return (
    // At twice the text size the action goes below, so that the sentence keeps its words.
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

function WayTo({ task, first }: { task: Task; first: boolean }) {
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

/** Says «Responder» at every width: it opens here and leads nowhere. */
function Opener({ task, first, onOpen }: { task: InlineTask; first: boolean; onOpen: () => void }) {
  const how = { onClick: onOpen, 'aria-label': nameOf(task), ...taskFocus(task.key) };
  return first ? (
    <Button {...how}>{task.verb}</Button>
  ) : (
    <button type="button" className={quietAction} {...how}>
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
  const { inline: deed } = task;
  return deed.do === 'answer' ? <AnswerForm {...deed} {...form} /> : <DeliveryWords {...deed} {...form} />;
}

/** One line while it can be taken back. */
function Folded({ task, onUndo }: { task: InlineTask; onUndo: () => void }) {
  return (
    <li className="flex items-center gap-3 px-4 py-1 text-sm text-ink-2 md:px-5">
      <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
      <span className="min-w-0 flex-1 truncate">
        {doneWords[task.inline.do]}: {task.title}
      </span>
      <Button variant="quiet" size="sm" aria-label={`Desfazer: ${task.title}`} onClick={onUndo}>
        Desfazer
      </Button>
    </li>
  );
}

const doneWords = { answer: 'Resposta enviada', deliver: 'Entrega marcada' };
