import { useEffect, useRef, useState } from 'react';
import { uploadPaymentProofFile } from '#contract/payments/payment-proofs.ts';
import { ApiError, upload } from '#web/api/api.ts';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

interface Chosen {
  file: File;
  /** Object URL of an image; null for a PDF. */
  preview: string | null;
  status: 'uploading' | 'processing' | 'done' | 'failed';
  progress: number;
  error?: string;
  /** The id the server gave the file. */
  id: number | null;
}

/** Uploads one file with its progress; it can be retried or removed. */
export function useProofFile() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const abort = useRef<AbortController>(undefined);
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  useEffect(() => () => abort.current?.abort(), []);

  function choose(file: File): void {
    const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    void send({ file, preview: url, status: 'uploading', progress: 0, id: null });
  }

  async function send(upcoming: Chosen): Promise<void> {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    let progress = 0;
    const update = (change: Partial<Chosen>) => !signal.aborted && setChosen({ ...upcoming, ...change });
    update({});
    try {
      const { id } = await upload(uploadPaymentProofFile, upcoming.file, {
        signal,
        onProgress: (share) => {
          progress = Math.round(share * 100);
          update({ progress, status: progress === 100 ? 'processing' : 'uploading' });
        },
      });
      update({ status: 'done', progress: 100, id });
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      const message = error.code === 'network' ? `O envio parou em ${progress}%.` : error.detail;
      update({ status: 'failed', error: message });
    }
  }

  const items: UploadItem[] = chosen
    ? [
        {
          id: 'comprovante',
          name: chosen.file.name,
          status: chosen.status,
          progress: chosen.progress,
          ...(chosen.error && { error: chosen.error }),
        },
      ]
    : [];
  return {
    fileId: chosen?.id ?? null,
    preview: chosen?.preview ?? null,
    sending: chosen?.status === 'uploading' || chosen?.status === 'processing',
    items,
    choose,
    retry: () => chosen && void send({ ...chosen, status: 'uploading', progress: 0 }),
    remove: () => {
      abort.current?.abort();
      setChosen(null);
    },
  };
}
