import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useSession } from '#web/session.tsx';
import { stripKey, stripProperty } from './strip-script.ts';

/**
 * Where strips stand under the bar. Only a browser knows who is here, so they come after the page: until they do, the
 * place is as high as they were the last time (`strip-script.ts`), and nothing moves.
 */
export function StripPlace({ children }: { children: ReactNode }) {
  const { user, signedIn, loading, newTerms } = useSession();
  const strips = useRef<HTMLDivElement>(null);
  const none = !loading && (!signedIn || (user.order_pending === null && newTerms === null));
  useEffect(() => {
    if (none) giveUpStripPlace();
  }, [none]);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      const { height } = entry!.contentRect;
      if (height === 0) return;
      document.documentElement.style.removeProperty(stripProperty);
      // On the page that it leads to there is none.
      keep(`${height} ${strips.current?.querySelector('a')?.pathname}`);
    });
    measured.observe(strips.current!);
    return () => measured.disconnect();
  }, []);
  return (
    <div className="min-h-(--faixa) print:hidden">
      <div ref={strips}>{children}</div>
    </div>
  );
}

/** No strip is coming. */
export function giveUpStripPlace(): void {
  document.documentElement.style.removeProperty(stripProperty);
  keep(null);
}

/** Storage that is closed keeps nothing: the page then moves. */
function keep(place: string | null): void {
  try {
    if (place === null) localStorage.removeItem(stripKey);
    else localStorage.setItem(stripKey, place);
  } catch {}
}
