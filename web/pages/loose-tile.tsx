import { useState } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

const looseIndex = 7;

/** Twelve tiles, one out of place. The loose one is a button: pressing it puts the tile back. */
export function LooseTile({ seed }: { seed: string }) {
  const [placed, setPlaced] = useState(false);
  const column = looseIndex % 4;
  const row = Math.floor(looseIndex / 4);
  return (
    <div className="relative w-60">
      <Tiles seed={`rua ${seed}`} cols={4} rows={3} missing={looseIndex} className="w-full rounded-lg" />
      <button
        type="button"
        aria-pressed={placed}
        aria-label="Pôr o azulejo solto no lugar"
        onClick={() => setPlaced(!placed)}
        style={{ left: `${column * 25}%`, top: `${(row / 3) * 100}%` }}
        className={cn(
          'absolute h-1/3 w-1/4 origin-top-left overflow-hidden transition-transform duration-300 ease-enter',
          placed ? 'rounded-none' : 'translate-x-3 translate-y-5 rotate-14 rounded-xs shadow-md',
        )}
      >
        <Tiles seed={`azulejo ${seed}`} cols={1} rows={1} className="size-full" />
      </button>
      <output className="sr-only">{placed ? 'Azulejo no lugar.' : ''}</output>
    </div>
  );
}
