import { useCallback, useEffect, useState } from 'react';
import { ApiError } from './api.ts';
import { createTurns } from './latest-read.ts';

export interface Detail<T> {
  value: T | null;
  problem: string | null;
  reload: () => Promise<void>;
}

/** One thing, read when what shows it opens and again whenever it is asked to. */
export function useDetail<T>(read: () => Promise<T>): Detail<T> {
  // What shows it is made anew for each thing (its `key`), so the first way to read is the way.
  const [ask] = useState(() => read);
  const [state, setState] = useState<{ value: T | null; problem: string | null }>({
    value: null,
    problem: null,
  });
  const [turns] = useState(createTurns);
  const reload = useCallback(() => {
    const counts = turns();
    return ask().then(
      (value) => void (counts() && setState({ value, problem: null })),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (counts()) setState((before) => ({ ...before, problem: error.detail }));
      },
    );
  }, [ask, turns]);
  useEffect(() => void reload(), [reload]);
  return { ...state, reload };
}
