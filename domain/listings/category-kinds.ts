import type { ComplaintReason } from '#domain/complaints/complaints.ts';
import { complaintReasons } from '#domain/complaints/complaints.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

/** What is sold in a category. */
export const categoryKinds = ['code', 'account', 'file', 'service', 'physical'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

interface KindRules {
  /** As people read it. */
  name: string;
  deliveryTypes: readonly DeliveryType[];
  complaintReasons: readonly ComplaintReason[];
  /** Whether a listing says from which city it is sent (S13). */
  city: 'required' | 'optional' | 'none';
}

const digital = {
  deliveryTypes: ['automatic', 'manual'],
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
    complaintReasons: ['not_received', 'not_as_described', 'incomplete', 'late', 'other'],
  },
  physical: {
    name: 'Produto físico',
    city: 'required',
    deliveryTypes: ['shipping', 'pickup'],
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
