import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The result of work that may be slow; after this many milliseconds `late` instead, and the work goes on in the
 * background. Its failure is the work's own to handle: the promise must not reject.
 */
export async function withinTime<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  const timeout = new AbortController();
  const expired = sleep(ms, late, { signal: timeout.signal }).catch(() => late);
  const result = await Promise.race([work, expired]);
  timeout.abort();
  return result;
}
