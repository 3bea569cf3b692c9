import { useCallback, useEffect, useRef, useState } from 'react';
import { listingLimits } from '#domain/listings/limits.ts';
import type { PhoneDraft } from '#contract/listings/photo-links.ts';
import { addPhonePhoto } from '#contract/listings/photo-links.ts';
import { ApiError, upload } from '#web/api/api.ts';
import { maxOf } from '#web/settings/sizes.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';

const tooLargeText = 'Esta foto é grande demais mesmo reduzida. Tente outra.';

export interface PhonePhoto {
  /** Idempotency name: a retry under it adds the photo once. */
  name: string;
  file: File;
  src: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  error: string | null;
}

interface Handlers {
  onDraft: (draft: PhoneDraft) => void;
  onEnded: (problem: ApiError) => void;
}

/** The photos of this phone, uploaded one after another so that their order is preserved. */
export function usePhoneUploads({ onDraft, onEnded }: Handlers) {
  const [photos, setPhotos] = useState<readonly PhonePhoto[]>([]);
  const sending = useRef(false);
  const change = useCallback(
    (name: string, patch: Partial<PhonePhoto>) =>
      setPhotos((all) => all.map((photo) => (photo.name === name ? { ...photo, ...patch } : photo))),
    [],
  );

  const send = useCallback(
    async ({ name, file }: PhonePhoto) => {
      sending.current = true;
      change(name, { state: 'sending', progress: 0, error: null });
      try {
        const blob = await shrinkPhoto(file);
        if (blob.size > maxOf(listingLimits.imageMegabytes) * 1_048_576) throw new Error(tooLargeText);
        const onProgress = (progress: number) => change(name, { progress });
        onDraft(await upload(addPhonePhoto, blob, { query: { name }, onProgress }));
        change(name, { state: 'done', progress: 1 });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'link_expired') onEnded(error);
        change(name, { state: 'failed', error: problemIn(error) ?? 'O envio parou. Tente de novo.' });
      } finally {
        sending.current = false;
      }
    },
    [change, onDraft, onEnded],
  );

  // Uploads are external: the next one starts when the previous one has ended.
  useEffect(() => {
    const next = photos.find(({ state }) => state === 'waiting');
    if (next && !sending.current && !photos.some(({ state }) => state === 'sending')) void send(next);
  }, [photos, send]);

  return {
    photos,
    add: (files: readonly File[]) =>
      setPhotos((all) => [
        ...all,
        ...files.map((file) => ({
          name: crypto.randomUUID(),
          file,
          src: URL.createObjectURL(file),
          state: 'waiting' as const,
          progress: 0,
          error: null,
        })),
      ]),
    retry: (name: string) => change(name, { state: 'waiting', error: null }),
  };
}

function problemIn(error: unknown): string | null {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error && error.message === tooLargeText ? tooLargeText : null;
}
