import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { OrderState } from '#domain/orders/orders.ts';
import { useSession } from '#web/session.tsx';

/** How long «Pagamento confirmado» is shown before the delivery replaces it. */
const shownMs = 1_600;

/** True for a moment after a payment arrives while the page is open; then the focus moves to the delivery's title. */
export function usePaidMoment(state: OrderState, next: RefObject<HTMLElement | null>): boolean {
  const { reload } = useSession();
  const pending = state === 'awaiting_payment' || state === 'payment_in_review';
  const [wasPending, setWasPending] = useState(pending);
  const [over, setOver] = useState(false);
  const paid = state === 'paid' || state === 'in_delivery' || state === 'delivered';
  const celebrating = wasPending && paid && !over;
  const focusNext = useRef(false);
  if (!wasPending && pending) setWasPending(true);
  useEffect(() => {
    if (!celebrating) {
      if (focusNext.current) next.current?.focus();
      focusNext.current = false;
      return;
    }
    focusNext.current = true;
    // The session's strip about the pending order disappears on every page.
    void reload();
    const timer = setTimeout(() => setOver(true), shownMs);
    return () => clearTimeout(timer);
  }, [celebrating, next, reload]);
  return celebrating;
}
