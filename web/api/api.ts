import { createContext } from 'react-router';
import { getUser } from '#contract/accounts/accounts.ts';
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/endpoint.ts';
import {
  aborted,
  ApiError,
  givenUp,
  isLate,
  late,
  noAnswer,
  otherPerson,
  problemOf,
  unlessGivenUp,
} from './api-error.ts';
import { callerHere, confirmOwner, isUnconfirmed } from '#web/ui/storage/own-storage.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { startWaiting } from '#web/ui/page/patience.ts';

export { ApiError, isUnanswered } from './api-error.ts';

export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: E['binary'] extends object ? Blob : BodyInput<E>;
  /** For calls that move money or create something: minted before sending and kept across retries. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the call outlive the page: what must still be saved while it is being hidden. Bodies up to 64 kB. */
  keepalive?: boolean;
  /**
   * Whether somebody pressed something and waits for it: after 8 s the page says so and lets them give up. Writes are,
   * unless they outlive the page or say no; reads are when they say so.
   */
  asked?: boolean;
}

export type Api = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Reply<E>>;

/** What an exchange with the server needs: the browser's fetch, or the server's own in-process door. */
export type Transport = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
  keepalive?: boolean;
}) => Promise<{ status: number; json: () => Promise<unknown> }>;

/** Speaks the contract over a transport. */
export function createApi(transport: Transport): Api {
  return async (endpoint, input = {}) => {
    const { body, headers } = encodeBody(endpoint, input.body);
    if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
    const answer = await transport({
      method: endpoint.method,
      url: address(endpoint, input.params, input.query),
      headers,
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
      ...(input.keepalive && { keepalive: true }),
    });
    const json = (await answer.json().catch(unlessGivenUp)) as { data: unknown } | null;
    const happened = answer.status >= 200 && answer.status < 300;
    if (happened && json) return json.data as never;
    // It was done, and its answer broke off on the way.
    if (happened) throw noAnswer();
    throw problemOf(answer.status, json as unknown);
  };
}

/** The API as loaders of public pages see it while rendering on the server. */
export const apiContext = createContext<Api>();

/** The browser's API: the only fetch of the site. */
export const api: Api = async (endpoint, input = {}) => {
  const { asked = endpoint.method !== 'GET' && !input.keepalive, ...call } = input;
  const patience = asked ? patienceWith(endpoint, input.signal) : null;
  const given = patience ? { ...call, signal: patience.signal } : call;
  try {
    if (endpoint.method !== 'GET' && isUnconfirmed()) await confirmCaller(given.keepalive);
    return await browserApi(endpoint, given).catch((error: unknown) => {
      // The refusal brought the cookie that was missing or old: once more is enough (design §4.9).
      if (error instanceof ApiError && error.code === 'xsrf_mismatch') return browserApi(endpoint, given);
      throw error;
    });
  } catch (error) {
    throw announced(error);
  } finally {
    patience?.end();
  }
};

/** A write leaves only as the person of the page: another tab may have signed in as somebody else meanwhile. */
async function confirmCaller(leaving = false): Promise<void> {
  if (leaving) throw otherPerson();
  const token = sessionToken.read();
  const { id, twofactor } = await browserApi(getUser);
  // The second step of the same person is under way.
  if (twofactor === 'pending' && id === callerHere()) return;
  if (twofactor !== 'pending' && confirmOwner(id, token)) return;
  location.reload();
  throw otherPerson();
}

/** Lets whoever waits for a call give it up. What was sent may have arrived: giving up ends the waiting and no more. */
function patienceWith(endpoint: Endpoint, signal?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const given = new AbortController();
  const end = startWaiting({ label: 'Cancelar', take: () => given.abort(givenUp(endpoint)) });
  return { signal: signal ? AbortSignal.any([signal, given.signal]) : given.signal, end };
}

const browserApi: Api = createApi(async ({ method, url, headers, body, ...rest }) => {
  try {
    return await fetch(url, {
      method,
      headers: { ...headers, ...credentials() },
      ...(body !== undefined && { body }),
      ...rest,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      throw new DOMException(aborted, 'AbortError');
    unlessGivenUp(error);
    throw noAnswer(isLate(error) ? late : undefined);
  }
});

/** Whether the site answers at all: a browser may believe in a connection that leads nowhere. */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

interface UploadInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one file and tells how far it is, from 0 to 1. `fetch` cannot report upload progress, so this is the one
 * place that uses XMLHttpRequest. Refuses with `ApiError`, or `AbortError` when the signal was used.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { params, query, onProgress, signal }: UploadInput<E> = {},
): Promise<Reply<E>> {
  if (isUnconfirmed()) return Promise.reject(otherPerson());
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, address(endpoint, params, query));
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ ...credentials(), 'Content-Type': file.type }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const json = request.response as { data: unknown } | null;
      if (request.status >= 200 && request.status < 300 && json) resolve(json.data as Reply<E>);
      else reject(announced(problemOf(request.status, json)));
    });
    request.addEventListener('error', () => reject(noAnswer()));
    request.addEventListener('timeout', () => reject(noAnswer(late)));
    request.addEventListener('abort', () => reject(new DOMException(aborted, 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

const unknownSession = new Set<() => void>();

/** Listens for «401 unauthenticated»: the server knows no session of this browser. Returns how to stop. */
export function onUnknownSession(listener: () => void): () => void {
  unknownSession.add(listener);
  return () => void unknownSession.delete(listener);
}

function announced(error: unknown): unknown {
  if (error instanceof ApiError && error.code === 'unauthenticated')
    for (const listener of unknownSession) listener();
  return error;
}

/** A key for one intended action; keep it while the same action is retried. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

const imageWidths = [160, 320, 480, 800, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Address of a photo at one of the widths it is kept in, as AVIF where the browser reads it. */
export function imageUrl(key: string, width: ImageWidth): string {
  return `/imagens/${key}-${width}`;
}

/** Every width up to one, for `srcset`. */
export function imageSet(key: string, upTo: ImageWidth): string {
  return imageWidths
    .filter((width) => width <= upTo)
    .map((width) => `${imageUrl(key, width)} ${width}w`)
    .join(', ');
}

/** What says who calls, on every request of this browser. */
export function credentials(): Record<string, string> {
  const headers: Record<string, string> = {};
  const token = sessionToken.read();
  if (token) headers.Authorization = `Bearer ${token}`;
  const caller = callerHere();
  if (caller !== null) headers['X-Caller'] = String(caller);
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  if (xsrf) headers['X-XSRF-TOKEN'] = decodeURIComponent(xsrf);
  return headers;
}

function address(endpoint: Endpoint, params: unknown, query: unknown): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `/api/v1${path}${search.size > 0 ? `?${search}` : ''}`;
}

function encodeBody(endpoint: Endpoint, body: unknown): { body?: BodyInit; headers: Record<string, string> } {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { headers: {} };
  if (body instanceof Blob) return { body, headers: { 'Content-Type': body.type } };
  return { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } };
}
