import { ArrowDown, ArrowUp, Trash2 } from '#web/ui/icons/icons.tsx';
import type { Category } from '#contract/listings/catalogue.ts';
import { attributeTypes } from '#domain/listings/attributes.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';

export type Attribute = Category['attributes'][number];

const typeLabels: Record<(typeof attributeTypes)[number], string> = {
  text: 'Texto',
  number: 'Número',
  list: 'Lista',
  boolean: 'Sim ou não',
  mask: 'Máscara',
};

export interface AttributeEditorProps {
  attribute: Attribute;
  /** Position among the fields, from 0, and their number. */
  index: number;
  count: number;
  /** Listings on sale that have a value for it. */
  filled: number;
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (attribute: Attribute) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** Editor of one attribute that the category asks listings for. */
export function AttributeEditor(props: AttributeEditorProps) {
  const { attribute, index, count, filled, errors, readOnly, onChange } = props;
  const at = `attributes.${index}`;
  const name = attribute.label || `Campo ${index + 1}`;
  const set = (changes: Partial<Attribute>) => onChange({ ...attribute, ...changes });
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:p-5">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-ui font-semibold">{name}</h2>
        <span className="flex">
          <IconButton
            label={`Mover ${name} para cima`}
            icon={<ArrowUp aria-hidden="true" />}
            disabled={readOnly || index === 0}
            onClick={() => props.onMove(-1)}
          />
          <IconButton
            label={`Mover ${name} para baixo`}
            icon={<ArrowDown aria-hidden="true" />}
            disabled={readOnly || index === count - 1}
            onClick={() => props.onMove(1)}
          />
          <IconButton
            label={`Remover ${name}`}
            icon={<Trash2 aria-hidden="true" />}
            disabled={readOnly}
            onClick={props.onRemove}
          />
        </span>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nome" error={errors[`${at}.label`] ?? errors[`${at}.key`]}>
          <TextInput
            value={attribute.label}
            readOnly={readOnly}
            maxLength={60}
            onChange={({ target }) => set({ label: target.value })}
          />
        </Field>
        <Field
          label="Tipo"
          hint={
            filled > 0
              ? `${formatCount(filled, 'anúncio à venda preenche', 'anúncios à venda preenchem')}.`
              : undefined
          }
        >
          <Select
            value={attribute.type}
            disabled={readOnly}
            options={attributeTypes.map((value) => ({ value, label: typeLabels[value] }))}
            onValueChange={(type) => set({ type: type as Attribute['type'] })}
          />
        </Field>
        {attribute.type === 'list' && (
          <Field
            label="Opções"
            hint="Uma por linha."
            error={errors[`${at}.options`]}
            className="sm:col-span-2"
          >
            <Textarea
              defaultValue={(attribute.options ?? []).join('\n')}
              readOnly={readOnly}
              onChange={({ target }) => set({ options: linesOf(target.value) })}
            />
          </Field>
        )}
        {attribute.type === 'mask' && (
          <Field
            label="Máscara"
            hint="# para número, @ para letra e * para os dois. Ex.: @@@#*##"
            error={errors[`${at}.mask`]}
          >
            <TextInput
              value={attribute.mask ?? ''}
              readOnly={readOnly}
              maxLength={40}
              onChange={({ target }) => set({ mask: target.value })}
            />
          </Field>
        )}
        <Field label="Ajuda" optional error={errors[`${at}.help`]}>
          <TextInput
            value={attribute.help ?? ''}
            readOnly={readOnly}
            maxLength={200}
            onChange={({ target }) => set({ help: target.value || undefined })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8">
        <Checkbox
          checked={attribute.required}
          disabled={readOnly}
          onCheckedChange={(required) => set({ required })}
        >
          Obrigatório
        </Checkbox>
        <Checkbox
          checked={attribute.filterable}
          disabled={readOnly}
          onCheckedChange={(filterable) => set({ filterable })}
        >
          Vira filtro na busca
        </Checkbox>
      </div>
    </fieldset>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
