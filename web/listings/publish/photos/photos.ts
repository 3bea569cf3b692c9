import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

export type Image = OwnListing['images'][number];

/** One photo, uploading or stored. `key` is local and never changes. */
export interface Photo {
  key: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** 0 to 1 while sending. */
  progress: number;
  /** Why the upload failed and what to do about it. */
  error: string | null;
  /** What to show: a local object URL until the server has it. */
  src: string;
  file: File | null;
  image: Image | null;
}

export type PhotoEvent =
  | { type: 'add'; photos: { key: string; file: File; src: string }[] }
  /** Photos stored on the server by another way, such as a phone. */
  | { type: 'arrive'; photos: Photo[] }
  | { type: 'start' | 'retry' | 'remove'; key: string }
  | { type: 'progress'; key: string; share: number }
  | { type: 'done'; key: string; image: Image }
  | { type: 'fail'; key: string; error: string }
  | { type: 'order'; keys: string[] }
  | { type: 'describe'; key: string; alt: string };

/** The photos after an event. The first one is the cover. */
export function photosAfter(photos: Photo[], event: PhotoEvent): Photo[] {
  const change = (key: string, patch: Partial<Photo>) =>
    photos.map((photo) => (photo.key === key ? { ...photo, ...patch } : photo));
  switch (event.type) {
    case 'add':
      return [
        ...photos,
        ...event.photos.map((added) => ({
          ...added,
          state: 'waiting' as const,
          progress: 0,
          error: null,
          image: null,
        })),
      ];
    case 'arrive': {
      const known = new Set(photos.map(({ image }) => image?.id));
      return [...photos, ...event.photos.filter(({ image }) => !known.has(image?.id))];
    }
    case 'start':
      return change(event.key, { state: 'sending', progress: 0, error: null });
    case 'retry':
      return change(event.key, { state: 'waiting', progress: 0, error: null });
    case 'progress':
      return change(event.key, { progress: event.share });
    case 'done':
      return change(event.key, { state: 'done', progress: 1, image: event.image, file: null });
    case 'fail':
      return change(event.key, { state: 'failed', error: event.error });
    case 'describe':
      return photos.map((photo) =>
        photo.key === event.key && photo.image
          ? { ...photo, image: { ...photo.image, alt: event.alt } }
          : photo,
      );
    case 'remove':
      return photos.filter((photo) => photo.key !== event.key);
    case 'order':
      return [
        ...event.keys.flatMap((key) => photos.filter((photo) => photo.key === key)),
        ...photos.filter(({ key }) => !event.keys.includes(key)),
      ];
  }
}

/** Photos already stored on the server when the draft was opened. */
export function photosOf(images: readonly Image[], srcOf: (key: string) => string): Photo[] {
  return images.map((image) => ({
    key: `image-${image.id}`,
    state: 'done',
    progress: 1,
    error: null,
    src: srcOf(image.key),
    file: null,
    image,
  }));
}

/** The listing's photos: only stored ones, in their order. */
export function imagesOf(photos: readonly Photo[]): Image[] {
  return photos.flatMap(({ image }) => (image ? [image] : []));
}

export function isUploading({ state }: Photo): boolean {
  return state === 'waiting' || state === 'sending';
}

/** Why a listing with these photos cannot be sent yet: it would be sent without those that are not stored. */
export function uploadReason(photos: readonly Photo[]): string | undefined {
  if (photos.some(isUploading)) return 'Espere as fotos terminarem de subir.';
  if (photos.some(({ state }) => state === 'failed')) return 'Tire a foto que não subiu, ou tente de novo.';
  return undefined;
}

const statusOf = { waiting: 'queued', sending: 'uploading', done: 'done', failed: 'failed' } as const;

/** A photo in the format of the grid. */
export function uploadItemOf({ key, state, src, progress, error }: Photo): UploadItem {
  return {
    id: key,
    url: src,
    status: statusOf[state],
    progress: progress * 100,
    ...(error !== null && { error }),
  };
}
