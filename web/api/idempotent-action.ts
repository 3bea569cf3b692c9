import { useState } from 'react';
import { ApiError, isUnanswered, newIdempotencyKey } from './api.ts';

type RunOnce = <T>(content: unknown, call: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Runs a screen's action once, however often it is pressed. */
export function useIdempotentAction(): RunOnce {
  const [once] = useState(createIdempotentAction);
  return once;
}

interface Attempt {
  key: string;
  /** An earlier press got no reply, so it may have taken effect. */
  mayHaveSucceeded: boolean;
}

/**
 * Each content keeps its idempotency key while its outcome is unknown. A reply ends that, a refusal too: the server
 * would repeat the refusal under the same key, although its reason may be gone by the next press. But a refusal before
 * execution (no session, no proof, too many requests) says nothing about an earlier press without a reply.
 */
export function createIdempotentAction(): RunOnce {
  const attempts = new Map<string, Attempt>();
  return async (content, call) => {
    const name = JSON.stringify(content);
    const attempt = attempts.get(name) ?? { key: newIdempotencyKey(), mayHaveSucceeded: false };
    attempts.set(name, attempt);
    try {
      const reply = await call(attempt.key);
      attempts.delete(name);
      return reply;
    } catch (error) {
      if (!(error instanceof ApiError) || isUnanswered(error)) attempt.mayHaveSucceeded = true;
      else if (!attempt.mayHaveSucceeded || !isRefusedBeforeExecution(error)) attempts.delete(name);
      throw error;
    }
  };
}

function isRefusedBeforeExecution({ code, status }: ApiError): boolean {
  return [401, 403, 429].includes(status) || code === 'request_in_progress';
}
