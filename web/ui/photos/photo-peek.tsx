import { useRef, useState, type PointerEvent } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

export interface CardPhoto {
  src: string;
  srcSet?: string;
  sizes?: string;
  alt: string;
}

const swipeDistancePx = 32;

/**
 * Chooses the visible photo of a card by the mouse position across the card, or by a swipe.
 * The listeners belong on the whole card, because its link covers the photo.
 */
export function usePhotoPeek(count: number) {
  const [index, setIndex] = useState<number | null>(null);
  const start = useRef(0);
  if (count < 2) return { index: null, listeners: {} };

  const listeners = {
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse') return;
      const { left, width } = event.currentTarget.getBoundingClientRect();
      setIndex(Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count))));
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse') setIndex(0);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      start.current = event.clientX;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const distance = event.clientX - start.current;
      if (event.pointerType === 'mouse' || Math.abs(distance) < swipeDistancePx) return;
      setIndex(((index ?? 0) + (distance < 0 ? 1 : -1) + count) % count);
    },
  };
  return { index, listeners };
}

export interface PhotoPeekProps {
  photos: readonly CardPhoto[];
  /** From `usePhotoPeek`; null until the first hover or swipe, and until then only the first photo loads. */
  index: number | null;
  eager?: boolean;
}

/** The photos of a card, one visible. */
export function PhotoPeek({ photos, index, eager = false }: PhotoPeekProps) {
  const visible = index ?? 0;
  const fetched = index === null ? photos.slice(0, 1) : photos;
  return (
    <>
      {fetched.map((photo, position) => (
        <img
          key={photo.src}
          {...photo}
          alt={position === 0 ? photo.alt : ''}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          draggable={false}
          className={cn('listing-card-photo', position !== visible && 'opacity-0')}
        />
      ))}
      {fetched.length > 1 && (
        <span aria-hidden="true" className="absolute inset-x-2 bottom-1.5 flex justify-center gap-1">
          {fetched.map((photo, position) => (
            <span
              key={photo.src}
              className={cn(
                'h-1 w-5 rounded-full bg-photo-ink shadow-sm',
                position !== visible && 'opacity-50',
              )}
            />
          ))}
        </span>
      )}
    </>
  );
}
