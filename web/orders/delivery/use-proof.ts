import {
  addDeliveryFile,
  addDeliveryVideo,
  addRefusalFile,
  removeDeliveryFile,
} from '#contract/orders/delivery-files.ts';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import { api, ApiError, upload } from '#web/api/api.ts';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import type { UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** Where each proof goes up: of a delivery by what its category asks for (P13), of a refusal to cancel (P14). */
const doors = { file: addDeliveryFile, video: addDeliveryVideo, refusal: addRefusalFile } as const;
export type ProofDoor = keyof typeof doors;

/** The files of a delivery, or of an answer, to come: what the order has already, and what is on its way up. */
export function useProof(hash: string, door: ProofDoor, present: readonly DeliveryFile[]) {
  const { attachments, add, remove, retry } = useAttachments(sendTo(hash, door), present);

  /** Once a file is up it is taken back there first, so that none is left that nobody sees. */
  async function takeBack(id: string): Promise<void> {
    const fileId = attachments.find((one) => one.id === id)?.fileId ?? null;
    try {
      if (fileId !== null) await api(removeDeliveryFile, { params: { hash, fileId } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'not_found') return aviso.erro('O arquivo não foi removido', error.detail);
    }
    remove(id);
  }

  return { attachments, add, retry, takeBack };
}

/** Photos are made smaller before they leave; a video goes as it is. */
function sendTo(hash: string, door: ProofDoor): UploadFile {
  return async (file, { onProgress, signal }) => {
    const content = file.type.startsWith('image/') ? await shrinkPhoto(file) : file;
    try {
      const { id } = await upload(doors[door], content, {
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
