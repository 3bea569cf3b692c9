import { useRef } from 'react';
import { addressSizes } from '#domain/addresses/addresses.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

interface NumberFieldProps {
  /** Null: the building has no number. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** The number of the building, or «Sem número»; unticking it brings back what was typed before. */
export function NumberField({ value, error, onChange }: NumberFieldProps) {
  const typed = useRef(value ?? '');
  return (
    <div className="flex flex-col">
      <Field label="Número" error={error} announceError>
        <TextInput
          autoComplete="off"
          maxLength={addressSizes.number}
          enterKeyHint="next"
          disabled={value === null}
          value={value ?? ''}
          onChange={(event) => {
            typed.current = event.target.value;
            onChange(event.target.value);
          }}
        />
      </Field>
      <Checkbox
        checked={value === null}
        onCheckedChange={(isWithout) => onChange(isWithout ? null : typed.current)}
      >
        Sem número
      </Checkbox>
    </div>
  );
}
