import type { CategoryAttribute } from './attributes.ts';
import type { CategoryIcon } from './category-icons.ts';
import type { CategoryKind } from './category-kinds.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { minReleaseDelayDays } from '#domain/orders/timers.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';

/** A node of the category tree. */
export interface CategoryTreeNode {
  id: number;
  parentId: number | null;
}

export const categoryLimits = {
  depth: 4,
  attributes: 20,
  options: 50,
  warrantyDays: { min: 7, max: 90 },
  holdDays: { min: minReleaseDelayDays, max: 90 },
} as const;

/** Why a category may not have this parent: the parent is itself or a descendant, or the tree would exceed four levels. */
export function parentFault(
  tree: readonly CategoryTreeNode[],
  id: number | null,
  parentId: number | null,
): string | null {
  const above = ancestors(tree, parentId);
  if (id !== null && above.includes(id)) return 'Uma categoria não cabe dentro dela mesma.';
  const height = id === null ? 1 : heightOf(tree, id);
  return above.length + height > categoryLimits.depth ? `Use até ${categoryLimits.depth} níveis.` : null;
}

/** The category and all its ancestors. */
function ancestors(tree: readonly CategoryTreeNode[], id: number | null): number[] {
  const found: number[] = [];
  for (let at = id; at !== null; at = tree.find((node) => node.id === at)?.parentId ?? null) found.push(at);
  return found;
}

function heightOf(tree: readonly CategoryTreeNode[], id: number): number {
  const below = tree.filter((node) => node.parentId === id).map((node) => heightOf(tree, node.id));
  return 1 + Math.max(0, ...below);
}

/**
 * §4.3: the category that sets the release delay of a sale: this one, or its nearest ancestor with one. Null when none
 * has one, so that the general rule applies.
 */
export function findReleaseDelayCategory<Place extends CategoryTreeNode & { holdDays: number | null }>(
  tree: readonly Place[],
  id: number | null,
): Place | null {
  return nearest(tree, id, ({ holdDays }) => holdDays !== null);
}

/** P13: the category that sets the proof of a manual delivery, found likewise. Null when a text is enough. */
export function findDeliveryProofCategory<
  Place extends CategoryTreeNode & { deliveryProof: DeliveryProof | null },
>(tree: readonly Place[], id: number | null): Place | null {
  return nearest(tree, id, ({ deliveryProof }) => deliveryProof !== null);
}

/** P09: the category that says whether buyers give delivery data, found likewise. Null when the general rule applies. */
export function findDeliveryDataCategory<
  Place extends CategoryTreeNode & { deliveryData: DeliveryDataAsk | null },
>(tree: readonly Place[], id: number | null): Place | null {
  return nearest(tree, id, ({ deliveryData }) => deliveryData !== null);
}

/** The category that says what is sold, found likewise. Null when anything may be. */
export function findKindCategory<Place extends CategoryTreeNode & { kind: CategoryKind | null }>(
  tree: readonly Place[],
  id: number | null,
): Place | null {
  return nearest(tree, id, ({ kind }) => kind !== null);
}

/** S01: the category that narrows the delivery types, found likewise. Null when the kind alone decides. */
export function findDeliveryTypesCategory<
  Place extends CategoryTreeNode & { deliveryTypes: readonly DeliveryType[] | null },
>(tree: readonly Place[], id: number | null): Place | null {
  return nearest(tree, id, ({ deliveryTypes }) => deliveryTypes !== null);
}

/** The category whose icon is shown, found likewise. Null when there is none. */
export function findIconCategory<Place extends CategoryTreeNode & { icon: CategoryIcon | null }>(
  tree: readonly Place[],
  id: number | null,
): Place | null {
  return nearest(tree, id, ({ icon }) => icon !== null);
}

/** The category itself, or its nearest ancestor that matches. */
function nearest<Place extends CategoryTreeNode>(
  tree: readonly Place[],
  id: number | null,
  hasOwn: (place: Place) => boolean,
): Place | null {
  const path = ancestors(tree, id).map((above) => tree.find((node) => node.id === above));
  return path.find((node) => node !== undefined && hasOwn(node)) ?? null;
}

/** Error messages for the attribute definitions of a category, by field path such as `attributes.2.mask`. */
export function attributeSchemaFaults(attributes: readonly CategoryAttribute[]): FieldErrors {
  const errors: FieldErrors = {};
  attributes.forEach((attribute, index) => {
    const at = `attributes.${index}`;
    if (attributes.findIndex(({ key }) => key === attribute.key) < index)
      errors[`${at}.key`] = 'Já existe um campo com este nome.';
    if (attribute.type === 'list' && (attribute.options ?? []).length < 2)
      errors[`${at}.options`] = 'Escreva ao menos duas opções.';
    if (new Set(attribute.options).size < (attribute.options ?? []).length)
      errors[`${at}.options`] = 'Há opções repetidas.';
    if (attribute.type === 'mask' && !/[#@*]/.test(attribute.mask ?? ''))
      errors[`${at}.mask`] = 'Use só # para número, @ para letra e * para os dois.';
  });
  return errors;
}
