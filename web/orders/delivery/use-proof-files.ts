import {
  addDeliveryFile,
  addDeliveryVideo,
  addRefusalFile,
  addReturnFile,
  removeDeliveryFile,
} from '#contract/orders/delivery-files.ts';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import { api, ApiError, upload } from '#web/api/api.ts';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import type { UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/**
 * Upload endpoint per kind of proof: a delivery's, as its category requires (P13), a refused cancellation's (P14), or a
 * contested return's (S11).
 */
const uploadEndpoints = {
  file: addDeliveryFile,
  video: addDeliveryVideo,
  refusal: addRefusalFile,
  return: addReturnFile,
} as const;
export type ProofKind = keyof typeof uploadEndpoints;

/** Files of a delivery or answer that has not been sent yet: uploaded ones of the order and pending uploads. */
export function useProofFiles(hash: string, kind: ProofKind, uploaded: readonly DeliveryFile[]) {
  const { attachments, add, remove, retry } = useAttachments(uploadProof(hash, kind), uploaded);

  /** Removes an uploaded file from the server first, so that no invisible file stays there. */
  async function removeFile(id: string): Promise<void> {
    const fileId = attachments.find((one) => one.id === id)?.fileId ?? null;
    try {
      if (fileId !== null) await api(removeDeliveryFile, { params: { hash, fileId } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'not_found') return aviso.erro('O arquivo não foi removido', error.detail);
    }
    remove(id);
  }

  return { attachments, add, retry, removeFile };
}

/** Photos are resized before the upload; videos are sent unchanged. */
function uploadProof(hash: string, kind: ProofKind): UploadFile {
  return async (file, { onProgress, signal }) => {
    const content = file.type.startsWith('image/') ? await shrinkPhoto(file) : file;
    try {
      const { id } = await upload(uploadEndpoints[kind], content, {
        params: { hash },
        query: { name: file.name.slice(-255) },
        onProgress,
        signal,
      });
      return { fileId: id };
    } catch (error) {
      return { problem: error instanceof ApiError ? error.detail : 'O envio parou. Tente de novo.' };
    }
  };
}
