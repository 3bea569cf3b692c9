import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Price } from '#web/ui/cards/price.tsx';

interface PhoneBarProps {
  priceCents: number;
  /** The page's own button, which this bar stands in for. */
  watched: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The phone's bar: price and the one button, while the button of the page is out of sight. */
export function PhoneBar({ priceCents, watched, children }: PhoneBarProps) {
  const away = useAway(watched);
  return (
    <div
      inert={!away}
      className={cn(
        'fixed inset-x-0 bottom-0 z-tab-bar border-t border-border bg-surface pb-safe transition-transform duration-popover md:hidden',
        !away && 'translate-y-full',
      )}
    >
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5">
        <Price cents={priceCents} size="md" />
        {children}
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
