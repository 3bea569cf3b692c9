import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { getOrder } from '#contract/orders/orders.ts';
import { api } from '#web/api/api.ts';
import { onUpdate } from '#web/live/update-events.ts';
import { useLatest } from '#web/ui/page/use-latest.ts';

const quickIntervalMs = 3_000;
const slowIntervalMs = 10_000;
/** How long the page polls at the quick interval while a payment is pending. */
export const quickPollingMs = 2 * 60_000;

/**
 * Keeps the page current: while a payment or codes are pending it polls every 3 s for two minutes, then every 10 s; it
 * also reloads on an update event (`web/live/live.tsx`) and when the tab becomes visible. An update event always
 * revalidates, since it may concern data that only the whole page loads, such as a proposal in a complaint. A failed
 * request changes nothing.
 */
export function useOrderUpdates({ hash, state, viewerIs, deal }: Order): void {
  const { revalidate } = useRevalidator();
  const isParty = viewerIs !== 'stranger';
  const codesOnTheWay = state === 'paid' && deal?.deliveryType === 'automatic';
  const urgent = isParty && (state === 'awaiting_payment' || state === 'payment_in_review' || codesOnTheWay);
  // The code of a charge that is being created is ready within seconds.
  const shown = changeKey({ state, deal });
  const latest = useLatest(shown);

  useEffect(() => {
    if (!isParty) return;
    const since = Date.now();
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function poll({ updated = false } = {}): Promise<void> {
      clearTimeout(timer);
      const order = await api(getOrder, { params: { hash }, signal: stop.signal }).catch(() => null);
      if (stop.signal.aborted) return;
      const found = order && changeKey(order);
      if (found && (updated || found !== latest.current)) await revalidate();
      scheduleNext();
    }
    function scheduleNext(): void {
      if (!urgent || stop.signal.aborted || document.hidden) return;
      timer = setTimeout(
        () => void poll(),
        Date.now() - since < quickPollingMs ? quickIntervalMs : slowIntervalMs,
      );
    }
    function pollIfVisible(): void {
      if (!document.hidden) void poll();
    }

    scheduleNext();
    document.addEventListener('visibilitychange', pollIfVisible);
    const unsubscribe = onUpdate(() => void poll({ updated: true }));
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', pollIfVisible);
      unsubscribe();
    };
  }, [latest, hash, isParty, urgent, revalidate]);
}

/** Text of all values whose change makes the page reload. */
function changeKey({ state, deal }: Pick<Order, 'state' | 'deal'>): string {
  const { pixCode, boleto, state: payment, method, heldCents } = deal?.payment ?? {};
  const code = pixCode || boleto ? 'code' : '';
  const { waits, cancellation, refunds, revealedAt } = deal ?? {};
  const sides = [waits, cancellation?.state, refunds?.map((refund) => refund.state), revealedAt];
  const { shipment, pickup } = deal ?? {};
  const parcel = [shipment?.state, shipment?.labelReady, shipment?.events.length, pickup?.triesLeft];
  return JSON.stringify([state, method, payment, code, heldCents, sides, parcel]);
}
