import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { uploadAccountImage } from '#contract/accounts/account.ts';
import { ApiError, upload } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import type { FileRules } from '#web/ui/forms/file-rules.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

export const portraitRules: FileRules = {
  accept: 'image/jpeg,image/png,image/webp,image/avif',
  maxBytes: 10 * 1_048_576,
  wrongType: 'Envie uma imagem JPG, PNG ou WebP.',
};

/** Uploads a profile photo. The chosen file stays until it is uploaded, so that the upload can be retried. */
export function usePortrait() {
  const { reload } = useSession();
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  // Revokes the preview's object URL, since the browser keeps the image in memory until then.
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function send(chosen: File): Promise<void> {
    running.current = new AbortController();
    setRefusal(null);
    setProgress(0);
    try {
      const { signal } = running.current;
      await upload(uploadAccountImage, await shrinkPhoto(chosen), { onProgress: setProgress, signal });
      await Promise.all([reload(), revalidate()]);
      setFile(null);
      setPreview(null);
      aviso.sucesso('Foto trocada', 'Ela já aparece no seu perfil.');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setRefusal(error instanceof ApiError ? error.detail : 'O envio parou. Tente de novo.');
    } finally {
      setProgress(null);
    }
  }

  return {
    preview,
    progress,
    refusal,
    canRetry: file !== null && refusal !== null && progress === null,
    choose(chosen: File): void {
      setFile(chosen);
      setPreview(URL.createObjectURL(chosen));
      void send(chosen);
    },
    refuse: setRefusal,
    retry: () => file && void send(file),
  };
}
