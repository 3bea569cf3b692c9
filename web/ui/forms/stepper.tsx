import { Check } from '#web/ui/icons/icons.tsx';
import { Slot } from 'radix-ui';
import type { ReactElement } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { ProgressBar } from '#web/ui/page/progress-bar.tsx';

export interface StepperProps {
  /** `link` (an empty link element) makes a finished step reachable again. */
  steps: readonly { label: string; link?: ReactElement }[];
  /** Index of the step on screen. */
  current: number;
  'aria-label': string;
  className?: string;
}

/** The current step of a long form; on phones «Passo 2 de 5 · Fotos» over a bar. */
export function Stepper({ steps, current, 'aria-label': label, className }: StepperProps) {
  return (
    <nav aria-label={label} data-slot="stepper" className={className}>
      <div className="flex flex-col gap-2 md:hidden">
        <p className="text-sm font-medium text-ink-2">
          {`Passo ${current + 1} de ${steps.length} · `}
          <span className="font-semibold text-ink">{steps[current]?.label}</span>
        </p>
        <ProgressBar value={((current + 1) / steps.length) * 100} label="Progresso" />
      </div>
      <ol className="hidden items-center gap-2 md:flex">
        {steps.map((step, index) => (
          <li
            key={step.label}
            className="flex min-w-0 flex-1 items-center gap-2 last:flex-none"
            aria-current={index === current ? 'step' : undefined}
          >
            <StepMark
              {...step}
              number={index + 1}
              state={index < current ? 'done' : index === current ? 'current' : 'next'}
            />
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cn('h-px min-w-4 flex-1', index < current ? 'bg-brand' : 'bg-border-strong')}
              />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type StepState = 'done' | 'current' | 'next';

const discs: Record<StepState, string> = {
  done: 'bg-brand-soft text-on-brand-soft',
  current: 'bg-brand text-on-brand',
  next: 'border border-border-strong text-ink-3',
};

function StepMark({
  label,
  link,
  number,
  state,
}: {
  label: string;
  link?: ReactElement;
  number: number;
  state: StepState;
}) {
  const content = (
    <>
      <span
        className={cn(
          'flex size-7 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
          discs[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden="true" className="size-4 stroke-[2.5]" /> : number}
      </span>
      <span className={cn('text-ui', state === 'current' ? 'font-semibold text-ink' : 'text-ink-2')}>
        {label}
        {state === 'done' && <span className="sr-only"> (concluído)</span>}
      </span>
    </>
  );
  const stepStyles = 'flex min-h-11 items-center gap-2 rounded-sm whitespace-nowrap';
  if (state !== 'done' || !link) return <span className={stepStyles}>{content}</span>;
  return (
    <Slot.Root className={cn(stepStyles, 'hover:underline')}>
      <Slot.Slottable child={link}>{() => content}</Slot.Slottable>
    </Slot.Root>
  );
}
