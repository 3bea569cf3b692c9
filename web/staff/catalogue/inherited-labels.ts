import type { StaffCategory } from '#contract/listings/categories.ts';
import {
  findDeliveryDataCategory,
  findDeliveryProofCategory,
  findDeliveryTypesCategory,
  findIconCategory,
  findKindCategory,
  findReleaseDelayCategory,
} from '#domain/listings/categories.ts';
import type { CategoryIcon } from '#domain/listings/category-icons.ts';
import { kindRules } from '#domain/listings/category-kinds.ts';
import type { CategoryKind } from '#domain/listings/category-kinds.ts';
import { allowedDeliveryTypes } from '#domain/listings/delivery.ts';
import { deliveryTypeNames } from '#domain/listings/delivery-type-names.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { durationText } from '#domain/text/durations.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { iconNames } from './icon-names.ts';

/** Proof required of a manual delivery, as the staff choose it (P13). */
export const proofLabels: Record<DeliveryProof, string> = {
  text: 'Só texto',
  file: 'Imagem ou PDF',
  video: 'Vídeo',
};

/** Whether buyers give delivery data, as the staff choose it (P09). */
export const deliveryDataLabels: Record<DeliveryDataAsk, string> = {
  none: 'Não pedir',
  optional: 'Opcional',
  required: 'Obrigatório',
};

/** What a category without its own choice inherits: «Obrigatório, como em «Jogos»». */
export function inheritedDeliveryData(tree: readonly StaffCategory[], id: number | null): string {
  const source = findDeliveryDataCategory(tree, id);
  return source === null
    ? deliveryDataLabels.optional
    : `${deliveryDataLabels[source.deliveryData!]}, como em «${source.name}»`;
}

/** The same for the category itself. */
export function deliveryDataOf(
  tree: readonly StaffCategory[],
  { deliveryData, parentId }: StaffCategory,
): string {
  return deliveryData === null ? inheritedDeliveryData(tree, parentId) : deliveryDataLabels[deliveryData];
}

/** What a category without its own choice sells: «Conta, como em «Jogos»». */
export function inheritedKind(tree: readonly StaffCategory[], id: number | null): string {
  const source = findKindCategory(tree, id);
  return source === null ? 'Qualquer coisa' : `${kindRules[source.kind!].name}, como em «${source.name}»`;
}

/** The delivery types that a category inherits (S01). */
export interface InheritedDelivery {
  /** What its ancestors sell, for a category that does not say it; null: anything. */
  kind: CategoryKind | null;
  /** The choice of its nearest ancestor with one; null: all that the kind allows. */
  chosen: readonly DeliveryType[] | null;
  /** That ancestor's name. */
  from: string | null;
}

export function inheritedDelivery(tree: readonly StaffCategory[], id: number | null): InheritedDelivery {
  const source = findDeliveryTypesCategory(tree, id);
  return {
    kind: findKindCategory(tree, id)?.kind ?? null,
    chosen: source?.deliveryTypes ?? null,
    from: source?.name ?? null,
  };
}

/** What applies where a category names no delivery type: «Envio ou Retirada em mãos, como em «Casa»». */
export function inheritedDeliveryText(
  { chosen, from }: InheritedDelivery,
  kind: CategoryKind | null,
): string {
  const names = allowedDeliveryTypes(kind, chosen).map((type) => deliveryTypeNames[type]);
  const text = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(names);
  return from === null ? text : `${text}, como em «${from}»`;
}

/** The icon of a category without its own choice. */
export interface InheritedIcon {
  icon: CategoryIcon | null;
  /** «Controle, como em «Games»», or that there is none. */
  text: string;
}

export function inheritedIcon(tree: readonly StaffCategory[], id: number | null): InheritedIcon {
  const source = findIconCategory(tree, id);
  return source === null
    ? { icon: null, text: 'Sem ícone, só o mosaico' }
    : { icon: source.icon, text: `${iconNames[source.icon!]}, como em «${source.name}»` };
}

/** The same for the category itself. */
export function iconOf(tree: readonly StaffCategory[], { icon, parentId }: StaffCategory): string {
  return icon === null ? inheritedIcon(tree, parentId).text : iconNames[icon];
}

/** The proof that a category without its own choice inherits: «Vídeo, como em «Jogos»». */
export function inheritedProofLabel(tree: readonly StaffCategory[], id: number | null): string {
  const source = findDeliveryProofCategory(tree, id);
  return source === null
    ? proofLabels.text
    : `${proofLabels[source.deliveryProof!]}, como em «${source.name}»`;
}

/** The same for the category itself: «Vídeo» when it has its own choice. */
export function proofOf(tree: readonly StaffCategory[], { deliveryProof, parentId }: StaffCategory): string {
  return deliveryProof === null ? inheritedProofLabel(tree, parentId) : proofLabels[deliveryProof];
}

/** The release delay that a category's children inherit, with the rule it comes from: «7 dias, a regra geral». */
export function inheritedReleaseDelay(
  tree: readonly StaffCategory[],
  id: number | null,
  generalDelayMs: number,
): string {
  const source = findReleaseDelayCategory(tree, id);
  if (source === null) return `${durationText(generalDelayMs)}, a regra geral`;
  return `${formatCount(source.holdDays!, 'dia', 'dias')}, o prazo de «${source.name}»`;
}

/** The release delay of the category itself: «14 dias» when it has its own. */
export function releaseDelayOf(
  tree: readonly StaffCategory[],
  category: StaffCategory,
  generalDelayMs: number,
): string {
  return category.holdDays === null
    ? inheritedReleaseDelay(tree, category.parentId, generalDelayMs)
    : formatCount(category.holdDays, 'dia', 'dias');
}
