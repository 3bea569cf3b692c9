import type { StaffCategory } from '#contract/listings/categories.ts';
import { findDeliveryDataCategory, findDeliveryProofCategory } from '#domain/listings/categories.ts';
import type { DeliveryDataAsk } from '#domain/orders/delivery-data.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';

/** What a delivery by hand brings, as the team chooses it (P13). */
export const proofNames: Record<DeliveryProof, string> = {
  text: 'Só texto',
  file: 'Imagem ou PDF',
  video: 'Vídeo',
};

/** Whether buyers say where and how to deliver, as the team chooses it (P09). */
export const dataNames: Record<DeliveryDataAsk, string> = {
  none: 'Não pedir',
  optional: 'Opcional',
  required: 'Obrigatório',
};

/** What holds in a category without a choice of its own: «Obrigatório, como em «Jogos»». */
export function dataBelow(tree: readonly StaffCategory[], id: number | null): string {
  const asking = findDeliveryDataCategory(tree, id);
  return asking === null
    ? dataNames.optional
    : `${dataNames[asking.deliveryData!]}, como em «${asking.name}»`;
}

/** The same for a category itself. */
export function dataIn(tree: readonly StaffCategory[], { deliveryData, parentId }: StaffCategory): string {
  return deliveryData === null ? dataBelow(tree, parentId) : dataNames[deliveryData];
}

/** What a category without a proof of its own asks for, or one at the top of the tree: «Vídeo, como em «Jogos»». */
export function proofBelow(tree: readonly StaffCategory[], id: number | null): string {
  const proving = findDeliveryProofCategory(tree, id);
  return proving === null
    ? proofNames.text
    : `${proofNames[proving.deliveryProof!]}, como em «${proving.name}»`;
}

/** The same for a category itself: «Vídeo» where the choice is its own. */
export function proofIn(tree: readonly StaffCategory[], { deliveryProof, parentId }: StaffCategory): string {
  return deliveryProof === null ? proofBelow(tree, parentId) : proofNames[deliveryProof];
}
