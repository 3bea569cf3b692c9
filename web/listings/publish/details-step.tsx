import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { kindRules } from '#domain/listings/category-kinds.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { LazyCityField } from '#web/places/lazy-city-field.tsx';
import { AttributeField } from './attribute-field.tsx';
import { ContactHint } from './contact-hint.tsx';
import { DeliveryFields } from './delivery/delivery-fields.tsx';
import type { Draft } from './draft.ts';

export interface DetailsStepProps {
  listing: OwnListing;
  draft: Draft;
  category: Category | undefined;
  errors: FieldErrors;
  change: (patch: Partial<Draft>) => void;
  /** Runs before codes are added; after a change the server's count is the stock. */
  beforeCodes: () => Promise<boolean>;
  onCodesChanged: (listing: OwnListing) => void;
}

/** The category's attributes, description and delivery. */
export function DetailsStep({
  listing,
  draft,
  category,
  errors,
  change,
  beforeCodes,
  onCodesChanged,
}: DetailsStepProps) {
  return (
    <>
      {category && category.attributes.length > 0 && (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {category.attributes.map((attribute) => (
            <AttributeField
              key={attribute.key}
              attribute={attribute}
              value={draft.attributes[attribute.key] ?? ''}
              error={errors[`attributes.${attribute.key}`] ?? errors.attributes}
              onChange={(value) => change({ attributes: withValue(draft.attributes, attribute.key, value) })}
            />
          ))}
        </div>
      )}
      {category && <CategoryRules category={category} />}
      <Field
        label="Descrição"
        error={errors.description}
        hint={
          <ContactHint text={draft.description}>
            Estado, o que vem junto e o que a pessoa recebe. Não coloque telefone, e-mail ou link.
          </ContactHint>
        }
      >
        <Textarea
          name="description"
          value={draft.description}
          minRows={5}
          maxRows={14}
          limit={maxOf(listingLimits.description)}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <DeliveryFields
        listing={listing}
        draft={draft}
        category={category}
        errors={errors}
        change={change}
        beforeCodes={beforeCodes}
        onCodesChanged={onCodesChanged}
      />
      {asksCity(draft, category) && (
        <LazyCityField
          label={cityFieldLabel(draft, category)}
          hint="Só a cidade e o estado aparecem no anúncio."
          error={errors.cityId}
          value={draft.cityId}
          name={listing.cityId === draft.cityId ? listing.city : null}
          onChange={(cityId) => change({ cityId })}
        />
      )}
    </>
  );
}

/** A shipped listing has the city of its address (S02). */
function asksCity({ deliveryType, cityId }: Draft, category: Category | undefined): boolean {
  if (deliveryType === 'shipping' || (deliveryType === null && category?.kind === 'physical')) return false;
  return deliveryType === 'pickup' || cityId !== null || cityRule(category) !== 'none';
}

function cityFieldLabel({ deliveryType }: Draft, category: Category | undefined): string {
  if (deliveryType === 'pickup') return 'Em que cidade é a retirada?';
  return cityRule(category) === 'required' ? 'De que cidade sai?' : 'Cidade (opcional)';
}

function cityRule(category: Category | undefined) {
  return category?.kind ? kindRules[category.kind].city : 'optional';
}

const publishedProof = {
  file: 'Quem entrega por aqui envia uma imagem ou um PDF da entrega.',
  video: 'Quem entrega por aqui envia um vídeo da entrega.',
} as const;

/** What this category requires of listings, and what it promises buyers. */
function CategoryRules({ category }: { category: Category }) {
  return (
    <Banner title={`Regras de ${category.name}`}>
      {category.rulesText && <p className="whitespace-pre-line">{category.rulesText}</p>}
      <p>
        Garantia de {formatCount(category.warrantyDays, 'dia', 'dias')} para quem compra.
        {category.holdDays !== null &&
          ` O valor de cada venda é liberado ${formatCount(category.holdDays, 'dia', 'dias')} depois da entrega.`}
        {category.deliveryProof !== 'text' &&
          category.deliveryTypes.includes('manual') &&
          ` ${publishedProof[category.deliveryProof]}`}
        {category.risky && ' Anúncios daqui são conferidos por um administrador.'}
      </p>
    </Banner>
  );
}

/** An emptied attribute is removed instead of being sent as an empty text. */
function withValue(attributes: Draft['attributes'], key: string, value: string): Draft['attributes'] {
  const { [key]: _old, ...others } = attributes;
  return value === '' ? others : { ...others, [key]: value };
}
