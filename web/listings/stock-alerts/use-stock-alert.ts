import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { awaitListing, getAwaited, stopAwaiting } from '#contract/listings/stock-alerts.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { writeLatest } from '#web/api/latest-write.ts';

/**
 * Whether one waits for a listing to be sold again, and the way in and out of it.
 * @param initially what is known already: a list of awaited listings knows. Otherwise it is asked.
 */
export function useAwaiting(listingId: number, initially?: boolean) {
  const { signedIn } = useSession();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState(initially ?? false);
  const [failure, setFailure] = useState<string | null>(null);
  // A press counts for more than an answer that was on its way before it.
  const pressed = useRef(false);

  useEffect(() => {
    if (!signedIn || initially !== undefined) return;
    const gone = new AbortController();
    api(getAwaited, { params: { id: listingId }, signal: gone.signal })
      .then(({ waiting: waits, onSale }) => {
        if (!pressed.current) setWaiting(waits);
        if (onSale) void revalidate();
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [signedIn, initially, listingId, revalidate]);

  /** At once on the screen, back again with the reason where it was not saved (design §4.5). */
  async function change(wanted: boolean): Promise<void> {
    pressed.current = true;
    setFailure(null);
    setWaiting(wanted);
    const end = await writeLatest(`aviso ${listingId}`, !wanted, wanted, (waits) =>
      api(waits ? awaitListing : stopAwaiting, { params: { id: listingId }, keepalive: true }),
    );
    if (!end?.problem) return;
    setWaiting(end.now);
    setFailure(end.problem.detail);
    // It is back already, and so is «Comprar».
    if (end.problem.code === 'wrong_state') void revalidate();
  }

  return { waiting, failure, change };
}
