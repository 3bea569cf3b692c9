import type { StaffCategory } from '#contract/listings/categories.ts';
import { findDeliveryDataCategory, findDeliveryProofCategory } from '#domain/listings/categories.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';

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
  const asking = findDeliveryDataCategory(tree, id);
  return asking === null
    ? deliveryDataLabels.optional
    : `${deliveryDataLabels[asking.deliveryData!]}, como em «${asking.name}»`;
}

/** The same for the category itself. */
export function deliveryDataOf(
  tree: readonly StaffCategory[],
  { deliveryData, parentId }: StaffCategory,
): string {
  return deliveryData === null ? inheritedDeliveryData(tree, parentId) : deliveryDataLabels[deliveryData];
}

/** The proof that a category without its own choice inherits: «Vídeo, como em «Jogos»». */
export function inheritedProofLabel(tree: readonly StaffCategory[], id: number | null): string {
  const proving = findDeliveryProofCategory(tree, id);
  return proving === null
    ? proofLabels.text
    : `${proofLabels[proving.deliveryProof!]}, como em «${proving.name}»`;
}

/** The same for the category itself: «Vídeo» when it has its own choice. */
export function proofOf(tree: readonly StaffCategory[], { deliveryProof, parentId }: StaffCategory): string {
  return deliveryProof === null ? inheritedProofLabel(tree, parentId) : proofLabels[deliveryProof];
}
