import type { FieldErrors } from '#domain/errors.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { parcelFaults, widestLimits } from '#domain/shipping/packages.ts';
import type { ParcelLimits } from '#domain/shipping/packages.ts';
import type { ShippingRules } from '#domain/shipping/settings.ts';
import { deliveryTypeNames } from './delivery-type-names.ts';
import { kindRules } from './category-kinds.ts';
import type { CategoryKind } from './category-kinds.ts';

/** S02: bounds of a package that no setting exceeds; PostgreSQL has the same. The limits of each service are settings. */
export const packageBounds = {
  weightGrams: { min: 1, max: 30_000 },
  sideCm: { min: 1, max: 200 },
} as const;

export const parcelFaultTexts = {
  weight: 'O peso vai de 1 g a 30 kg (30.000 g).',
  side: 'Cada medida vai de 1 a 200 cm.',
} as const;

/** S02: in how many business days after the payment a seller may promise to post. */
export const handlingDaysChoices = [1, 2, 3, 4, 5] as const;

/** S02: the largest parcel of a listing: that of the widest service in use; null where the table has none. */
export function listingParcelLimits({
  services,
  limits,
}: Pick<ShippingRules, 'services' | 'limits'>): ParcelLimits | null {
  return services.length === 0 ? null : widestLimits(services.map((code) => limits[code]));
}

/** S02: what no service in use takes, or a handling time that is too long, by field; nothing where something is missing. */
export function shippingLimitFaults(delivery: Delivery, rules: ShippingRules): FieldErrors {
  const { deliveryType, weightGrams, lengthCm, widthCm, heightCm, handlingDays } = delivery;
  if (deliveryType !== 'shipping') return {};
  const limits = listingParcelLimits(rules);
  const isMeasured = weightGrams !== null && lengthCm !== null && widthCm !== null && heightCm !== null;
  const { maxHandlingDays } = rules.clocks;
  return {
    ...(limits && isMeasured && parcelFaults({ weightGrams, lengthCm, widthCm, heightCm }, limits)),
    ...((handlingDays ?? 0) > maxHandlingDays && {
      handlingDays: `Escolha até ${maxHandlingDays} dias úteis para postar.`,
    }),
  };
}

/** S02: to where sellers see what freight costs: near, far and farthest for most of them. */
export const freightHintCapitals = [
  { city: 'São Paulo', state: 'SP' },
  { city: 'Recife', state: 'PE' },
  { city: 'Manaus', state: 'AM' },
] as const;

/** What a category allows: its kind, and the delivery types that are left of the kind's (S01). */
export interface DeliveryRules {
  kind: CategoryKind | null;
  deliveryTypes: readonly DeliveryType[];
}

/** Without a category anything may be delivered in any way. */
export const noDeliveryRules: DeliveryRules = { kind: null, deliveryTypes };

/**
 * S01: the delivery types of a category.
 * @param chosen by the category or its nearest ancestor with a choice; where it has nothing that the kind allows, the
 *   kind decides
 */
export function allowedDeliveryTypes(
  kind: CategoryKind | null,
  chosen: readonly DeliveryType[] | null,
): readonly DeliveryType[] {
  const ofKind = kind === null ? deliveryTypes : kindRules[kind].deliveryTypes;
  const left = ofKind.filter((type) => chosen?.includes(type));
  return left.length > 0 ? left : ofKind;
}

/** How a listing is delivered; null where its seller has not said it. */
export interface Delivery {
  deliveryType: DeliveryType | null;
  /** The buyer may pick it up instead; only with `shipping`. */
  alsoPickup: boolean;
  promisedHours: number | null;
  /** IBGE's code of the city of origin. */
  cityId: number | null;
  weightGrams: number | null;
  lengthCm: number | null;
  widthCm: number | null;
  heightCm: number | null;
  /** Business days from payment to posting. */
  handlingDays: number | null;
  originAddressId: number | null;
}

/** Why things of a category are not delivered this way; null when they may be (S01). */
export function deliveryTypeFault(allowed: readonly DeliveryType[], type: DeliveryType): string | null {
  if (allowed.includes(type)) return null;
  const others = allowed.map((each) => `«${deliveryTypeNames[each]}»`).join(' ou ');
  return `Esta categoria não tem «${deliveryTypeNames[type]}». Escolha ${others}.`;
}

/** L02, S01: the error message for a delivery that the category does not have. */
export function deliveryFaults(
  { deliveryTypes: allowed }: Pick<DeliveryRules, 'deliveryTypes'>,
  { deliveryType, alsoPickup }: Pick<Delivery, 'deliveryType' | 'alsoPickup'>,
): FieldErrors {
  if (deliveryType === null) return {};
  const fault =
    deliveryTypeFault(allowed, deliveryType) ?? (alsoPickup ? deliveryTypeFault(allowed, 'pickup') : null);
  return fault ? { deliveryType: fault } : {};
}

/** S02: the error messages for what a shipped listing misses, by field. Other listings need none of it. */
export function shippingFaults(
  delivery: Omit<Delivery, 'alsoPickup' | 'promisedHours' | 'cityId'>,
): FieldErrors {
  if (delivery.deliveryType !== 'shipping') return {};
  const errors: FieldErrors = {};
  if (delivery.weightGrams === null) errors.weightGrams = 'Diga quanto o pacote pesa, em gramas.';
  if (delivery.lengthCm === null) errors.lengthCm = 'Informe o comprimento do pacote.';
  if (delivery.widthCm === null) errors.widthCm = 'Informe a largura do pacote.';
  if (delivery.heightCm === null) errors.heightCm = 'Informe a altura do pacote.';
  if (delivery.originAddressId === null) errors.originAddressId = 'Escolha o endereço de onde o produto sai.';
  if (delivery.handlingDays === null)
    errors.handlingDays = 'Escolha em quantos dias úteis você posta o pacote.';
  return errors;
}

/** S13: the error message for a city that is missing where it is needed, or given where there is none. */
export function cityFaults(
  { kind }: Pick<DeliveryRules, 'kind'>,
  { deliveryType, cityId }: Pick<Delivery, 'deliveryType' | 'cityId'>,
): FieldErrors {
  // The city of a shipped listing is that of its address of origin, which `shippingFaults` asks for. Until the way of
  // delivery is chosen, it is unknown which city is meant.
  if (deliveryType === 'shipping' || deliveryType === null) return {};
  if (deliveryType === 'pickup') return cityId === null ? { cityId: 'Diga em que cidade é a retirada.' } : {};
  if (kind === null) return {};
  const { city, name } = kindRules[kind];
  if (city === 'required' && cityId === null) return { cityId: 'Diga de que cidade o produto sai.' };
  if (city === 'none' && cityId !== null)
    return { cityId: `«${name}» não sai de uma cidade. Apague a cidade.` };
  return {};
}
