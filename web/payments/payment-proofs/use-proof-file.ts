import { useEffect, useRef, useState } from 'react';
import { uploadReceiptFile } from '#contract/payments/payment-proofs.ts';
import { ApiError, upload } from '#web/api/api.ts';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

interface Chosen {
  file: File;
  /** Object URL of a picture; null for a PDF. */
  preview: string | null;
  status: 'uploading' | 'processing' | 'done' | 'failed';
  progress: number;
  error?: string;
  /** The number the server gave it. */
  id: number | null;
}

/** One file on its way up: chosen, sent with its progress, tried again or taken away. */
export function useReceiptFile() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const stop = useRef<AbortController>(undefined);
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  useEffect(() => () => stop.current?.abort(), []);

  function choose(file: File): void {
    const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    void send({ file, preview: url, status: 'uploading', progress: 0, id: null });
  }

  async function send(fresh: Chosen): Promise<void> {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    let progress = 0;
    const tell = (change: Partial<Chosen>) => !signal.aborted && setChosen({ ...fresh, ...change });
    tell({});
    try {
      const { id } = await upload(uploadReceiptFile, fresh.file, {
        signal,
        onProgress: (share) => {
          progress = Math.round(share * 100);
          tell({ progress, status: progress === 100 ? 'processing' : 'uploading' });
        },
      });
      tell({ status: 'done', progress: 100, id });
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      const broken = error.code === 'network' ? `O envio parou em ${progress}%.` : error.detail;
      tell({ status: 'failed', error: broken });
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
      stop.current?.abort();
      setChosen(null);
    },
  };
}
