import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { standsAtBottom } from '#web/ui/page/bottom-bar.ts';
import { Price } from '#web/ui/cards/price.tsx';

interface PhoneBarProps {
  priceCents: number;
  /** The page's own button; the bar is shown while it is out of view. */
  target: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Bar with price and button on phones, shown while the page's button is out of view. */
export function PhoneBar({ priceCents, target, children }: PhoneBarProps) {
  const outOfView = useOutOfView(target);
  return (
    <div
      ref={outOfView ? standsAtBottom : undefined}
      inert={!outOfView}
      className={cn(
        'fixed inset-x-0 bottom-0 z-tab-bar border-t border-border bg-surface pb-safe transition-transform duration-popover md:hidden',
        !outOfView && 'translate-y-full',
      )}
    >
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5">
        <Price cents={priceCents} size="md" />
        {children}
      </div>
    </div>
  );
}

function useOutOfView(target: RefObject<HTMLElement | null>): boolean {
  const [away, setOutOfView] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(([entry]) =>
      setOutOfView(entry !== undefined && !entry.isIntersecting),
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return away;
}
