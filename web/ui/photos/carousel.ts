import type EmblaCarousel from 'embla-carousel';
import type { EmblaCarouselType } from 'embla-carousel';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '#web/ui/page/when-idle.ts';

let createCarousel: typeof EmblaCarousel | null = null;

/** Loads Embla; a carousel that mounts later starts at once. */
export async function loadCarousel(): Promise<typeof EmblaCarousel> {
  const { default: loaded } = await import('embla-carousel');
  createCarousel = loaded;
  return loaded;
}

/**
 * Embla with the index as state; its code loads when the browser is idle or a photo is requested. `draggable` is off
 * while a photo is zoomed.
 */
export function useCarousel({
  startIndex = 0,
  draggable = true,
}: { startIndex?: number; draggable?: boolean } = {}) {
  const viewport = useRef<HTMLDivElement>(null);
  const embla = useRef<EmblaCarouselType>(null);
  const [index, setIndex] = useState(startIndex);

  useEffect(() => {
    if (createCarousel) embla.current = start(createCarousel, viewport.current, startIndex, setIndex);
    const stopWaiting = whenIdle(() => void ready().catch(() => undefined));
    return () => {
      stopWaiting();
      embla.current?.destroy();
      embla.current = null;
    };
    // Runs once: `startIndex` does not change while the carousel is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  async function ready(): Promise<EmblaCarouselType | null> {
    const loaded = await loadCarousel();
    embla.current ??= start(loaded, viewport.current, startIndex, setIndex);
    return embla.current;
  }

  useEffect(() => embla.current?.reInit({ watchDrag: draggable }), [draggable]);

  return {
    viewport,
    index,
    goTo(next: number): void {
      const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (embla.current) embla.current.scrollTo(next, reducedMotion);
      else
        ready().then(
          (loaded) => loaded?.scrollTo(next, reducedMotion),
          () => undefined,
        );
    },
  };
}

/** Starts Embla; null when the photos have been unmounted meanwhile. */
function start(
  carousel: typeof EmblaCarousel,
  viewport: HTMLElement | null,
  startIndex: number,
  follow: (index: number) => void,
): EmblaCarouselType | null {
  if (!viewport) return null;
  const embla = carousel(viewport, { startIndex, duration: 22 });
  const onChange = () => follow(embla.selectedScrollSnap());
  embla.on('select', onChange).on('reInit', onChange);
  return embla;
}
