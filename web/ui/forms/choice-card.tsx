import { Check } from '#web/ui/icons/icons.tsx';
import { RadioGroup } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { RadioItem } from './radio-item.tsx';

export interface Choice {
  value: string;
  title: ReactNode;
  /** One line that helps to choose. */
  reason?: ReactNode;
  icon?: ReactNode;
  price?: ReactNode;
  /** Why it cannot be chosen now. */
  disabledReason?: string;
}

export interface ChoiceCardsProps {
  choices: readonly Choice[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  name?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  columns?: 1 | 2 | 3;
  className?: string;
}

/** As many columns as fit: with large text fewer. */
const columnStyles = {
  1: '',
  2: 'sm:grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))]',
  3: 'md:grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]',
};

/** Big radio buttons: payment method, plan, delivery. Arrows move the choice. */
export function ChoiceCards({ choices, columns = 1, className, ...props }: ChoiceCardsProps) {
  return (
    <RadioGroup.Root
      {...props}
      data-slot="choice-cards"
      className={cn('grid gap-3', columnStyles[columns], className)}
    >
      {choices.map((choice) => (
        <ChoiceCard key={choice.value} {...choice} stacked={columns > 1} />
      ))}
    </RadioGroup.Root>
  );
}

function ChoiceCard({
  value,
  title,
  reason,
  icon,
  price,
  disabledReason,
  stacked,
}: Choice & { stacked: boolean }) {
  const id = useId();
  return (
    <RadioItem
      value={value}
      disabled={disabledReason !== undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={reason || price || disabledReason ? `${id}-reason` : undefined}
      className={cn(
        'group/choice relative flex min-w-0 gap-3 rounded-lg border border-border-strong bg-surface p-4 text-left transition-colors duration-hover',
        'hover:not-disabled:bg-surface-2 data-[state=checked]:border-brand data-[state=checked]:bg-brand-soft/50 data-[state=checked]:ring-1 data-[state=checked]:ring-brand data-[state=checked]:ring-inset',
        'disabled:border-border disabled:bg-surface-2',
        stacked ? 'flex-col' : 'items-center',
      )}
    >
      {icon && <span className="text-ink-2 group-data-[state=checked]/choice:text-brand">{icon}</span>}
      <span className={cn('min-w-0 flex-1', stacked ? 'flex flex-col' : 'pr-7')}>
        <span
          id={`${id}-title`}
          className={cn(
            'block text-ui font-semibold text-ink group-disabled/choice:text-ink-3',
            stacked && !icon && 'pr-7',
          )}
        >
          {title}
        </span>
        <span
          id={`${id}-reason`}
          className={cn(
            'block text-sm text-ink-2 group-disabled/choice:text-ink-3',
            stacked && 'flex flex-1 flex-col',
          )}
        >
          {disabledReason ?? reason}
          {price && (
            <span className={stacked ? 'mt-auto block pt-2 text-price-md text-ink' : 'sr-only'}>
              {' '}
              {price}
            </span>
          )}
        </span>
      </span>
      {price && !stacked && (
        <span aria-hidden="true" className="mr-7 text-ui font-semibold text-ink tabular-nums">
          {price}
        </span>
      )}
      <span
        aria-hidden="true"
        className={cn(
          'absolute right-4 flex size-5 items-center justify-center rounded-full border-[1.5px] border-border-strong group-disabled/choice:border-border',
          // The tick inherits its colour, since a fixed one would stay white in forced-colors mode.
          'text-on-brand group-data-[state=checked]/choice:border-brand group-data-[state=checked]/choice:bg-brand',
          stacked ? 'top-4' : 'top-1/2 -translate-y-1/2',
        )}
      >
        <Check className="hidden size-3.5 stroke-3 group-data-[state=checked]/choice:block" />
      </span>
    </RadioItem>
  );
}
