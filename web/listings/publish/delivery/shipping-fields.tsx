import type { FieldErrors } from '#domain/errors.ts';
import { handlingDaysChoices } from '#domain/listings/delivery.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import type { Draft } from '#web/listings/publish/draft.ts';
import { FreightHint } from './freight-hint.tsx';
import { OriginField } from './origin-field.tsx';
import { ParcelFields } from './parcel-fields.tsx';

export interface ShippingFieldsProps {
  draft: Draft;
  errors: FieldErrors;
  /** The category has pickup as well. */
  mayPickUp: boolean;
  change: (patch: Partial<Draft>) => void;
}

/** What a shipped listing needs (S02): the package, where it is sent from and when, and who pays the freight. */
export function ShippingFields({ draft, errors, mayPickUp, change }: ShippingFieldsProps) {
  return (
    <>
      <ParcelFields {...{ draft, errors, change }} />
      <OriginField
        value={draft.originAddressId}
        error={errors.originAddressId}
        onChange={(originAddressId) => change({ originAddressId })}
      />
      <Field
        label="Em quanto tempo você posta?"
        error={errors.handlingDays}
        hint="Dias úteis depois do pagamento. Quem posta rápido vende mais."
      >
        <Select
          value={draft.handlingDays ? String(draft.handlingDays) : ''}
          placeholder="Escolha o prazo"
          options={handlingDaysChoices.map((days) => ({
            value: String(days),
            label: `Até ${formatCount(days, 'dia útil', 'dias úteis')}`,
          }))}
          onValueChange={(value) => change({ handlingDays: Number(value) })}
        />
      </Field>
      <FreightHint draft={draft} />
      <div>
        <Checkbox
          checked={draft.freeShipping}
          hint="Você paga o frete, e o anúncio ganha o selo «Frete grátis»."
          onCheckedChange={(freeShipping) => change({ freeShipping })}
        >
          Frete grátis
        </Checkbox>
        {(mayPickUp || draft.alsoPickup) && (
          <Checkbox
            checked={draft.alsoPickup}
            error={errors.alsoPickup}
            hint="Quem mora perto pode combinar com você e não paga frete."
            onCheckedChange={(alsoPickup) => change({ alsoPickup })}
          >
            Também aceito retirada em mãos
          </Checkbox>
        )}
      </div>
    </>
  );
}
