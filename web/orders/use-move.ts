import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { BodyInput, Endpoint } from '#contract/endpoint.ts';
import { api, ApiError, newIdempotencyKey } from '#web/api.ts';

/**
 * Moves this order. One key for each intended move, kept while nothing was heard; a refusal stays on the screen and
 * the page reloads what is true now.
 */
export function useMove(hash: string) {
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const keys = useRef(new Map<string, string>());

  /** True when the order moved. */
  async function move<E extends Endpoint>(endpoint: E, body?: BodyInput<E>): Promise<boolean> {
    const intent = endpoint.path + JSON.stringify(body ?? null);
    const key = keys.current.get(intent) ?? newIdempotencyKey();
    keys.current.set(intent, key);
    setPending(true);
    setRefusal(null);
    try {
      await api(endpoint, { params: { hash }, body, idempotencyKey: key } as Parameters<typeof api<E>>[1]);
      await revalidate();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      if (error.code !== 'network') keys.current.delete(intent);
      if (error.status === 409) await revalidate();
      return false;
    } finally {
      setPending(false);
    }
  }

  return { move, pending, refusal, forget: () => setRefusal(null) };
}
