import { useEffect, useRef } from 'react';
import { useSession } from '#web/session.tsx';
import { PendingStrip } from './pending-strip.tsx';
import { giveUpStripPlace, keepStripPlace } from './strip-memory.ts';
import { stripProperty } from './strip-script.ts';
import { TermsStrip } from './terms-strip.tsx';

/**
 * What stands under the bar: an order that waits for its payment, terms that wait for an answer. Only a browser knows who is here, so they come after the page: until they do, the
 * place is as high as they were the last time (`strip-script.ts`), and nothing moves.
 */
export function Strips() {
  const { user, newTerms } = useSession();
  const strips = useRef<HTMLDivElement>(null);
  const none = user.order_pending === null && newTerms === null;
  useEffect(() => {
    if (none) giveUpStripPlace();
  }, [none]);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      const { height } = entry!.contentRect;
      if (height === 0) return;
      document.documentElement.style.removeProperty(stripProperty);
      // On the page that it leads to there is none.
      keepStripPlace(`${height} ${strips.current?.querySelector('a')?.pathname}`);
    });
    measured.observe(strips.current!);
    return () => measured.disconnect();
  }, []);
  return (
    <div ref={strips}>
      {user.order_pending !== null && <PendingStrip />}
      {newTerms && <TermsStrip terms={newTerms} />}
    </div>
  );
}
