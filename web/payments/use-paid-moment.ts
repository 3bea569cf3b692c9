import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { OrderState } from '#domain/orders/orders.ts';
import { useSession } from '#web/session.tsx';

/** How long «Pagamento confirmado» stays before the delivery takes its place. */
const shownMs = 1_600;

/**
 * True for a moment after the payment arrived while the page was open; then the focus goes to the title of the
 * delivery, which is what comes next.
 */
export function usePaidMoment(state: OrderState, next: RefObject<HTMLElement | null>): boolean {
  const { reload } = useSession();
  const waiting = state === 'awaiting_payment' || state === 'payment_in_review';
  const [waited, setWaited] = useState(waiting);
  const [over, setOver] = useState(false);
  const paid = state === 'paid' || state === 'in_delivery' || state === 'delivered';
  const celebrating = waited && paid && !over;
  const focusNext = useRef(false);
  if (!waited && waiting) setWaited(true);
  useEffect(() => {
    if (!celebrating) {
      if (focusNext.current) next.current?.focus();
      focusNext.current = false;
      return;
    }
    focusNext.current = true;
    // The strip of the pending order goes away everywhere.
    void reload();
    const timer = setTimeout(() => setOver(true), shownMs);
    return () => clearTimeout(timer);
  }, [celebrating, next, reload]);
  return celebrating;
}
