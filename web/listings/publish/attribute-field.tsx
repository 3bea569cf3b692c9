import type { Category } from '#contract/listings/catalogue.ts';
import { describeMask } from '#domain/listings/attributes.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MaskedInput } from '#web/ui/forms/masked-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

export interface AttributeFieldProps {
  attribute: Category['attributes'][number];
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** One attribute of the category's schema, in the control its type asks for. */
export function AttributeField({ attribute, value, error, onChange }: AttributeFieldProps) {
  return (
    <Field label={attribute.label} optional={!attribute.required} error={error} hint={hintOf(attribute)}>
      {attribute.type === 'list' || attribute.type === 'boolean' ? (
        <Select
          value={value}
          placeholder="Escolha"
          options={optionsOf(attribute)}
          onValueChange={(chosen) => onChange(chosen === none ? '' : chosen)}
        />
      ) : attribute.type === 'mask' ? (
        <MaskedInput mask={attribute.mask ?? ''} value={value} autoComplete="off" onValueChange={onChange} />
      ) : (
        <TextInput
          value={value}
          autoComplete="off"
          maxLength={200}
          inputMode={attribute.type === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The hint describes an input mask (design §4.2). */
function hintOf({ type, mask, help }: AttributeFieldProps['attribute']): string | undefined {
  return help ?? (type === 'mask' ? `${describeMask(mask ?? '')}, como ${mask}` : undefined);
}

const none = '-';

function optionsOf({ type, options, required }: AttributeFieldProps['attribute']) {
  const choices =
    type === 'boolean'
      ? [
          { value: 'true', label: 'Sim' },
          { value: 'false', label: 'Não' },
        ]
      : (options ?? []).map((value) => ({ value, label: value }));
  return required ? choices : [{ value: none, label: 'Não informar' }, ...choices];
}
