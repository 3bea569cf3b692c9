import { useCallback, useEffect, useReducer, useRef } from 'react';
import { uploadImage } from '#contract/listings/images.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { ApiError, imageUrl, upload } from '#web/api/api.ts';
import { shrinkPhoto } from '#web/ui/photos/shrink-photo.ts';
import { maxOf } from '#web/settings/sizes.ts';
import type { Image, Photo } from './photos.ts';
import { photosAfter, photosOf } from './photos.ts';

const maxConcurrent = 2;
const tooLargeText = 'Esta foto é grande demais mesmo reduzida. Tente outra.';

export interface Photos {
  photos: Photo[];
  /** Adds photos the server received from the seller's phone. */
  addStored: (images: readonly Image[]) => void;
  /** Adds files; the grid never offers more than still fit. */
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  order: (keys: string[]) => void;
  describe: (key: string, alt: string) => void;
}

/** The photos of a draft: two upload at a time while the seller works on other steps. */
export function usePhotos(images: readonly Image[]): Photos {
  const [photos, dispatch] = useReducer(photosAfter, images, (given) =>
    photosOf(given, (key) => imageUrl(key, 320)),
  );
  const running = useRef(new Map<string, AbortController>());

  const send = useCallback(async (key: string, file: File) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    dispatch({ type: 'start', key });
    try {
      const blob = await shrinkPhoto(file);
      if (blob.size > maxOf(listingLimits.imageMegabytes) * 1_048_576) throw new Error(tooLargeText);
      const image = await upload(uploadImage, blob, {
        signal: stop.signal,
        onProgress: (share) => dispatch({ type: 'progress', key, share }),
      });
      dispatch({ type: 'done', key, image: { ...image, alt: '' } });
    } catch (error) {
      dispatch({ type: 'fail', key, error: problemIn(error) ?? 'O envio parou.' });
    } finally {
      running.current.delete(key);
    }
  }, []);

  // Uploads are external: a pending one starts as soon as a slot is free.
  useEffect(() => {
    const sending = photos.filter(({ state }) => state === 'sending').length;
    for (const { key, file } of photos
      .filter(({ state }) => state === 'waiting')
      .slice(0, maxConcurrent - sending))
      if (file && !running.current.has(key)) void send(key, file);
  }, [photos, send]);

  return {
    photos,
    addStored: (sent) => dispatch({ type: 'arrive', photos: photosOf(sent, (key) => imageUrl(key, 320)) }),
    add: (files) =>
      dispatch({
        type: 'add',
        photos: files
          .slice(0, Math.max(0, maxOf(listingLimits.images) - photos.length))
          .map((file) => ({ key: crypto.randomUUID(), file, src: URL.createObjectURL(file) })),
      }),
    retry: (key) => dispatch({ type: 'retry', key }),
    remove: (key) => {
      running.current.get(key)?.abort();
      dispatch({ type: 'remove', key });
    },
    order: (keys) => dispatch({ type: 'order', keys }),
    describe: (key, alt) => dispatch({ type: 'describe', key, alt }),
  };
}

function problemIn(error: unknown): string | null {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error && error.message === tooLargeText ? tooLargeText : null;
}
