import type { ComponentProps, ReactNode } from 'react';
import { Suspense } from 'react';
import { HandHelping, Handshake, Truck, Zap } from '#web/ui/icons/icons.tsx';
import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { deliveryTypeNames } from '#domain/listings/delivery-type-names.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { liveStates, promisedHoursChoices } from '#domain/listings/listings.ts';
import { sizeFault } from '#domain/settings/size-messages.ts';
import { deliveryText } from '#web/listings/listing-texts.ts';
import { ChoiceCards } from '#web/ui/forms/choice-card.tsx';
import type { Choice } from '#web/ui/forms/choice-card.tsx';
import { Field, FieldSet } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import type { Draft } from '#web/listings/publish/draft.ts';

/** Loads when «Entrega na hora» is chosen. */
const CodesField = lazyPart(() =>
  import('#web/listings/publish/stock/codes-field.tsx').then((module) => ({ default: module.CodesField })),
);

/** Loads when «Envio» is chosen. */
const ShippingFields = lazyPart(() =>
  import('./shipping-fields.tsx').then((module) => ({ default: module.ShippingFields })),
);

export interface DeliveryFieldsProps {
  listing: OwnListing;
  draft: Draft;
  category: Category | undefined;
  errors: FieldErrors;
  change: (patch: Partial<Draft>) => void;
  beforeCodes: () => Promise<boolean>;
  onCodesChanged: (listing: OwnListing) => void;
}

const allHours: readonly number[] = promisedHoursChoices.filter((choice) => choice > 0);

const manualHints: Readonly<Record<CategoryKind | 'any', string>> = {
  any: 'Você entrega no prazo que prometer e marca no pedido.',
  code: 'Você envia o código pela conversa do pedido, no prazo que prometer.',
  account: 'Você passa o acesso pela conversa do pedido, no prazo que prometer.',
  file: 'Você envia o arquivo pela conversa do pedido, no prazo que prometer.',
  service: 'Você combina pela conversa do pedido e faz no prazo que prometer.',
  physical: 'Você entrega no prazo que prometer.',
};

const icons: Readonly<Record<DeliveryType, ReactNode>> = {
  automatic: <Zap aria-hidden="true" />,
  manual: <HandHelping aria-hidden="true" />,
  shipping: <Truck aria-hidden="true" />,
  pickup: <Handshake aria-hidden="true" />,
};

function deliveryChoices(kind: CategoryKind | null, offered: readonly DeliveryType[]): readonly Choice[] {
  const reasons: Readonly<Record<DeliveryType, string>> = {
    automatic: 'Para códigos e chaves: entregamos assim que o pagamento é confirmado.',
    manual: manualHints[kind ?? 'any'],
    shipping: 'Você posta o pacote, e o frete é calculado pelo CEP de quem compra.',
    pickup: 'Vocês combinam dia e lugar depois do pagamento.',
  };
  return offered.map((value) => ({
    value,
    title: deliveryTypeNames[value],
    reason: reasons[value],
    icon: icons[value],
  }));
}

/** How the buyer gets the item: one of the ways that the category has, with what it needs. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { listing, draft, category, errors, change } = props;
  const type = draft.deliveryType;
  return (
    <>
      <FieldSet label="Como você entrega?" error={errors.deliveryType}>
        <ChoiceCards
          aria-label="Como você entrega?"
          columns={2}
          value={type ?? ''}
          onValueChange={(chosen) => change(deliveryPatch(chosen as DeliveryType, draft))}
          choices={deliveryChoices(category?.kind ?? null, offeredTypes(listing, category))}
        />
      </FieldSet>
      {type === 'automatic' && (
        <LazyCodesField
          listing={listing}
          error={errors.stock ?? errors.codes}
          beforeSending={props.beforeCodes}
          onChanged={props.onCodesChanged}
        />
      )}
      {type !== null && type !== 'automatic' && (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {type === 'manual' && <PromiseField {...{ draft, errors, change }} />}
          <UnitsField {...{ draft, errors, change }} />
        </div>
      )}
      {type === 'shipping' && (
        <Suspense fallback={<Skeleton className="h-140 rounded-lg" />}>
          <ShippingFields
            {...{ draft, errors, change }}
            mayPickUp={category?.deliveryTypes.includes('pickup') ?? true}
          />
        </Suspense>
      )}
    </>
  );
}

/** What most sellers choose comes first. */
const choiceOrder: readonly DeliveryType[] = ['manual', 'automatic', 'shipping', 'pickup'];

/** What the category has, and what a listing on sale had before its category changed (ADR 99). */
function offeredTypes(listing: OwnListing, category: Category | undefined): readonly DeliveryType[] {
  const allowed = category?.deliveryTypes ?? deliveryTypes;
  const keeps = liveStates.includes(listing.state) && category?.id === listing.categoryId;
  return choiceOrder.filter((type) => allowed.includes(type) || (keeps && type === listing.deliveryType));
}

type FieldProps = Pick<DeliveryFieldsProps, 'draft' | 'errors' | 'change'>;

function PromiseField({ draft, errors, change }: FieldProps) {
  return (
    <Field label="Prazo de entrega" error={errors.promisedHours}>
      <Select
        value={draft.promisedHours ? String(draft.promisedHours) : ''}
        placeholder="Escolha o prazo"
        options={allHours.map((choice) => ({
          value: String(choice),
          label: deliveryText('manual', choice),
        }))}
        onValueChange={(value) => change({ promisedHours: Number(value) })}
      />
    </Field>
  );
}

function UnitsField({ draft, errors, change }: FieldProps) {
  return (
    <Field
      label="Quantas unidades"
      error={errors.stock ?? sizeFault('units', draft.stock, { min: 0, max: maxOf(listingLimits.stock) })}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={draft.stock === 0 ? '' : String(draft.stock)}
        placeholder="1"
        onChange={(event) => change({ stock: wholeNumber(event.target.value) })}
      />
    </Field>
  );
}

function LazyCodesField(props: ComponentProps<typeof CodesField>) {
  return (
    <Suspense fallback={<Skeleton className="h-60 rounded-lg" />}>
      <CodesField {...props} />
    </Suspense>
  );
}

/** One unit is the default, and two days to post it; the stock of automatic delivery is its number of codes. */
function deliveryPatch(deliveryType: DeliveryType, draft: Draft): Partial<Draft> {
  if (deliveryType === 'automatic') return { deliveryType };
  return {
    deliveryType,
    stock: Math.max(1, draft.stock),
    ...(deliveryType === 'shipping' && { handlingDays: draft.handlingDays ?? 2 }),
  };
}

function wholeNumber(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(0, 4));
}
