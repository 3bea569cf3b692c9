import { useState } from 'react';
import { ApiError, isUnanswered, newIdempotencyKey } from './api.ts';

type Once = <T>(content: unknown, call: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Does what a screen's visitor wants once, however often they press. */
export function useIntent(): Once {
  const [once] = useState(rememberIntents);
  return once;
}

interface Intent {
  key: string;
  /** An earlier press went unanswered: it may have been granted. */
  doubted: boolean;
}

/**
 * Each content has its idempotency key while nobody knows what became of it. An answer ends it, a refusal too: the
 * server would repeat it under the same key, although the reason may be gone by the next press. But a refusal from
 * before the work (no session, no proof, too many) says nothing of an earlier press that went unanswered.
 */
export function rememberIntents(): Once {
  const intents = new Map<string, Intent>();
  return async (content, call) => {
    const name = JSON.stringify(content);
    const intent = intents.get(name) ?? { key: newIdempotencyKey(), doubted: false };
    intents.set(name, intent);
    try {
      const reply = await call(intent.key);
      intents.delete(name);
      return reply;
    } catch (error) {
      if (!(error instanceof ApiError) || isUnanswered(error)) intent.doubted = true;
      else if (!intent.doubted || !isFromBeforeTheWork(error)) intents.delete(name);
      throw error;
    }
  };
}

function isFromBeforeTheWork({ code, status }: ApiError): boolean {
  return [401, 403, 429].includes(status) || code === 'request_in_progress';
}
