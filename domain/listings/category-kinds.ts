import type { ComplaintReason } from '#domain/complaints/complaints.ts';
import { complaintReasons } from '#domain/complaints/complaints.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

/** What is sold in a category. */
export const categoryKinds = ['code', 'account', 'file', 'service', 'physical'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

interface KindRules {
  /** As people read it. */
  name: string;
  deliveryTypes: readonly DeliveryType[];
  /** Hours that a seller may promise for a manual delivery. */
  promisedHours: readonly number[];
  complaintReasons: readonly ComplaintReason[];
  /** Whether a listing says from which city it is sent (S13). */
  city: 'required' | 'optional' | 'none';
}

const digital = {
  deliveryTypes: ['automatic', 'manual'],
  promisedHours: [1, 6, 24, 72],
  city: 'none',
} as const;

/** What each kind may be delivered as and complained about (L02, R01): a lamp has no code, an account does not break. */
export const kindRules: Readonly<Record<CategoryKind, KindRules>> = {
  code: {
    ...digital,
    name: 'Código digital',
    complaintReasons: ['not_received', 'invalid_code', 'not_as_described', 'incomplete', 'late', 'other'],
  },
  account: {
    ...digital,
    name: 'Conta',
    complaintReasons: [
      'not_received',
      'no_access',
      'recovered',
      'not_as_described',
      'incomplete',
      'late',
      'other',
    ],
  },
  file: {
    ...digital,
    name: 'Arquivo',
    complaintReasons: ['not_received', 'broken_file', 'not_as_described', 'incomplete', 'late', 'other'],
  },
  service: {
    name: 'Serviço',
    city: 'optional',
    deliveryTypes: ['manual'],
    promisedHours: [1, 6, 24, 72],
    complaintReasons: ['not_received', 'not_as_described', 'incomplete', 'late', 'other'],
  },
  physical: {
    name: 'Produto físico',
    city: 'required',
    deliveryTypes: ['manual'],
    promisedHours: [24, 72],
    complaintReasons: ['not_received', 'damaged', 'not_as_described', 'incomplete', 'late', 'other'],
  },
};

/** The reasons for a complaint about an order of this kind; all of them where its category says none. */
export function reasonsOf(kind: CategoryKind | null): readonly ComplaintReason[] {
  return kind === null ? complaintReasons : kindRules[kind].complaintReasons;
}

/** R01: the error message for a reason that this kind does not have; null for one that it has. */
export function reasonFault(kind: CategoryKind | null, reason: ComplaintReason): string | null {
  if (kind === null || kindRules[kind].complaintReasons.includes(reason)) return null;
  return `Este motivo não serve para «${kindRules[kind].name}». Escolha outro motivo.`;
}

/** Why this kind is not delivered this way; null when it may be. */
export function deliveryTypeFault(kind: CategoryKind | null, type: DeliveryType): string | null {
  if (kind === null || kindRules[kind].deliveryTypes.includes(type)) return null;
  return `«${kindRules[kind].name}» não tem entrega na hora. Escolha «Eu entrego».`;
}

/** L02: the error messages for a delivery that the kind does not have, by field. */
export function deliveryFaults(
  kind: CategoryKind | null,
  { deliveryType, promisedHours }: { deliveryType: DeliveryType | null; promisedHours: number | null },
): FieldErrors {
  if (kind === null || deliveryType === null) return {};
  const fault = deliveryTypeFault(kind, deliveryType);
  if (fault) return { deliveryType: fault };
  if (deliveryType === 'automatic' || !promisedHours || kindRules[kind].promisedHours.includes(promisedHours))
    return {};
  return { promisedHours: `«${kindRules[kind].name}» não chega tão rápido. Escolha um prazo maior.` };
}

/** S13: the error message for a city that is missing where the kind needs one, or given where it has none. */
export function cityFaults(kind: CategoryKind | null, cityId: number | null): FieldErrors {
  if (kind === null) return {};
  const { city, name } = kindRules[kind];
  if (city === 'required' && cityId === null) return { cityId: 'Diga de que cidade o produto sai.' };
  if (city === 'none' && cityId !== null)
    return { cityId: `«${name}» não sai de uma cidade. Apague a cidade.` };
  return {};
}
