import type { Endpoint, ParamsInput, QueryInput } from '#contract/endpoint.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { endpointUrl } from './endpoint-url.ts';

/** A page's `handle`: what its loader asks first, so that the page's first script can ask before any module runs. */
export interface EarlyHandle {
  reads?: (address: EarlyAddress) => string[];
  /** Asked in requests of their own. */
  calls?: string[];
}

export interface EarlyAddress {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

interface EarlyReply {
  status: number;
  body: unknown;
}

/** Written by the page's first script (`boot/start-script.ts`). */
export interface EarlyReads {
  token: string;
  /** By address, one entry for each time the address is asked. */
  replies: Map<string, Promise<EarlyReply | null>[]>;
}

declare global {
  interface Window {
    earlyReads?: EarlyReads | undefined;
  }
}

/** After this the page has long asked what it needs; an old reply must not pass for a new one. */
const maxAgeMs = 15_000;

/** The reply to a read that the page's first script sent; null when there is none, or it did not arrive. */
export function takeEarlyRead(url: string): Promise<EarlyReply | null> | null {
  const early = typeof window === 'undefined' ? undefined : window.earlyReads;
  if (!early || performance.now() > maxAgeMs || early.token !== sessionToken.read()) return null;
  return early.replies.get(url)?.shift() ?? null;
}

/** After a write, a read must see what it changed. */
export function forgetEarlyReads(): void {
  if (typeof window !== 'undefined') window.earlyReads = undefined;
}

/** The address of a read for {@link EarlyHandle}. */
export function readOf<E extends Endpoint>(
  endpoint: E,
  { params, query }: { params?: ParamsInput<E>; query?: QueryInput<E> } = {},
): string {
  return endpointUrl(endpoint, params, query);
}
