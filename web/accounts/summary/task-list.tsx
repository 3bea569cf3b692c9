import { useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card, Section } from '#web/ui/cards/card.tsx';
import { TaskRow } from './task-row.tsx';
import type { Task } from './tasks.ts';
import { isInline, useInlineTasks } from './use-inline-tasks.ts';

export interface TaskListProps {
  tasks: readonly Task[];
  /** A part of the account did not load, so the list may be short. */
  failed: boolean;
  /** Nothing bought, sold or listed yet. */
  newcomer: boolean;
}

/**
 * The person's tasks, the earliest deadline first. The first one is the page's primary action, unless a task's form is
 * open.
 */
export function TaskList({ tasks, failed, newcomer }: TaskListProps) {
  const list = useRef<HTMLDivElement>(null);
  const inline = useInlineTasks(tasks, list);
  const waiting = tasks.filter((task) => !inline.isDone(task));
  const writing = tasks.some((task) => isInline(task) && inline.isOpen(task));
  return (
    <Section title={waiting.length > 0 ? `Precisa de você (${waiting.length})` : 'Precisa de você'}>
      {failed && <Incomplete />}
      <output className="sr-only">{inline.said}</output>
      {/* Takes the focus when the last task is done. */}
      <div ref={list} tabIndex={-1} className="flex flex-col gap-4 rounded-lg empty:hidden">
        {tasks.length > 0 && (
          <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
            {tasks.map((task) => (
              <TaskRow key={task.key} task={task} first={!writing && task === waiting[0]} inline={inline} />
            ))}
          </ul>
        )}
        {waiting.length === 0 && !failed && (newcomer ? <FirstSteps /> : <AllDone />)}
      </div>
    </Section>
  );
}

function Incomplete() {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner
      tone="warning"
      action={
        <Button variant="secondary" loading={state === 'loading'} onClick={() => void revalidate()}>
          Tentar de novo
        </Button>
      }
    >
      Uma parte da sua conta não carregou.
    </Banner>
  );
}

function AllDone() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-body">Tudo em dia. Que tal anunciar algo parado em casa?</p>
      <Button asChild>
        <Link to="/anunciar">Criar anúncio</Link>
      </Button>
    </Card>
  );
}

const firstSteps = [
  { to: '/anuncios', title: 'Procure um produto', text: 'Compre com o pagamento guardado até a entrega.' },
  { to: '/anunciar', title: 'Crie um anúncio', text: 'Leva uns quatro minutos, pelo celular mesmo.' },
  { to: '/categorias', title: 'Conheça as categorias', text: 'Veja o que as pessoas vendem aqui.' },
];

function FirstSteps() {
  return (
    <ol className="grid gap-3 sm:grid-cols-3">
      {firstSteps.map(({ to, title, text }, index) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full flex-col gap-1 rounded-lg border border-border bg-surface p-4 hover:bg-surface-2"
          >
            <span className="text-sm text-ink-3 tabular-nums">{index + 1}</span>
            <span className="text-ui font-semibold">{title}</span>
            <span className="text-sm text-ink-2">{text}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
