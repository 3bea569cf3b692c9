import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import type { Attachment } from '#web/ui/conversation/use-attachments.ts';
import type { FileRules } from '#web/ui/forms/file-rules.ts';
import { maxOf } from '#web/settings/sizes.ts';

/** Kinds of proof that consist of files. */
export type FileProof = Exclude<DeliveryProof, 'text'>;

export const proofLabel: Record<FileProof, string> = {
  file: 'Imagem ou PDF da entrega',
  video: 'Vídeo da entrega',
};

export const proofHint: Record<FileProof, (buyer: string) => string> = {
  file: (buyer) => `@${buyer} vê o que você enviar. A equipe também, numa reclamação.`,
  video: (buyer) => `@${buyer} vê o vídeo como foi gravado. A equipe também, numa reclamação.`,
};

const megabytesOf = (proof: FileProof) =>
  maxOf(proof === 'file' ? deliveryLimits.fileMegabytes : deliveryLimits.videoMegabytes);

export const proofPrompt = (proof: FileProof, left: number) =>
  `${proof === 'file' ? 'JPG, PNG, WebP ou PDF' : 'MP4, MOV ou WebM'} de até ${megabytesOf(proof)} MB. ${
    left > 0 ? remainingText(left) : 'Não cabe mais nenhum: remova um para trocar.'
  }`;

const remainingText = (left: number) => (left === 1 ? 'Cabe 1 arquivo.' : `Cabem ${left} arquivos.`);

const kinds: Record<FileProof, Pick<FileRules, 'accept' | 'wrongType'>> = {
  file: {
    accept: 'image/jpeg,image/png,image/webp,application/pdf',
    wrongType: 'Envie uma imagem JPG, PNG ou WebP, ou um PDF.',
  },
  video: {
    accept: 'video/mp4,video/quicktime,video/webm',
    wrongType: 'Envie um vídeo MP4, MOV ou WebM.',
  },
};

export const proofRules = (proof: FileProof): FileRules => ({
  ...kinds[proof],
  maxBytes: megabytesOf(proof) * 1_048_576,
});

export const fileIdsOf = (files: readonly Attachment[]) =>
  files.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));

/** Why the form can't be sent yet: a file is still uploading or has failed. */
export function uploadBlocker(files: readonly Attachment[]): string | undefined {
  if (files.some(({ status }) => status === 'uploading')) return 'Espere os arquivos terminarem de subir.';
  if (files.some(({ status }) => status === 'failed'))
    return 'Um arquivo não subiu. Tente de novo ou remova.';
  return undefined;
}
