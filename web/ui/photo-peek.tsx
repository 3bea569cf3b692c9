import { useRef, useState, type PointerEvent } from 'react';
import { cn } from '#web/ui/class-names.ts';

export interface CardPhoto {
  src: string;
  srcSet?: string;
  sizes?: string;
  alt: string;
}

const shownPhotos = 3;
const swipeDistancePx = 32;

/**
 * The first photo of a card; moving the mouse across it, or swiping, peeks at two more. Listens on the whole
 * card, because the card's link lies above the photo. The others are only fetched when someone peeks.
 */
export function PhotoPeek({ photos, eager = false }: { photos: readonly CardPhoto[]; eager?: boolean }) {
  const [index, setIndex] = useState<number | null>(null);
  const start = useRef(0);
  const few = photos.slice(0, shownPhotos);
  const peeked = index !== null;
  const visible = index ?? 0;
  const box = useRef<HTMLDivElement>(null);

  function follow(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || few.length < 2 || !box.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    setIndex(Math.min(few.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * few.length))));
  }

  function swipe(event: PointerEvent): void {
    const distance = event.clientX - start.current;
    if (event.pointerType === 'mouse' || Math.abs(distance) < swipeDistancePx) return;
    setIndex((visible + (distance < 0 ? 1 : -1) + few.length) % few.length);
  }

  return (
    <div
      ref={box}
      data-slot="photo-peek"
      className="relative z-2 size-full touch-pan-y"
      onPointerMove={follow}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setIndex(0)}
      onPointerDown={(event) => (start.current = event.clientX)}
      onPointerUp={swipe}
      onPointerCancel={swipe}
    >
      {few.map((photo, position) =>
        position === 0 || peeked ? (
          <img
            key={photo.src}
            {...photo}
            alt={position === 0 ? photo.alt : ''}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            draggable={false}
            className={cn(
              'absolute inset-0 size-full object-cover transition-[transform,opacity] duration-popover group-hover/card:scale-[1.02]',
              position !== visible && 'opacity-0',
            )}
          />
        ) : null,
      )}
      {peeked && few.length > 1 && <PeekMarks count={few.length} visible={visible} />}
    </div>
  );
}

function PeekMarks({ count, visible }: { count: number; visible: number }) {
  return (
    <span aria-hidden="true" className="absolute inset-x-2 bottom-1.5 flex justify-center gap-1">
      {Array.from({ length: count }, (_, position) => (
        <span
          key={position}
          className={cn('h-1 w-5 rounded-full bg-photo-ink shadow-sm', position !== visible && 'opacity-50')}
        />
      ))}
    </span>
  );
}
