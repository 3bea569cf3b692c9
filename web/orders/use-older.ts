import { useState } from 'react';
import type { OrderRow } from '#contract/orders.ts';
import { ApiError } from '#web/api.ts';
import { loadPage } from './load-orders.ts';
import type { OrdersFound } from './load-orders.ts';
import type { Side } from './next-step.ts';

/** «Carregar mais»: the pages after the one that the loader brought. */
export function useOlder(side: Side, found: OrdersFound) {
  // Kept with the first page they follow: a reload of that page starts over.
  const [older, setOlder] = useState({ found, items: [] as OrderRow[], next: found.next });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const present = older.found === found ? older : { found, items: [], next: found.next };

  async function more(): Promise<void> {
    if (present.next === null) return;
    setLoading(true);
    setProblem(null);
    try {
      const { q, tab } = found;
      const page = await loadPage(side, { ...(q === '' ? { tab } : { q }), before: present.next });
      setOlder({ found, items: [...present.items, ...page.items], next: page.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return { items: present.items, next: present.next, loading, problem, more };
}
