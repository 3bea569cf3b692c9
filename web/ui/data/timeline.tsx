import { Check, X } from '#web/ui/icons/icons.tsx';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime, type Moment } from './formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';

export interface TimelineStep {
  id: string;
  title: ReactNode;
  state: 'done' | 'current' | 'upcoming' | 'failed';
  at?: Moment | null;
  actor?: ReactNode;
  note?: ReactNode;
}

/** Past and upcoming steps, oldest first. `compact` shows the current step and its neighbours. */
export function Timeline({ steps, compact = false }: { steps: readonly TimelineStep[]; compact?: boolean }) {
  const [expanded, setExpanded] = useState(!compact);
  const list = useRef<HTMLOListElement>(null);
  // When all steps are done, the last one.
  const present = steps.findLastIndex((step) => step.state !== 'upcoming');
  const visible = expanded ? steps : steps.slice(Math.max(0, present - 1), present + 2);

  function showWhole(): void {
    setExpanded(true);
    // The focused button disappears, so the focus moves to the list.
    list.current?.focus();
  }

  return (
    <div data-slot="timeline">
      <ol ref={list} tabIndex={-1}>
        {visible.map((step) => (
          <Step key={step.id} {...step} />
        ))}
      </ol>
      {visible.length < steps.length && (
        <Button variant="quiet" className="-ml-5" onClick={showWhole}>
          Ver histórico completo
        </Button>
      )}
    </div>
  );
}

const states = {
  done: 'concluído',
  current: 'etapa atual',
  upcoming: 'ainda não aconteceu',
  failed: 'não deu certo',
};
const marks = {
  done: 'bg-success text-on-solid',
  current: 'bg-brand-soft ring-2 ring-brand ring-inset forced-colors:border-4',
  upcoming: 'bg-surface ring-[1.5px] ring-border-strong ring-inset',
  failed: 'bg-danger text-on-solid',
};

function Step({ title, state, at, actor, note }: TimelineStep) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="group/step flex gap-3">
      <span aria-hidden="true" className="flex flex-col items-center">
        <span
          className={cn(
            'flex size-6 shrink-0 items-center justify-center rounded-full forced-colors:border',
            marks[state],
          )}
        >
          {state === 'done' && <Check className="size-4 stroke-[2.5]" />}
          {state === 'failed' && <X className="size-4 stroke-[2.5]" />}
          {state === 'current' && <span className="size-2.5 animate-pulse-once rounded-full bg-brand" />}
        </span>
        <span
          className={cn('w-0.5 flex-1 group-last/step:hidden', state === 'done' ? 'bg-success' : 'bg-border')}
        />
      </span>
      <div className="min-w-0 flex-1 pb-5 group-last/step:pb-0">
        <p className={cn('text-ui', state === 'upcoming' ? 'text-ink-3' : 'font-semibold text-ink')}>
          {title}
          <span className="sr-only"> ({states[state]})</span>
        </p>
        {(at || actor) && (
          <p className="text-sm text-ink-3">
            <DotSeparated
              of={[actor, at && <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>]}
            />
          </p>
        )}
        {note && <div className="mt-1 text-sm text-ink-2">{note}</div>}
      </div>
    </li>
  );
}
