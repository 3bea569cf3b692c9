import { useRef, useState, type ClipboardEvent, type ComponentProps, type FormEvent } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { bareControl, ControlFrame } from './control-frame.tsx';
import { useField } from './field.tsx';
import { formatPlainCents, parseTypedReais, spellCents } from '#web/ui/data/formats.ts';

export interface MoneyInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** Whole cents; `null` is empty, which is not zero. */
  value?: number | null;
  defaultValue?: number | null;
  onValueChange?: (cents: number | null) => void;
  /** Submits the cents (not the formatted text) under this name. */
  name?: string;
}

const largestCents = 99_999_999_999;

/** Money in whole cents: digits enter from the right, as on a card machine (1 → 0,01 … 124990 → 1.249,90). */
export function MoneyInput({
  value,
  defaultValue = null,
  onValueChange,
  name,
  className,
  ...props
}: MoneyInputProps) {
  const [internalValue, setOwn] = useState<number | null>(defaultValue);
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cents = value === undefined ? internalValue : value;

  function set(next: number | null): void {
    if (next !== null && next > largestCents) return;
    setOwn(next);
    onValueChange?.(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSpoken(next === null ? 'Valor vazio' : spellCents(next)), 700);
  }

  function onChange(event: FormEvent<HTMLInputElement>): void {
    const digits = event.currentTarget.value.replace(/\D/g, '');
    const deleting = (event.nativeEvent as InputEvent).inputType?.startsWith('delete') ?? false;
    const next = digits === '' ? null : Number(digits);
    set(deleting && next === 0 ? null : next);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    event.preventDefault();
    const pasted = parseTypedReais(event.clipboardData.getData('text'));
    if (pasted !== null) set(pasted);
  }

  return (
    <ControlFrame leading={<span aria-hidden="true">R$</span>}>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder="0,00"
        {...props}
        {...useField(props)}
        data-slot="money-input"
        value={cents === null ? '' : formatPlainCents(cents)}
        onChange={onChange}
        onPaste={onPaste}
        onSelect={keepCaretAtEnd}
        className={cn(bareControl, 'text-right tabular-nums', className)}
      />
      {name && <input type="hidden" name={name} value={cents ?? ''} />}
      <output className="sr-only">{spoken}</output>
    </ControlFrame>
  );
}

/** Digits always enter at the right; selecting everything to replace it still works. */
function keepCaretAtEnd(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const end = input.value.length;
  const collapsed = input.selectionStart === input.selectionEnd;
  if (collapsed && input.selectionStart !== end) input.setSelectionRange(end, end);
}
