import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from './failures.ts';

export interface ProviderCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Whether the same call twice is one: only then is it made again when no answer came. */
  repeatable: boolean;
}

export interface ProviderHttp {
  provider: string;
  baseUrl: string;
  headers: Record<string, string>;
  /** How long an answer is waited for, in milliseconds. */
  patienceMs: number;
  /** The provider's code of an error and whether it can be believed that nothing was done. */
  errorCode: (body: unknown) => string;
}

const pauseMs = 250;

/** Of the 4xx those that say nothing of what was asked: a key of ours that was changed, too late, locked, too often. */
const unanswered = new Set([401, 408, 423, 429]);

/**
 * One call of a provider's JSON API. A 404 is null; another 4xx throws a refusal; what is {@link unanswered}, 5xx and
 * silence throw a plain error, after one more try where the call may be repeated.
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
    signal: AbortSignal.timeout(http.patienceMs),
  });
  if (answer.status === 404) return null;
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok && content !== null) return content as T;
  const code = http.errorCode(content);
  if (answer.status >= 500 || unanswered.has(answer.status) || answer.ok)
    throw new Error(`${http.provider}: no answer, ${answer.status} (${code})`);
  throw refusal(http.provider, answer.status, code);
}

/** Centavos as the decimal number of reais that providers write; exact, because the text is. */
export function toReais(amountCents: number): number {
  return Number((amountCents / 100).toFixed(2));
}

/** The provider's decimal number of reais as centavos, through its text and never by multiplying. */
export function toCents(reais: number): number {
  return Number(reais.toFixed(2).replace('.', ''));
}
