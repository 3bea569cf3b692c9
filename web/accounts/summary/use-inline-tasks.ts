import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useDeliveries } from '#web/orders/delivery/use-deliveries.ts';
import { useAnswers } from '#web/community/questions/use-answers.ts';
import type { InlineAction, Task } from './tasks.ts';

export type InlineTask = Task & { inline: InlineAction };

export const isInline = (task: Task): task is InlineTask => task.inline !== undefined;

/** Marks the control of a task that gets the focus. */
export const taskFocus = (key: string) => ({ 'data-task': key });

/**
 * Tasks done in place: the text is sent after 6 s, its row collapses, and the focus moves to the next task. An undone or
 * refused task opens again with its text.
 * @param list gets the focus when no task is left
 */
export function useInlineTasks(tasks: readonly Task[], list: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const reopen = (action: InlineAction['do'], id: number) =>
    setOpen(
      tasks.filter(isInline).find(({ inline }) => inline.do === action && inline.id === id)?.key ?? null,
    );
  const answers = useAnswers(({ id }) => reopen('answer', id));
  const deliveries = useDeliveries(({ id }) => reopen('deliver', id));
  const focusNext = useFocusTask(list);
  const of = ({ inline }: InlineTask) => (inline.do === 'answer' ? answers : deliveries);
  const isDone = (task: Task) => isInline(task) && of(task).sent.has(task.inline.id);

  return {
    /** The announcement for screen readers. */
    said: announcement,
    isDone,
    isOpen: (task: InlineTask) => !isDone(task) && (open === task.key || of(task).failed.has(task.inline.id)),
    failureOf: (task: InlineTask) => of(task).failed.get(task.inline.id),
    open: (task: InlineTask) => setOpen(task.key),
    close(task: InlineTask): void {
      of(task).dismissFailure(task.inline.id);
      setOpen(null);
      focusNext(task.key);
    },
    undo: (task: InlineTask) => of(task).undo(task.inline.id),
    finish(task: InlineTask, text: string): void {
      const { inline } = task;
      if (inline.do === 'answer') answers.send({ id: inline.id, text });
      else deliveries.send({ ...inline, text });
      setOpen(null);
      const next = nextTask(tasks, task, isDone);
      announce(next ? `Próxima tarefa: ${next.verb}, ${next.title}.` : 'Era a última tarefa.');
      focusNext(next?.key ?? null);
    },
  };
}

/** The next unfinished task after `done`, or the first unfinished one. */
function nextTask(tasks: readonly Task[], done: Task, isDone: (task: Task) => boolean): Task | undefined {
  const place = tasks.indexOf(done);
  return [...tasks.slice(place + 1), ...tasks.slice(0, place)].find((task) => !isDone(task));
}

/** Moves the focus to a task's control once it is rendered, or to the list when none is left. */
function useFocusTask(list: RefObject<HTMLElement | null>) {
  const target = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (target.current === undefined) return;
    const control = target.current && `[data-task="${target.current}"]`;
    ((control && list.current?.querySelector<HTMLElement>(control)) || list.current)?.focus();
    target.current = undefined;
  });
  return (key: string | null) => void (target.current = key);
}
