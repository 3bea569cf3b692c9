import { useState } from 'react';
import { ApiError } from './api.ts';

export interface Batch<Item> {
  items: Item[];
  /** The cursor of the next batch; null after the last. */
  next: number | null;
}

/** «Carregar mais»: loads the batches after the page's first one; `start` is the cursor of the next. */
export function useMore<Item>(start: number | null, load: (before: number) => Promise<Batch<Item>>) {
  // Stored with their start, so that another start begins with an empty list.
  const [loaded, setLoaded] = useState({ start, items: [] as Item[], next: start });
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const present = loaded.start === start ? loaded : { start, items: [], next: start };

  async function more(): Promise<void> {
    if (present.next === null || loading) return;
    setLoading(true);
    setProblem(null);
    try {
      const batch = await load(present.next);
      setLoaded({ start, items: [...present.items, ...batch.items], next: batch.next });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setLoading(false);
    }
  }

  return { items: present.items, next: present.next, loading, problem, more };
}
