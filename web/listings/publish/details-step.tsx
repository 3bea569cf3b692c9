import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { visibleLength } from '#domain/text/visible-length.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { boundsOf } from '#web/settings/sizes.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { AttributeField } from './attribute-field.tsx';
import { DeliveryFields } from './stock/delivery-fields.tsx';
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

/** Title, the category's attributes, description and delivery. */
export function DetailsStep({
  listing,
  draft,
  category,
  errors,
  change,
  beforeCodes,
  onCodesChanged,
}: DetailsStepProps) {
  const [title, description] = [boundsOf(listingLimits.title), boundsOf(listingLimits.description)];
  return (
    <>
      <Field
        label="Título"
        error={errors.title}
        hint="Diga o que é, a marca e a versão, como alguém buscaria."
        action={<TitleCounter title={draft.title} max={title.max} />}
      >
        <TextInput
          name="title"
          value={draft.title}
          autoComplete="off"
          enterKeyHint="next"
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
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
        hint="Estado, o que vem junto e o que a pessoa recebe. Não coloque telefone, e-mail ou link."
      >
        <Textarea
          name="description"
          value={draft.description}
          minRows={5}
          maxRows={14}
          limit={description.max}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <DeliveryFields
        listing={listing}
        draft={draft}
        errors={errors}
        change={change}
        beforeCodes={beforeCodes}
        onCodesChanged={onCodesChanged}
      />
    </>
  );
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
        {category.deliveryProof !== 'text' && ` ${publishedProof[category.deliveryProof]}`}
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

/** Characters of the title written, out of the maximum. */
function TitleCounter({ title, max }: { title: string; max: number }) {
  const length = visibleLength(title);
  return (
    <span className={cn('text-sm text-ink-3 tabular-nums', length > max && 'text-danger')}>
      {length} de {max}
    </span>
  );
}
