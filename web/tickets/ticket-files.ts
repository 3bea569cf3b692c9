import { uploadTicketFile } from '#contract/tickets/tickets.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';
import { ApiError, upload } from '#web/api/api.ts';
import type { ComposerAttachments } from '#web/ui/conversation/composer.tsx';
import type { UploadFile } from '#web/ui/conversation/use-attachments.ts';
import { useAttachments } from '#web/ui/conversation/use-attachments.ts';
import { maxOf } from '#web/settings/sizes.ts';

const rules = () => ({
  accept: 'image/jpeg,image/png,image/webp,image/avif,application/pdf',
  maxBytes: maxOf(ticketLimits.fileMegabytes) * 1_048_576,
  wrongType: 'Envie uma foto ou um PDF.',
});

const send: UploadFile = (file, options) =>
  upload(uploadTicketFile, file, options).then(
    ({ id }) => ({ fileId: id }),
    (error: unknown) => ({ problem: error instanceof ApiError ? error.detail : 'O envio parou.' }),
  );

/** A file attached to a draft message. */
export interface DraftFile {
  id: number;
  name: string;
}

/** Attachments of the message being written, in the composer's format. */
export function useTicketFiles(): {
  composer: ComposerAttachments;
  /** Returns the uploaded files and clears them, because they now belong to the message. */
  take: () => DraftFile[];
} {
  const { attachments: items, add, remove, retry, clear } = useAttachments(send);
  return {
    composer: {
      items,
      rules: rules(),
      max: maxOf(ticketLimits.files),
      onAdd: add,
      onRemove: remove,
      onRetry: retry,
    },
    take: () => {
      clear();
      return items.flatMap(({ fileId, name }) => (fileId === null ? [] : [{ id: fileId, name }]));
    },
  };
}
