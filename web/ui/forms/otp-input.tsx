import { useRef, useState, type ComponentProps } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { useField } from './field.tsx';

export interface OtpInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'defaultValue'> {
  value?: string;
  onValueChange?: (digits: string) => void;
  /** Called once per complete code. */
  onComplete?: (digits: string) => void;
}

const digitsInCode = 6;

/** A six-digit code: six boxes drawn over one real input, so that SMS autofill, paste and screen readers work. */
export function OtpInput({ value, onValueChange, onComplete, className, ...props }: OtpInputProps) {
  const [internalValue, setOwn] = useState('');
  const [focused, setFocused] = useState(false);
  const submitted = useRef('');
  const digits = value ?? internalValue;
  const wiring = useField(props);
  const active = Math.min(digits.length, digitsInCode - 1);

  function set(text: string): void {
    const next = text.replace(/\D/g, '').slice(0, digitsInCode);
    setOwn(next);
    onValueChange?.(next);
    if (next.length === digitsInCode && next !== submitted.current) {
      submitted.current = next;
      onComplete?.(next);
    } else if (next.length < digitsInCode) submitted.current = '';
  }

  return (
    <div
      data-slot="otp-input"
      className={cn('relative inline-flex w-fit', wiring['aria-invalid'] && 'animate-shake', className)}
    >
      <input
        {...props}
        {...wiring}
        value={digits}
        onChange={(event) => set(event.target.value)}
        onFocus={(event) => {
          setFocused(true);
          props.onFocus?.(event);
          event.target.setSelectionRange(digits.length, digits.length);
        }}
        onBlur={(event) => {
          setFocused(false);
          props.onBlur?.(event);
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        spellCheck={false}
        className="absolute inset-0 size-full rounded-md bg-transparent text-body tracking-[2em] text-transparent caret-transparent outline-none selection:bg-transparent"
      />
      <div aria-hidden="true" className="pointer-events-none flex items-center gap-1.5 sm:gap-2">
        {Array.from({ length: digitsInCode }, (_, index) => (
          <span
            key={index}
            className={cn(
              'flex h-13 w-10 items-center justify-center rounded-md border bg-surface font-sans text-h2 tabular-nums sm:h-14 sm:w-12',
              wiring['aria-invalid'] ? 'border-danger' : 'border-border-strong',
              focused && index === active && 'outline-2 outline-offset-1 outline-ring',
              index === digitsInCode / 2 && 'ml-2 sm:ml-3',
            )}
          >
            {digits[index]}
          </span>
        ))}
      </div>
    </div>
  );
}
