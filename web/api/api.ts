import { createContext } from 'react-router';
import { getUser } from '#contract/accounts/accounts.ts';
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/endpoint.ts';
import {
  abortedMessage,
  ApiError,
  cancelledByUser,
  isTimeout,
  timeoutMessage,
  networkError,
  callerChanged,
  errorFromReply,
  rethrowApiError,
} from './api-error.ts';
import { forgetEarlyReads, takeEarlyRead } from './reads/early-reads.ts';
import { endpointUrl } from './endpoint-url.ts';
import { forgetSeenReads, rememberRead, takeSeenRead } from './reads/seen-reads.ts';
import { currentCaller, confirmOwner, isUnconfirmed } from '#web/ui/storage/own-storage.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { setReachabilityCheck } from '#web/ui/page/import-when-online.ts';
import { startOverdueTimer } from '#web/ui/page/overdue-actions.ts';

export { ApiError, isUnanswered } from './api-error.ts';

export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: E['binary'] extends object ? Blob : BodyInput<E>;
  /** For calls that move money or create something: generated before sending and reused for retries. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the call outlive the page: what must still be saved while it is being hidden. Bodies up to 64 kB. */
  keepalive?: boolean;
  /**
   * Whether a person pressed something and waits for the reply: after 8 s the page shows it and offers to cancel.
   * Default: true for writes without `keepalive`, false for reads.
   */
  interactive?: boolean;
}

export type Api = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<Reply<E>>;

/** Sends a request to the server: the browser's fetch, or the server's own in-process call. */
export type Transport = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
  keepalive?: boolean;
}) => Promise<{ status: number; json: () => Promise<unknown> }>;

/** Creates an API client for the contract over a transport. */
export function createApi(transport: Transport): Api {
  return async (endpoint, input = {}) => {
    const { body, headers } = encodeBody(endpoint, input.body);
    if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
    const answer = await transport({
      method: endpoint.method,
      url: endpointUrl(endpoint, input.params, input.query),
      headers,
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
      ...(input.keepalive && { keepalive: true }),
    });
    const json = (await answer.json().catch(rethrowApiError)) as { data: unknown } | null;
    const succeeded = answer.status >= 200 && answer.status < 300;
    if (succeeded && json) return json.data as never;
    // The call succeeded, but its reply broke off on the way.
    if (succeeded) throw networkError();
    throw errorFromReply(answer.status, json as unknown);
  };
}

/** The API for loaders of public pages while rendering on the server. */
export const apiContext = createContext<Api>();

/** The browser's API: the only fetch of the site. */
export const api: Api = async (endpoint, input = {}) => {
  const { interactive = endpoint.method !== 'GET' && !input.keepalive, ...call } = input;
  const cancellation = interactive ? startCancellableWait(endpoint, input.signal) : null;
  const sent = cancellation ? { ...call, signal: cancellation.signal } : call;
  try {
    if (endpoint.method !== 'GET' && isUnconfirmed()) await confirmCaller(sent.keepalive);
    return await browserApi(endpoint, sent).catch((error: unknown) => {
      // The error reply set the cookie that was missing or old, so one retry is enough (design §4.9).
      if (error instanceof ApiError && error.code === 'xsrf_mismatch') return browserApi(endpoint, sent);
      throw error;
    });
  } catch (error) {
    throw notifyUnknownSession(error);
  } finally {
    cancellation?.end();
  }
};

/** Confirms that the page's person is still the caller: another tab may have signed in as somebody else meanwhile. */
async function confirmCaller(leaving = false): Promise<void> {
  if (leaving) throw callerChanged();
  const token = sessionToken.read();
  const { id, twofactor } = await browserApi(getUser);
  // The same person is at the second sign-in step.
  if (twofactor === 'pending' && id === currentCaller()) return;
  if (twofactor !== 'pending' && confirmOwner(id, token)) return;
  location.reload();
  throw callerChanged();
}

/** Lets the person cancel waiting for a call. The request may have arrived, so cancelling does not undo it. */
function startCancellableWait(
  endpoint: Endpoint,
  signal?: AbortSignal,
): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const end = startOverdueTimer({
    label: 'Cancelar',
    onPress: () => controller.abort(cancelledByUser(endpoint)),
  });
  return { signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, end };
}

const browserApi: Api = createApi(async (request) => {
  const { method, url } = request;
  if (method !== 'GET') return sendWrite(request);
  const seen = takeSeenRead(url);
  if (seen) return { status: 200, json: async () => seen.body };
  const early = await takeEarlyRead(url);
  const answer = early ? { status: early.status, json: async () => early.body } : await send(request);
  return {
    status: answer.status,
    json: async () => {
      const body = await answer.json();
      if (answer.status === 200) rememberRead(url, body);
      return body;
    },
  };
});

/** What was read before a write, or while it was on its way, may be wrong after it. */
const sendWrite: Transport = async (request) => {
  forgetReads();
  return send(request).finally(forgetReads);
};

function forgetReads(): void {
  forgetEarlyReads();
  forgetSeenReads();
}

const send: Transport = async ({ method, url, headers, body, ...rest }) => {
  try {
    return await fetch(url, {
      method,
      headers: { ...headers, ...credentials() },
      ...(body !== undefined && { body }),
      ...rest,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError')
      throw new DOMException(abortedMessage, 'AbortError');
    rethrowApiError(error);
    throw networkError(isTimeout(error) ? timeoutMessage : undefined);
  }
};

/** Whether the site replies: `navigator.onLine` may be true although the connection leads nowhere. */
export async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

setReachabilityCheck(isServerReachable);

interface UploadInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one file and reports its progress, from 0 to 1. `fetch` cannot report upload progress, so this is the one
 * place that uses XMLHttpRequest. Rejects with `ApiError`, or `AbortError` when the signal was used.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  { params, query, onProgress, signal }: UploadInput<E> = {},
): Promise<Reply<E>> {
  if (isUnconfirmed()) return Promise.reject(callerChanged());
  forgetReads();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpointUrl(endpoint, params, query));
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ ...credentials(), 'Content-Type': file.type }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('loadend', forgetReads);
    request.addEventListener('load', () => {
      const json = request.response as { data: unknown } | null;
      if (request.status >= 200 && request.status < 300 && json) resolve(json.data as Reply<E>);
      else reject(notifyUnknownSession(errorFromReply(request.status, json)));
    });
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('timeout', () => reject(networkError(timeoutMessage)));
    request.addEventListener('abort', () => reject(new DOMException(abortedMessage, 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

const unknownSessionListeners = new Set<() => void>();

/** Listens for «401 unauthenticated»: the server knows no session of this browser. Returns the unsubscribe function. */
export function onUnknownSession(listener: () => void): () => void {
  unknownSessionListeners.add(listener);
  return () => void unknownSessionListeners.delete(listener);
}

function notifyUnknownSession(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return error;
  forgetReads();
  for (const listener of unknownSessionListeners) listener();
  return error;
}

/** Creates a key for one action; reuse it while the same action is retried. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

const imageWidths = [160, 320, 480, 800, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** URL of a photo at one of its stored widths, as AVIF where the browser supports it. */
export function imageUrl(key: string, width: ImageWidth): string {
  return `/imagens/${key}-${width}`;
}

/** The `srcset` with every width up to `upTo`. */
export function imageSet(key: string, upTo: ImageWidth): string {
  return imageWidths
    .filter((width) => width <= upTo)
    .map((width) => `${imageUrl(key, width)} ${width}w`)
    .join(', ');
}

/** Headers that identify the caller, on every request of this browser. */
export function credentials(): Record<string, string> {
  const headers: Record<string, string> = {};
  const token = sessionToken.read();
  if (token) headers.Authorization = `Bearer ${token}`;
  const caller = currentCaller();
  if (caller !== null) headers['X-Caller'] = String(caller);
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  if (xsrf) headers['X-XSRF-TOKEN'] = decodeURIComponent(xsrf);
  return headers;
}

function encodeBody(endpoint: Endpoint, body: unknown): { body?: BodyInit; headers: Record<string, string> } {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { headers: {} };
  if (body instanceof Blob) return { body, headers: { 'Content-Type': body.type } };
  return { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } };
}
