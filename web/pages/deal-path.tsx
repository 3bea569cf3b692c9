import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import type { Step } from './how-steps.ts';

/** An illustrated example order to step through, with the current step shown large. Arrow keys change the step. */
export function DealPath({ steps, className }: { steps: readonly Step[]; className?: string }) {
  const path = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(0);
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(steps.length - 1, Math.max(0, current + by));
    setCurrent(next);
    path.current?.querySelectorAll('button')[next]?.focus();
  }
  return (
    <ol ref={path} className={cn('grid gap-0 md:grid-cols-4', className)}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="relative flex gap-4 pb-6 md:flex-col md:gap-3 md:pr-6 md:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={cn(
                'absolute top-11 bottom-0 left-[21px] w-0.5 md:top-[21px] md:right-0 md:bottom-auto md:left-11 md:h-0.5 md:w-auto',
                index < current ? 'bg-brand' : 'bg-border',
              )}
            />
          )}
          <button
            type="button"
            aria-current={index === current ? 'step' : undefined}
            aria-label={`Passo ${index + 1}: ${title}`}
            onClick={() => setCurrent(index)}
            onKeyDown={onKeyDown}
            className={cn(
              'relative size-11 shrink-0 rounded-full border-2 text-ui font-semibold tabular-nums transition-colors duration-hover',
              index <= current
                ? 'border-brand bg-brand text-on-brand'
                : 'border-border-strong bg-surface text-ink-2',
            )}
          >
            {index + 1}
          </button>
          <div
            className={cn(
              'rounded-lg transition-colors duration-hover',
              index === current && 'bg-brand-soft p-4',
            )}
          >
            <h2 className={index === current ? 'text-h2' : 'text-h3'}>{title}</h2>
            <p className="mt-1 text-body text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
