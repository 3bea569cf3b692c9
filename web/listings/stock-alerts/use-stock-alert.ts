import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { createStockAlert, getStockAlert, deleteStockAlert } from '#contract/listings/stock-alerts.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { writeLatest } from '#web/api/latest-write.ts';

/**
 * Whether the user has a stock alert for a listing, with a function to change it.
 * @param initially the state if already known, as in the list of alerts; otherwise it is requested
 */
export function useStockAlert(listingId: number, initially?: boolean) {
  const { signedIn } = useSession();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState(initially ?? false);
  const [failure, setFailure] = useState<string | null>(null);
  // A change made meanwhile overrides the reply.
  const changed = useRef(false);

  useEffect(() => {
    if (!signedIn || initially !== undefined) return;
    const unmounted = new AbortController();
    api(getStockAlert, { params: { id: listingId }, signal: unmounted.signal })
      .then(({ waiting: isWaiting, onSale }) => {
        if (!changed.current) setWaiting(isWaiting);
        if (onSale) void revalidate();
      })
      .catch(() => undefined);
    return () => unmounted.abort();
  }, [signedIn, initially, listingId, revalidate]);

  /** Shown at once, and reverted with the reason if it was not saved (design §4.5). */
  async function change(subscribe: boolean): Promise<void> {
    changed.current = true;
    setFailure(null);
    setWaiting(subscribe);
    const end = await writeLatest(`aviso ${listingId}`, !subscribe, subscribe, (subscribed) =>
      api(subscribed ? createStockAlert : deleteStockAlert, { params: { id: listingId }, keepalive: true }),
    );
    if (!end?.problem) return;
    setWaiting(end.now);
    setFailure(end.problem.detail);
    // The listing is on sale again, so «Comprar» replaces this button.
    if (end.problem.code === 'wrong_state') void revalidate();
  }

  return { waiting, failure, change };
}
