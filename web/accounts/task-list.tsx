import { ChevronRight } from 'lucide-react';
import { Link, useRevalidator } from 'react-router';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/class-names.ts';
import type { Task } from './tasks.ts';

export interface TaskListProps {
  tasks: readonly Task[];
  /** A part of the account did not load, so the list may be short. */
  failed: boolean;
  /** Nothing bought, sold or listed yet. */
  newcomer: boolean;
}

/** What waits for this person, what runs out first on top. The first one is the page's primary action. */
export function TaskList({ tasks, failed, newcomer }: TaskListProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      {failed && (
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
      )}
      {tasks.length === 0 && !failed && (newcomer ? <FirstSteps /> : <AllDone />)}
      {tasks.length > 0 && (
        <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
          {tasks.map((task, index) => (
            <li
              key={task.key}
              className="group/task relative flex items-center gap-4 p-4 hover:bg-surface-2 md:px-5"
            >
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 text-sm text-ink-3">{task.title}</p>
                <p className="text-ui">{task.sentence}</p>
              </div>
              {index === 0 ? (
                <Button asChild>
                  <Link to={task.path}>{task.verb}</Link>
                </Button>
              ) : (
                <Link
                  to={task.path}
                  aria-label={`${task.verb}: ${task.title}`}
                  className={cn(
                    'flex min-h-11 items-center gap-1 text-ui font-semibold text-brand',
                    'after:absolute after:inset-0 after:rounded-lg',
                  )}
                >
                  <span className="max-sm:sr-only">{task.verb}</span>
                  <ChevronRight aria-hidden="true" />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
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
  { to: '/anuncios', title: 'Procure algo', text: 'Compre com o pagamento guardado até a entrega.' },
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
