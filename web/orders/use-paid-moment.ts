import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { OrderState } from '#domain/orders.ts';

/** How long «Pagamento confirmado» stays before the delivery takes its place. */
const shownMs = 1_600;

/**
 * True for a moment after the payment arrived while the page was open; then the focus goes to the title of the
 * delivery, which is what comes next.
 */
export function usePaidMoment(state: OrderState, next: RefObject<HTMLElement | null>): boolean {
  const [waited, setWaited] = useState(state === 'awaiting_payment');
  const [over, setOver] = useState(false);
  const paid = state === 'paid' || state === 'in_delivery' || state === 'delivered';
  const celebrating = waited && paid && !over;
  const focusNext = useRef(false);
  if (!waited && state === 'awaiting_payment') setWaited(true);
  useEffect(() => {
    if (!celebrating) {
      if (focusNext.current) next.current?.focus();
      focusNext.current = false;
      return;
    }
    focusNext.current = true;
    const timer = setTimeout(() => setOver(true), shownMs);
    return () => clearTimeout(timer);
  }, [celebrating, next]);
  return celebrating;
}
