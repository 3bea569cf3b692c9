import { useEffect, useRef, useState } from 'react';
import { quoteFreight } from '#contract/shipping/quotes.ts';
import type { FreightQuote } from '#contract/shipping/quotes.ts';
import { api, ApiError } from '#web/api/api.ts';

interface FreightQuestion {
  listingId: number;
  quantity: number;
  /** Eight digits; null while there is nothing to ask. */
  postalCode: string | null;
}

export type FreightState =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'quoted'; quote: FreightQuote }
  | { kind: 'refused'; error: ApiError };

/** A person presses «+» several times; only the last quantity is asked about. */
const quantityPauseMs = 300;

/**
 * What the freight costs (S04), asked again whenever the question changes.
 * @returns the state of the current question, how many services the last reply had, and a function that asks again
 */
export function useFreightQuote({ listingId, quantity, postalCode }: FreightQuestion) {
  const [attempt, setAttempt] = useState(0);
  const [reply, setReply] = useState<{ question: string; state: FreightState } | null>(null);
  const [rows, setRows] = useState(2);
  const lastQuantity = useRef(quantity);
  const question = JSON.stringify([listingId, quantity, postalCode, attempt]);

  useEffect(() => {
    if (postalCode === null) return undefined;
    const pauseMs = lastQuantity.current === quantity ? 0 : quantityPauseMs;
    lastQuantity.current = quantity;
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => {
      void ask({ listingId, quantity, postalCode }, signal).then((state) => {
        if (signal.aborted) return;
        setReply({ question, state });
        if (state.kind === 'quoted') setRows(state.quote.services.length);
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
      // The same question is asked again when the choice returns: an old refusal must not stand there meanwhile.
      setReply((last) => (last?.state.kind === 'refused' ? null : last));
    };
  }, [listingId, quantity, postalCode, question]);

  const state: FreightState =
    postalCode === null ? { kind: 'idle' } : reply?.question === question ? reply.state : { kind: 'loading' };
  return { state, rows, askAgain: () => setAttempt((past) => past + 1) };
}

async function ask(
  { listingId, quantity, postalCode }: FreightQuestion & { postalCode: string },
  signal: AbortSignal,
): Promise<FreightState> {
  try {
    const quote = await api(quoteFreight, {
      params: { id: listingId },
      body: { postalCode, quantity },
      signal,
      interactive: false,
    });
    return { kind: 'quoted', quote };
  } catch (error) {
    if (signal.aborted) return { kind: 'idle' };
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'refused', error };
  }
}
