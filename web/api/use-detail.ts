import { useCallback, useEffect, useState } from 'react';
import { ApiError } from './api.ts';
import { trackLatestRead } from './latest-read.ts';

export interface Detail<T> {
  value: T | null;
  problem: string | null;
  reload: () => Promise<void>;
}

/** Reads a record when its component mounts, and again on `reload`. */
export function useDetail<T>(read: () => Promise<T>): Detail<T> {
  // The component remounts for each record (its `key`), so the first `read` stays valid.
  const [firstRead] = useState(() => read);
  const [state, setState] = useState<{ value: T | null; problem: string | null }>({
    value: null,
    problem: null,
  });
  const [startRead] = useState(trackLatestRead);
  const reload = useCallback(() => {
    const isCurrent = startRead();
    return firstRead().then(
      (value) => void (isCurrent() && setState({ value, problem: null })),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (isCurrent()) setState((before) => ({ ...before, problem: error.detail }));
      },
    );
  }, [firstRead, startRead]);
  useEffect(() => void reload(), [reload]);
  return { ...state, reload };
}
