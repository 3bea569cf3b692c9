import { useEffect, useRef } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput, masks } from '#web/ui/forms/masked-input.tsx';

interface PostalCodeFieldProps {
  /** Digits. */
  value: string;
  error: string | undefined;
  /** What the lookup did, announced politely. */
  status: string;
  takesFocus: boolean;
  onChange: (digits: string) => void;
  /** Left with fewer than eight digits. */
  onIncomplete: () => void;
}

/** «CEP», and below it what was filled in by it. */
export function PostalCodeField({
  value,
  error,
  status,
  takesFocus,
  onChange,
  onIncomplete,
}: PostalCodeFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div ref={frame} className="flex flex-col gap-1.5">
      <Field label="CEP" error={error} announceError hint="Ele preenche o endereço, e você confere.">
        <div className="max-w-40">
          <MaskedInput
            mask={masks.cep}
            autoComplete="postal-code"
            placeholder="00000-000"
            enterKeyHint="next"
            value={value}
            onValueChange={(raw) => raw !== value && onChange(raw)}
            onBlur={() => value !== '' && value.length < 8 && onIncomplete()}
          />
        </div>
      </Field>
      <output className="block text-sm text-ink-2">{status}</output>
    </div>
  );
}
