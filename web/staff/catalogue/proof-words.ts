import type { StaffCategory } from '#contract/categories.ts';
import { provingCategory } from '#domain/categories.ts';
import type { DeliveryProof } from '#domain/delivery-proofs.ts';

/** What a delivery by hand brings, as the team chooses it (P13). */
export const proofNames: Record<DeliveryProof, string> = {
  text: 'Só texto',
  file: 'Imagem ou PDF',
  video: 'Vídeo',
};

/** What a category without a proof of its own asks for, or one at the top of the tree: «Vídeo, como em «Jogos»». */
export function proofBelow(tree: readonly StaffCategory[], id: number | null): string {
  const proving = provingCategory(tree, id);
  return proving === null
    ? proofNames.text
    : `${proofNames[proving.deliveryProof!]}, como em «${proving.name}»`;
}

/** The same for a category itself: «Vídeo» where the choice is its own. */
export function proofIn(tree: readonly StaffCategory[], { deliveryProof, parentId }: StaffCategory): string {
  return deliveryProof === null ? proofBelow(tree, parentId) : proofNames[deliveryProof];
}
