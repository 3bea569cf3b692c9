import { useEffect, useRef } from 'react';
import { releaseSpace, forgetSpace, storeReservedHeight, watchHeight } from '#web/boot/reserved-space.ts';
import { useSession } from '#web/session.tsx';
import { PendingStrip } from './pending-strip.tsx';
import { TermsStrip } from './terms-strip.tsx';

/** The strips under the top bar: an order that awaits payment, and new terms to accept. */
export function Strips() {
  const { user, newTerms } = useSession();
  const strips = useRef<HTMLDivElement>(null);
  const hasNone = user.order_pending === null && newTerms === null;
  useEffect(() => {
    if (hasNone) forgetSpace('faixa');
  }, [hasNone]);
  useEffect(
    () =>
      watchHeight(strips.current!, (height) => {
        releaseSpace('faixa');
        // The page that a strip links to does not show it.
        storeReservedHeight('faixa', height, strips.current!.querySelector('a')?.pathname);
      }),
    [],
  );
  return (
    <div ref={strips}>
      {user.order_pending !== null && <PendingStrip />}
      {newTerms && <TermsStrip terms={newTerms} />}
    </div>
  );
}
