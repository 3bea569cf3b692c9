import { fail } from '#domain/errors.ts';

/**
 * Limits how many calls run and how many wait: without a limit, a burst of expensive work would fill memory or every
 * core. A call beyond both limits fails at once, because an early retry is better than a long wait (T83, T101).
 * @throws `unavailable` before any work has begun
 */
export function concurrencyLimit(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < maxRunning) running++;
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else fail('unavailable');
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
