import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from './failures.ts';

export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the base URL. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Whether the call is idempotent: only then is it repeated without an answer. */
  repeatable: boolean;
}

export interface ProviderHttp {
  provider: string;
  baseUrl: string;
  headers: Record<string, string>;
  /** Timeout of an answer, in milliseconds. */
  timeoutMs: number;
  /** The provider's code of an error. */
  errorCode: (body: unknown) => string;
}

const pauseMs = 250;

/** The 4xx codes that say nothing about the request itself: a changed API key, a timeout, a lock, a rate limit. */
const unanswered = new Set([401, 408, 423, 429]);

/**
 * One call of a provider's JSON API. A 404 is null; another 4xx throws a refusal; {@link unanswered} codes, 5xx and
 * timeouts throw a plain error, after one retry where the call is idempotent.
 */
export async function callProvider<T>(http: ProviderHttp, call: ProviderCall): Promise<T | null> {
  try {
    return await once<T>(http, call);
  } catch (error) {
    if (!call.repeatable || (error as { code?: string }).code === 'provider_refused') throw error;
    await sleep(pauseMs);
    return once<T>(http, call);
  }
}

async function once<T>(http: ProviderHttp, { method, path, headers, body }: ProviderCall): Promise<T | null> {
  const answer = await fetch(`${http.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...http.headers, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(http.timeoutMs),
  });
  if (answer.status === 404) return null;
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok && content !== null) return content as T;
  const code = http.errorCode(content);
  if (answer.status >= 500 || unanswered.has(answer.status) || answer.ok)
    throw new Error(`${http.provider}: no answer, ${answer.status} (${code})`);
  throw refusal(http.provider, answer.status, code);
}

/** Centavos as a decimal number of reais; exact, because it is rounded as text. */
export function toReais(amountCents: number): number {
  return Number((amountCents / 100).toFixed(2));
}

/** A decimal number of reais as centavos, converted through text because multiplication would not be exact. */
export function toCents(reais: number): number {
  return Number(reais.toFixed(2).replace('.', ''));
}
