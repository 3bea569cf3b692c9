import { useEffect, useRef } from 'react';
import { releaseSpace, forgetSpace, storeReservedHeight, watchHeight } from '#web/boot/reserved-space.ts';
import { useSession } from '#web/session.tsx';
import { PendingStrip } from './pending-strip.tsx';
import { TermsStrip } from './terms-strip.tsx';

/** What stands under the bar: an order that waits for its payment, terms that wait for an answer. */
export function Strips() {
  const { user, newTerms } = useSession();
  const strips = useRef<HTMLDivElement>(null);
  const none = user.order_pending === null && newTerms === null;
  useEffect(() => {
    if (none) forgetSpace('faixa');
  }, [none]);
  useEffect(
    () =>
      watchHeight(strips.current!, (height) => {
        releaseSpace('faixa');
        // On the page that it leads to there is none.
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
