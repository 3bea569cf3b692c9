import type { FieldErrors } from '#domain/errors.ts';
import { parcelPresets } from '#domain/shipping/packages.ts';
import type { ParcelField } from '#domain/shipping/packages.ts';
import { Check } from '#web/ui/icons/icons.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { weightText } from '#web/listings/parcel-texts.ts';
import { parcelFields } from '#web/listings/publish/draft.ts';
import type { Draft } from '#web/listings/publish/draft.ts';

interface ParcelFieldsProps {
  draft: Draft;
  errors: FieldErrors;
  change: (patch: Partial<Draft>) => void;
}

const sides = [
  ['lengthCm', 'Comprimento'],
  ['widthCm', 'Largura'],
  ['heightCm', 'Altura'],
] as const;

/** Weight and size of the packed item, which a preset fills in. */
export function ParcelFields({ draft, errors, change }: ParcelFieldsProps) {
  const number = (field: ParcelField, unit: string) => (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      value={draft[field] === null ? '' : String(draft[field])}
      trailing={<span className="text-sm text-ink-3">{unit}</span>}
      onChange={(event) => change({ [field]: wholeNumber(event.target.value) })}
    />
  );
  return (
    <div className="flex flex-col gap-5">
      <FieldSet
        label="Peso e tamanho do pacote"
        hint="Escolha um parecido e ajuste. Conte a caixa e o enchimento: os Correios pesam e medem tudo junto."
      >
        <ul className="flex flex-wrap gap-2">
          {parcelPresets.map(({ name, parcel }) => {
            const isChosen = parcelFields.every((field) => draft[field] === parcel[field]);
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => change({ ...parcel })}
                  className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-border-strong bg-surface px-4 text-ui text-ink transition-colors duration-hover hover:bg-surface-2 aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:font-semibold aria-pressed:text-on-brand-soft forced-colors:aria-pressed:outline-2"
                >
                  {isChosen && <Check aria-hidden="true" className="size-4" />}
                  {name}
                </button>
              </li>
            );
          })}
        </ul>
      </FieldSet>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Peso com a embalagem"
          error={errors.weightGrams}
          hint={(draft.weightGrams ?? 0) >= 1_000 ? `São ${weightText(draft.weightGrams!)}.` : undefined}
        >
          {number('weightGrams', 'g')}
        </Field>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] items-start gap-x-4 gap-y-5">
        {sides.map(([field, label]) => (
          <Field key={field} label={label} error={errors[field]}>
            {number(field, 'cm')}
          </Field>
        ))}
      </div>
    </div>
  );
}

/** The digits of the text as a number; null when there are none, or only zeros. */
function wholeNumber(text: string): number | null {
  return Number(text.replaceAll(/\D/g, '').slice(0, 6)) || null;
}
