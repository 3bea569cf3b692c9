import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/class-names.ts';
import { Price } from '#web/ui/price.tsx';
import type { Listing, Purchase } from './use-purchase.ts';

interface BuyBarProps {
  listing: Listing;
  purchase: Purchase;
  watched: RefObject<HTMLElement | null>;
}

/** The phone's bar: price and «Comprar», while the button of the page is out of sight. */
export function BuyBar({ listing, purchase, watched }: BuyBarProps) {
  const away = useAway(watched);
  if (purchase.refusal) return null;
  return (
    <div
      inert={!away}
      className={cn(
        'fixed inset-x-0 bottom-0 z-tab-bar border-t border-border bg-surface pb-safe transition-transform duration-popover md:hidden',
        !away && 'translate-y-full',
      )}
    >
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5">
        <Price cents={listing.priceCents} size="md" />
        <Button className="min-w-40" onClick={purchase.start}>
          Comprar
        </Button>
      </div>
    </div>
  );
}

function useAway(watched: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!watched.current) return;
    const observer = new IntersectionObserver(([entry]) =>
      setAway(entry !== undefined && !entry.isIntersecting),
    );
    observer.observe(watched.current);
    return () => observer.disconnect();
  }, [watched]);
  return away;
}
