import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import { useState } from 'react';
import { cn } from '#web/ui/class-names.ts';
import { bareControl, frameStyles } from '#web/ui/control-frame.tsx';
import { useField } from '#web/ui/field.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** A hint, never a value: «Escolha um estado». */
  placeholder?: string;
  name?: string;
  id?: string;
  disabled?: boolean;
  required?: boolean;
  autoComplete?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className?: string;
}

/** One of a list. Native up to seven options and on touch; Radix beyond that, for type-ahead in a long list. */
export function Select(props: SelectProps) {
  const coarse = useMediaQuery('(pointer: coarse)');
  return coarse || props.options.length <= 7 ? <NativeSelect {...props} /> : <LongSelect {...props} />;
}

function NativeSelect({
  options,
  value,
  defaultValue,
  onValueChange,
  placeholder,
  className,
  ...props
}: SelectProps) {
  const [chosen, setChosen] = useState(defaultValue ?? '');
  const current = value ?? chosen;
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
          'w-full cursor-pointer appearance-none truncate rounded-md pr-9 pl-3',
          current === '' && 'text-ink-3',
        )}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className="bg-surface text-ink"
          >
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4 text-ink-3" />
    </div>
  );
}

function LongSelect({
  options,
  value,
  defaultValue,
  onValueChange,
  placeholder,
  className,
  autoComplete,
  ...props
}: SelectProps) {
  const { id, ...wiring } = useField(props);
  return (
    <RadixSelect.Root
      value={value}
      defaultValue={defaultValue}
      onValueChange={onValueChange}
      name={props.name}
      disabled={props.disabled}
      required={props.required}
      autoComplete={autoComplete}
    >
      <RadixSelect.Trigger
        {...wiring}
        id={id}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby']}
        data-slot="select"
        className={cn(
          frameStyles,
          'h-control w-full justify-between px-3 text-left text-body aria-invalid:border-danger aria-invalid:bg-danger-soft/40',
          'disabled:border-border disabled:bg-surface-2 disabled:text-ink-3 data-placeholder:text-ink-3',
          className,
        )}
      >
        <span className="truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          collisionPadding={12}
          className="z-popover max-h-[min(20rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-border bg-surface shadow-md ease-enter duration-popover data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-top-1"
        >
          <RadixSelect.Viewport className="p-1.5">
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 py-1.5 text-ui outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-surface-2 data-[state=checked]:font-semibold"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator>
                  <Check aria-hidden="true" className="size-4 text-brand" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
