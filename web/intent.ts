import { useState } from 'react';
import { ApiError, isUnanswered, newIdempotencyKey } from './api.ts';

type Once = <T>(content: unknown, call: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Does what a screen's visitor wants once, however often they press. */
export function useIntent(): Once {
  const [once] = useState(rememberIntents);
  return once;
}

/**
 * Each content has its idempotency key while nobody knows what became of it. An answer ends it, a refusal too: the
 * server would repeat it under the same key, although the reason may be gone by the next press.
 */
export function rememberIntents(): Once {
  const keys = new Map<string, string>();
  return async (content, call) => {
    const intent = JSON.stringify(content);
    const key = keys.get(intent) ?? newIdempotencyKey();
    keys.set(intent, key);
    try {
      const reply = await call(key);
      keys.delete(intent);
      return reply;
    } catch (error) {
      if (error instanceof ApiError && !isUnanswered(error)) keys.delete(intent);
      throw error;
    }
  };
}
