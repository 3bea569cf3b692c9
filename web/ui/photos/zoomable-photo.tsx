import { useRef, type PointerEvent } from 'react';

export interface ZoomablePhotoProps {
  src: string;
  alt: string;
  /** 1 fits the screen; up to `maxZoom`. */
  zoom: number;
  onZoom: (zoom: number) => void;
}

export const maxZoom = 4;

/** A photo that zooms by double tap, pinch or the lightbox's buttons, and then scrolls. */
export function ZoomablePhoto({ src, alt, zoom, onZoom }: ZoomablePhotoProps) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ distance: number; zoom: number } | null>(null);

  function onPointerDown(event: PointerEvent): void {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.current.size === 2) pinch.current = { distance: fingerDistance(pointers.current), zoom };
  }

  function onPointerMove(event: PointerEvent): void {
    if (!pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!pinch.current || pointers.current.size !== 2) return;
    const next = (pinch.current.zoom * fingerDistance(pointers.current)) / pinch.current.distance;
    onZoom(Math.min(maxZoom, Math.max(1, next)));
  }

  function lift(event: PointerEvent): void {
    pointers.current.delete(event.pointerId);
    pinch.current = null;
  }

  return (
    <div
      onDoubleClick={() => onZoom(zoom > 1 ? 1 : 2)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={lift}
      onPointerCancel={lift}
      className={zoom > 1 ? 'size-full touch-pan-x touch-pan-y overflow-auto' : 'size-full touch-pan-y'}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        className="max-w-none object-contain"
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
      />
    </div>
  );
}

function fingerDistance(fingers: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...fingers.values()];
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
}
