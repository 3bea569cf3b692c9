import type { Size } from '#domain/settings/sizes.ts';

/** P13: the proof of a manual delivery besides the seller's text; the weakest first. */
export const deliveryProofs = ['text', 'file', 'video'] as const;
export type DeliveryProof = (typeof deliveryProofs)[number];

/**
 * What the seller proves with a file: the delivery (P13), the reason for refusing a cancellation (P14), or what is wrong
 * with a thing that came back (S11).
 */
export const provenThings = ['delivery', 'refusal', 'return'] as const;
export type Proven = (typeof provenThings)[number];

/** Kinds of proof files: images are re-encoded, the others are stored as they were sent. */
export const deliveryFileKinds = ['image', 'pdf', 'mp4', 'mov', 'webm'] as const;
export type DeliveryFileKind = (typeof deliveryFileKinds)[number];

/** The kinds of files that each proof accepts. */
export const provingKinds: Record<DeliveryProof, readonly DeliveryFileKind[]> = {
  text: [],
  file: ['image', 'pdf'],
  video: ['mp4', 'mov', 'webm'],
};

export const deliveryLimits = {
  /** Files per delivery. */
  files: { at: 'deliveries.files', unit: 'files', max: 5, hard: { min: 1, max: 10 } },
  fileMegabytes: { at: 'deliveries.fileMegabytes', unit: 'megabytes', max: 10, hard: { min: 1, max: 20 } },
  videoMegabytes: { at: 'deliveries.videoMegabytes', unit: 'megabytes', max: 50, hard: { min: 5, max: 200 } },
} as const satisfies Record<string, Size>;

/** The error message for missing or wrong files of the required proof; null when it is complete. */
export function proofFault(asked: DeliveryProof, sent: readonly DeliveryFileKind[]): string | null {
  const kinds = provingKinds[asked];
  if (!sent.every((kind) => kinds.includes(kind))) return wrongProof[asked];
  return kinds.length > 0 && sent.length === 0 ? missingProof[asked] : null;
}

const missingProof: Record<DeliveryProof, string> = {
  text: '',
  file: 'Envie pelo menos uma imagem ou um PDF que prove a entrega.',
  video: 'Envie pelo menos um vídeo que prove a entrega.',
};

/** The error message for a file of another kind. */
export const wrongProof: Record<DeliveryProof, string> = {
  text: 'Esta entrega pede só o texto, sem arquivos.',
  file: 'Esta entrega pede uma imagem ou um PDF. Envie um arquivo JPG, PNG, WebP ou PDF.',
  video: 'Esta entrega pede um vídeo. Envie um arquivo MP4, MOV ou WebM.',
};

/** P14: error messages for an incomplete refusal of a cancellation, by field. */
export function refusalFaults(note: string, files: number): { note?: string; fileIds?: string } {
  return {
    ...(note.length < 10 && { note: 'Diga por que você recusa, com pelo menos 10 letras.' }),
    ...(files === 0 && { fileIds: 'Envie pelo menos uma imagem ou um PDF que prove o motivo.' }),
  };
}
