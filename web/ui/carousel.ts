import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';

/** Embla with the index as state. `draggable` off while a photo is zoomed. */
export function useCarousel({
  startIndex = 0,
  draggable = true,
}: { startIndex?: number; draggable?: boolean } = {}) {
  const [viewport, embla] = useEmblaCarousel({ startIndex, loop: false, watchDrag: draggable, duration: 22 });
  const [index, setIndex] = useState(startIndex);

  useEffect(() => {
    if (!embla) return;
    const follow = () => setIndex(embla.selectedScrollSnap());
    embla.on('select', follow).on('reInit', follow);
    return () => {
      embla.off('select', follow).off('reInit', follow);
    };
  }, [embla]);

  return {
    viewport,
    index,
    goTo: (next: number) => embla?.scrollTo(next, matchMedia('(prefers-reduced-motion: reduce)').matches),
  };
}
