import { RadioGroup as RadixRadioGroup } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { RadioItem } from './radio-item.tsx';
import { choiceRowStyles } from './checkbox.tsx';

export interface RadioGroupProps {
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  name?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  orientation?: 'vertical' | 'horizontal';
  className?: string;
}

/** A choice of one option, all visible. Put it in a `FieldSet` or name it with `aria-label`. */
export function RadioGroup({ options, orientation = 'vertical', className, ...props }: RadioGroupProps) {
  const id = useId();
  return (
    <RadixRadioGroup.Root
      {...props}
      orientation={orientation}
      data-slot="radio-group"
      className={cn('flex', orientation === 'vertical' ? 'flex-col' : 'flex-wrap gap-x-6', className)}
    >
      {options.map((option) => (
        <label key={option.value} htmlFor={`${id}-${option.value}`} className={choiceRowStyles}>
          <RadioItem
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border-[1.5px] border-border-strong bg-surface transition-colors duration-hover hover:border-brand data-disabled:border-border data-disabled:bg-surface-2 data-[state=checked]:border-brand"
          >
            <RadixRadioGroup.Indicator className="size-2.5 filled-shape rounded-full bg-brand" />
          </RadioItem>
          <span className="min-w-0">
            {option.label}
            {option.hint && (
              <span id={`${id}-${option.value}-hint`} className="block text-sm text-ink-3">
                {option.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </RadixRadioGroup.Root>
  );
}
