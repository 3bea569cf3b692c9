import { useEffect, useRef, useState } from 'react';
import { uploadDocumentFile } from '#contract/accounts/documents.ts';
import type { DocumentPart } from '#domain/accounts/documents/checks.ts';
import { ApiError, upload } from '#web/api/api.ts';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

interface Sent {
  file: File;
  item: UploadItem;
  /** The id the server gave the file. */
  id: number | null;
}

/** Uploads one part of a document with its progress; it can be retried or removed. */
export function useDocumentFile(part: DocumentPart) {
  const [sent, setSent] = useState<Sent | null>(null);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(file: File): Promise<void> {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    const show = (item: Partial<UploadItem>, id: number | null = null) =>
      !signal.aborted &&
      setSent({ file, id, item: { id: part, name: file.name, status: 'uploading', progress: 0, ...item } });
    show({});
    try {
      const { id } = await upload(uploadDocumentFile, file, {
        query: { part },
        signal,
        onProgress: (share) =>
          show({
            progress: Math.round(share * 100),
            status: share === 1 ? 'processing' : 'uploading',
          }),
      });
      show({ status: 'done', progress: 100 }, id);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      show({ status: 'failed', error: error.detail });
    }
  }

  return {
    id: sent?.id ?? undefined,
    isSending: sent?.item.status === 'uploading' || sent?.item.status === 'processing',
    items: sent ? [sent.item] : [],
    choose: (file: File) => void send(file),
    retry: () => sent && void send(sent.file),
    remove: () => {
      abort.current?.abort();
      setSent(null);
    },
  };
}
