import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';

/** What both sides are told of a proof, besides the words that every delivery has (P13). */
export const proofPromise: Record<DeliveryProof, string | null> = {
  text: null,
  file: 'Quem vende prova a entrega com uma imagem ou um PDF.',
  video: 'Quem vende prova a entrega com um vídeo.',
};
