import { Mask, type MaskTokens } from 'maska';
import { useLayoutEffect, useMemo, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { bareControl, ControlFrame } from './control-frame.tsx';
import { useField } from './field.tsx';

export interface MaskedInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange'
> {
  /** One mask, several of which the first that fits is used, or a function that chooses by the raw value: # digit, @ letter, * either. */
  mask: string | string[] | ((raw: string) => string);
  /** The value without punctuation. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (raw: string, masked: string) => void;
  /** Submits the raw value under this name. */
  name?: string;
}

/** Masks of Brazilian documents and contacts; CNPJ has letters since July 2026. */
export const masks = {
  cpf: '###.###.###-##',
  cnpj: '**.***.***/****-##',
  phone: ['(##) ####-####', '(##) #####-####'],
  cep: '#####-###',
  date: '##/##/####',
  time: '##:##',
  pixKey: '********-****-****-****-************',
  plate: '@@@#*##',
} as const satisfies Record<string, string | string[] | readonly string[]>;

const upper = (letter: string) => letter.toUpperCase();
const tokens: MaskTokens = {
  '#': { pattern: /\d/ },
  '@': { pattern: /[a-z]/i, transform: upper },
  '*': { pattern: /[a-z\d]/i, transform: upper },
};

/** Formats the text while it is typed; the caret keeps its position, and pasted text may have any format. */
export function MaskedInput({
  mask,
  value,
  defaultValue = '',
  onValueChange,
  name,
  className,
  ...props
}: MaskedInputProps) {
  const masker = useMemo(() => new Mask({ mask, tokens, tokensReplace: true }), [mask]);
  const [internalValue, setOwn] = useState(defaultValue);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const raw = value ?? internalValue;

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function onChange(event: ChangeEvent<HTMLInputElement>): void {
    const { value: typed, selectionStart } = event.target;
    const next = masker.masked(strip(typed));
    caret.current = caretAfter(next, strip(typed.slice(0, selectionStart ?? typed.length)).length);
    setOwn(strip(next));
    onValueChange?.(strip(next), next);
  }

  return (
    <ControlFrame>
      <input
        inputMode={/[@*]/.test(String(mask)) ? 'text' : 'numeric'}
        spellCheck={false}
        {...props}
        {...useField(props)}
        ref={input}
        data-slot="masked-input"
        value={masker.masked(raw)}
        onChange={onChange}
        className={cn(bareControl, 'tabular-nums', className)}
      />
      {name && <input type="hidden" name={name} value={raw} />}
    </ControlFrame>
  );
}

function strip(text: string): string {
  return text.replace(/[^\p{L}\d]/gu, '');
}

/** The caret position: after the n-th letter or digit, or at the end when that is the last one. */
function caretAfter(masked: string, characters: number): number {
  if (characters >= strip(masked).length) return masked.length;
  let seen = 0;
  for (let position = 0; position < masked.length; position++) {
    if (seen === characters) return position;
    if (/[\p{L}\d]/u.test(masked[position] ?? '')) seen++;
  }
  return masked.length;
}
