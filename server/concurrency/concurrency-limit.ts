import { fail } from '#domain/errors.ts';

/**
 * Work that would fill memory or every core if all that arrives were begun: so much goes at once, a line waits its turn,
 * and whoever comes to a line that is full is told to come again, which is sooner than to wait in vain (T83, T101).
 * @throws `unavailable` without having begun
 */
export function lanes(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running++;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
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
