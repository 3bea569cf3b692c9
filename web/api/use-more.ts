import { useState } from 'react';
import { ApiError } from './api.ts';

export interface Batch<Item> {
  items: Item[];
  /** Where the next one begins; null after the last. */
  next: number | null;
}

/** «Carregar mais»: what follows the items that a page came with, which begin at `start`. */
export function useMore<Item>(start: number | null, load: (before: number) => Promise<Batch<Item>>) {
  // Kept with what they follow: another beginning starts over.
  const [kept, setKept] = useState({ start, items: [] as Item[], next: start });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const present = kept.start === start ? kept : { start, items: [], next: start };

  async function more(): Promise<void> {
    if (present.next === null || loading) return;
    setLoading(true);
    setProblem(null);
    try {
      const batch = await load(present.next);
      setKept({ start, items: [...present.items, ...batch.items], next: batch.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return { items: present.items, next: present.next, loading, problem, more };
}
