import { ChevronDown } from '#web/ui/icons/icons.tsx';
import { useState, type ComponentProps } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { bareControl, frameStyles } from './control-frame.tsx';
import { useField } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<
  ComponentProps<'select'>,
  'value' | 'defaultValue' | 'onChange' | 'multiple'
> {
  options: readonly SelectOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** A hint, never a value: «Escolha um estado». */
  placeholder?: string;
}

/**
 * A choice from a list. Always the native element, which brings keyboard, type-ahead, autofill and the phone's picker.
 * Where the browser supports `appearance: base-select`, the list is styled like the site's menus.
 */
export function Select({
  options,
  value,
  defaultValue,
  onValueChange,
  placeholder,
  className,
  ...props
}: SelectProps) {
  const [chosen, setChosen] = useState(defaultValue ?? (placeholder === undefined ? options[0]?.value : ''));
  const current = value ?? chosen ?? '';
  return (
    <div className={cn(frameStyles, 'relative h-control', className)} data-slot="control">
      <select
        {...props}
        {...useField(props)}
        data-slot="select"
        value={current}
        onChange={(event) => {
          setChosen(event.target.value);
          onValueChange?.(event.target.value);
        }}
        className={cn(
          bareControl,
          'styled-picker w-full cursor-pointer truncate rounded-md pr-9 pl-3',
          current === '' && 'text-ink-3',
        )}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4 text-ink-3" />
    </div>
  );
}
