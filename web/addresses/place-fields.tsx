import type { Address } from '#contract/addresses/addresses.ts';
import { addressSizes } from '#domain/addresses/addresses.ts';
import { stateNames, states } from '#domain/addresses/states.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import type { FilledFields } from './fill-in.ts';
import { NumberField } from './number-field.tsx';

const stateOptions = states.map((state) => ({ value: state, label: stateNames[state] }));

interface PlaceFieldsProps {
  address: Address | null;
  errors: FieldErrors;
  fields: FilledFields;
  number: string | null;
  onNumber: (number: string | null) => void;
  onField: (name: keyof FilledFields, value: string) => void;
}

/** The place: what the postal code filled in, all of it editable, and what only people know. */
export function PlaceFields({ address, errors, fields, number, onNumber, onField }: PlaceFieldsProps) {
  const line = (name: 'street' | 'district' | 'city', autoComplete: string) => (
    <TextInput
      name={name}
      autoComplete={autoComplete}
      maxLength={addressSizes[name]}
      enterKeyHint="next"
      value={fields[name]}
      onChange={(event) => onField(name, event.target.value)}
    />
  );
  return (
    <>
      <Field label="Rua ou avenida" error={errors.street} announceError>
        {line('street', 'address-line1')}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField value={number} error={errors.number} onChange={onNumber} />
        <Field
          label="Complemento"
          optional
          error={errors.complement}
          announceError
          hint="Apartamento, bloco, fundos."
        >
          <TextInput
            name="complement"
            autoComplete="address-line2"
            maxLength={addressSizes.complement}
            enterKeyHint="next"
            defaultValue={address?.complement}
          />
        </Field>
      </div>
      <Field label="Bairro" error={errors.district} announceError>
        {line('district', 'address-level3')}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Cidade" error={errors.city} announceError>
          {line('city', 'address-level2')}
        </Field>
        <Field label="Estado" error={errors.state} announceError>
          <Select
            name="state"
            autoComplete="address-level1"
            options={stateOptions}
            placeholder="Escolha o estado"
            value={fields.state}
            onValueChange={(state) => onField('state', state)}
          />
        </Field>
      </div>
    </>
  );
}
