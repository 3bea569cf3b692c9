import type { StaffCategory } from '#contract/listings/categories.ts';
import { findDeliveryDataCategory, findDeliveryProofCategory } from '#domain/listings/categories.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';

/** Proof required of a manual delivery, as the staff choose it (P13). */
export const proofNames: Record<DeliveryProof, string> = {
  text: 'Só texto',
  file: 'Imagem ou PDF',
  video: 'Vídeo',
};

/** Whether buyers give delivery data, as the staff choose it (P09). */
export const dataNames: Record<DeliveryDataAsk, string> = {
  none: 'Não pedir',
  optional: 'Opcional',
  required: 'Obrigatório',
};

/** What a category without its own choice inherits: «Obrigatório, como em «Jogos»». */
export function dataBelow(tree: readonly StaffCategory[], id: number | null): string {
  const asking = findDeliveryDataCategory(tree, id);
  return asking === null
    ? dataNames.optional
    : `${dataNames[asking.deliveryData!]}, como em «${asking.name}»`;
}

/** The same for the category itself. */
export function dataIn(tree: readonly StaffCategory[], { deliveryData, parentId }: StaffCategory): string {
  return deliveryData === null ? dataBelow(tree, parentId) : dataNames[deliveryData];
}

/** The proof that a category without its own choice inherits: «Vídeo, como em «Jogos»». */
export function proofBelow(tree: readonly StaffCategory[], id: number | null): string {
  const proving = findDeliveryProofCategory(tree, id);
  return proving === null
    ? proofNames.text
    : `${proofNames[proving.deliveryProof!]}, como em «${proving.name}»`;
}

/** The same for the category itself: «Vídeo» when it has its own choice. */
export function proofIn(tree: readonly StaffCategory[], { deliveryProof, parentId }: StaffCategory): string {
  return deliveryProof === null ? proofBelow(tree, parentId) : proofNames[deliveryProof];
}
