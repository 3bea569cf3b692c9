import { Check, CircleAlert, Minus } from '#web/ui/icons/icons.tsx';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { FieldBoundary, useField } from './field.tsx';

/** A row that is clickable as a whole: control at the left, label at the right. */
export const choiceRowStyles =
  'flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-body has-disabled:cursor-not-allowed has-disabled:text-ink-3';

export interface CheckboxProps {
  children: ReactNode;
  hint?: ReactNode;
  /** Shown when it must be ticked and is not. */
  error?: ReactNode;
  /** `indeterminate` when only some of its items are chosen. */
  checked?: boolean | 'indeterminate';
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  value?: string;
  disabled?: boolean;
  required?: boolean;
  /** Hides the label visually, as in a table row. */
  hideLabel?: boolean;
  className?: string;
}

/** A 20 px box in a 44 px row; the whole row is clickable. */
export function Checkbox({
  children,
  hint,
  error,
  onCheckedChange,
  hideLabel,
  className,
  ...props
}: CheckboxProps) {
  const id = useId();
  const messages = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const field = useField({ 'aria-describedby': messages || undefined, 'aria-invalid': Boolean(error) });
  return (
    <label htmlFor={id} data-slot="checkbox" className={cn(choiceRowStyles, className)}>
      <RadixCheckbox.Root
        {...props}
        {...field}
        id={id}
        onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-xs border-[1.5px] border-border-strong bg-surface text-on-brand transition-colors duration-hover hover:border-brand aria-invalid:border-danger data-disabled:border-border data-disabled:bg-surface-2 data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand"
      >
        <RadixCheckbox.Indicator>
          {props.checked === 'indeterminate' ? (
            <Minus aria-hidden="true" className="size-4 stroke-3" />
          ) : (
            <Check aria-hidden="true" className="size-4 stroke-3" />
          )}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <FieldBoundary>
        <span className={cn('min-w-0', hideLabel && 'sr-only')}>
          {children}
          {error && (
            <span id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm font-medium text-danger">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
              {error}
            </span>
          )}
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-ink-3">
              {hint}
            </span>
          )}
        </span>
      </FieldBoundary>
    </label>
  );
}
