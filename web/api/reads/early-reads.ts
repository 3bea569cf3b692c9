import type { Endpoint, ParamsInput, QueryInput } from '#contract/endpoint.ts';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { endpointUrl } from '#web/api/endpoint-url.ts';
import { pendingAddress } from './router-state.ts';

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

export interface EarlyReply {
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
/** How long the data read ahead for a link is valid. */
const maxIntentMs = 10_000;

interface ReadsAhead extends EarlyReads {
  /** Path and query of the page whose navigation may take them. */
  address: string;
  sentAt: number;
}
let ahead: ReadsAhead[] = [];

/**
 * The reply to a read that was sent before its loader ran: by the page's first script, or when the person pointed at the
 * link. Null when there is none, or it did not arrive.
 */
export function takeEarlyRead(url: string): Promise<EarlyReply | null> | null {
  if (typeof window === 'undefined') return null;
  const token = sessionToken.read();
  ahead = ahead.filter((reads) => isValid(reads, token));
  const address = pendingAddress();
  const first = performance.now() > maxAgeMs ? undefined : window.earlyReads;
  for (const reads of [...ahead.filter((one) => one.address === address), first]) {
    const reply = reads?.token === token ? reads?.replies.get(url)?.shift() : undefined;
    if (reply) return reply;
  }
  return null;
}

/** Whether valid reads of the page are here already, or on their way. */
export function hasReadsAhead(address: string): boolean {
  const token = sessionToken.read();
  return ahead.some((reads) => reads.address === address && isValid(reads, token));
}

/**
 * Keeps the reads of a page for the navigation to it.
 * @param replies in the order of `urls`; null when they did not arrive
 */
export function keepReadsAhead(address: string, urls: string[], replies: Promise<EarlyReply[] | null>): void {
  const token = sessionToken.read();
  if (token === null) return;
  const byUrl = new Map<string, Promise<EarlyReply | null>[]>();
  for (const [index, url] of urls.entries())
    byUrl.set(url, [...(byUrl.get(url) ?? []), replies.then((items) => items?.[index] ?? null)]);
  ahead = [
    ...ahead.filter((reads) => reads.address !== address),
    { token, address, sentAt: performance.now(), replies: byUrl },
  ];
}

const isValid = ({ token, sentAt }: ReadsAhead, present: string | null) =>
  token === present && performance.now() - sentAt < maxIntentMs;

/** After a write, a read must see what it changed. */
export function forgetEarlyReads(): void {
  ahead = [];
  if (typeof window !== 'undefined') window.earlyReads = undefined;
}

/** The address of a read for {@link EarlyHandle}. */
export function readOf<E extends Endpoint>(
  endpoint: E,
  { params, query }: { params?: ParamsInput<E>; query?: QueryInput<E> } = {},
): string {
  return endpointUrl(endpoint, params, query);
}
