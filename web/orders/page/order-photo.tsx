import { imageUrl } from '#web/api/api.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

/** 72 px square of the item's photo; tiles when it has none. */
export function OrderPhoto({ cover, seed }: { cover: string | null; seed: string }) {
  return (
    <span className="block size-18 shrink-0 overflow-hidden rounded-md bg-surface-2">
      {cover ? (
        <img src={imageUrl(cover, 320)} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <Tiles seed={seed} className="size-full" />
      )}
    </span>
  );
}
