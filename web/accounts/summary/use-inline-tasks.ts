import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useDeliveries } from '#web/orders/delivery/use-deliveries.ts';
import { useAnswers } from '#web/community/questions/use-answers.ts';
import type { InlineDeed, Task } from './tasks.ts';

export type InlineTask = Task & { inline: InlineDeed };

export const isInline = (task: Task): task is InlineTask => task.inline !== undefined;

/** Marks the control of a task that takes the focus. */
export const taskFocus = (key: string) => ({ 'data-task': key });

/**
 * Tasks that are done where they stand: what was written is held for 6 s, its row folds, and the focus goes on to
 * the next task. What is taken back or refused opens again with its words.
 * @param list takes the focus when no task is left
 */
export function useInlineTasks(tasks: readonly Task[], list: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<string | null>(null);
  const [said, say] = useState('');
  const reopen = (deed: InlineDeed['do'], id: number) =>
    setOpen(tasks.filter(isInline).find(({ inline }) => inline.do === deed && inline.id === id)?.key ?? null);
  const answers = useAnswers(({ id }) => reopen('answer', id));
  const deliveries = useDeliveries(({ id }) => reopen('deliver', id));
  const focusNext = useFocusOn(list);
  const of = ({ inline }: InlineTask) => (inline.do === 'answer' ? answers : deliveries);
  const isDone = (task: Task) => isInline(task) && of(task).sent.has(task.inline.id);

  return {
    /** For screen readers: where one is now. */
    said,
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
      const next = after(tasks, task, isDone);
      say(next ? `Próxima tarefa: ${next.verb}, ${next.title}.` : 'Era a última tarefa.');
      focusNext(next?.key ?? null);
    },
  };
}

/** The task that follows and is still to do, or the first that is. */
function after(tasks: readonly Task[], done: Task, isDone: (task: Task) => boolean): Task | undefined {
  const place = tasks.indexOf(done);
  return [...tasks.slice(place + 1), ...tasks.slice(0, place)].find((task) => !isDone(task));
}

/** Moves the focus to a task's control once it is drawn, or to the list where none is left. */
function useFocusOn(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const control = wanted.current && `[data-task="${wanted.current}"]`;
    ((control && list.current?.querySelector<HTMLElement>(control)) || list.current)?.focus();
    wanted.current = undefined;
  });
  return (key: string | null) => void (wanted.current = key);
}
