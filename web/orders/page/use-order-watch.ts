import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { getOrder } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { onNews } from '#web/live/update-events.ts';

const quickMs = 3_000;
const slowMs = 10_000;
/** How long somebody who is paying gets the quick rhythm. */
export const quickForMs = 2 * 60_000;

/**
 * Keeps the page true: while a payment or its codes are awaited it asks every 3 s for two minutes, then every 10 s;
 * at once when news comes over the open line (`web/live/live.tsx`), and when the tab comes back. News may be of what only the
 * whole page knows, such as a proposal in a complaint. A failed look changes nothing: the page stays and asks again.
 */
export function useOrderWatch({ hash, state, viewerIs, deal }: Order): void {
  const { revalidate } = useRevalidator();
  const live = viewerIs !== 'stranger';
  const codesOnTheWay = state === 'paid' && deal?.deliveryType === 'automatic';
  const hurried = live && (state === 'awaiting_payment' || state === 'payment_in_review' || codesOnTheWay);
  // A charge that is still being made gets its code within a moment.
  const known = lookOf({ state, deal });
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  });

  useEffect(() => {
    if (!live) return;
    const since = Date.now();
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function look({ news = false } = {}): Promise<void> {
      clearTimeout(timer);
      const order = await api(getOrder, { params: { hash }, signal: stop.signal }).catch(() => null);
      if (stop.signal.aborted) return;
      const found = order && lookOf(order);
      if (found && (news || found !== latest.current)) await revalidate();
      plan();
    }
    function plan(): void {
      if (!hurried || stop.signal.aborted || document.hidden) return;
      timer = setTimeout(() => void look(), Date.now() - since < quickForMs ? quickMs : slowMs);
    }
    function onReturn(): void {
      if (!document.hidden) void look();
    }

    plan();
    document.addEventListener('visibilitychange', onReturn);
    const deaf = onNews(() => void look({ news: true }));
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      deaf();
    };
  }, [hash, live, hurried, revalidate]);
}

/** What would change the page, in a word. */
function lookOf({ state, deal }: Pick<Order, 'state' | 'deal'>): string {
  const { pixCode, boleto, state: payment, method, heldCents } = deal?.payment ?? {};
  const code = pixCode || boleto ? 'code' : '';
  const { waits, cancellation, refunds, revealedAt } = deal ?? {};
  const sides = [waits, cancellation?.state, refunds?.map((refund) => refund.state), revealedAt];
  return JSON.stringify([state, method, payment, code, heldCents, sides]);
}
