import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fail } from '#domain/errors.ts';
import { isPrivateNetwork, networkOf, widerNetworkOf } from './networks.ts';

/**
 * A token bucket for public reads of one network (T105): a sustained rate a second, after a burst. A page is one read,
 * and a person who browses fast makes two a second. 50 a second serve a hundred people who browse at once behind one
 * CGNAT address, and are more than any search engine requests from one address; the burst of 6,000 serves an office in
 * which a link spreads. A copy of the whole market takes days instead of minutes.
 */
export const readsPerSecond = 50;
export const burstReads = 6_000;

/** The same for every other call of the API: writes, and reads of a person's own data. */
export const callsPerSecond = 100;
export const burstCalls = 12_000;

/** The extra cost, in reads, of a page that was rendered for this request. */
export const renderingReads = 1;
/** A photo is a static file that proxies cache; a page shows two dozen of them. */
const pictureReads = 0.05;
/** The surrounding network (the /48, the /24) has this many times the allowance. */
const widerFactor = 8;

interface Bucket {
  balance: number;
  /** The monotonic time of the last update, in milliseconds. */
  at: number;
}

interface Allowance {
  perSecond: number;
  burst: number;
}

/** The most networks in memory; one that was idle for two minutes has its full burst again anyway. */
const maxNetworks = 50_000;

/** The buckets of all networks, in memory: counting in the database would cost more than most counted calls. */
function createBuckets({ perSecond, burst }: Allowance, now: () => number) {
  const buckets = new Map<string, Bucket>();

  function remember(network: string, bucket: Bucket): void {
    if (buckets.size >= maxNetworks) evict(bucket.at);
    buckets.set(network, bucket);
  }

  /** Removes networks whose bucket is full again; if there is none, the oldest one. */
  function evict(at: number): void {
    for (const [network, { at: last }] of buckets)
      if (at - last > (burst / perSecond) * 1_000) buckets.delete(network);
    const [first] = buckets.keys();
    if (buckets.size >= maxNetworks && first !== undefined) buckets.delete(first);
  }

  return {
    /** Takes the cost and returns the balance; below zero the bucket had too little. */
    spend(network: string, cost: number, factor: number): number {
      const at = now();
      const bucket = buckets.get(network);
      const most = burst * factor;
      const left = bucket
        ? Math.min(most, bucket.balance + ((at - bucket.at) * perSecond * factor) / 1_000)
        : most;
      // A refused call costs nothing, so that the refill is available to the next call.
      const after = left < cost ? left : left - cost;
      if (bucket) Object.assign(bucket, { balance: after, at });
      else remember(network, { balance: after, at });
      return left - cost;
    },
    /** Takes a cost that has occurred already, even if the balance becomes negative. */
    charge(network: string, cost: number): void {
      const bucket = buckets.get(network);
      if (bucket) bucket.balance -= cost;
    },
  };
}

export interface ReadLimit {
  /** @throws `too_many_requests` when this network's bucket is empty */
  take(request: FastifyRequest): void;
  /** Adds the cost of a page that was rendered for this request. */
  chargeRendering(request: FastifyRequest): void;
}

/**
 * The limits of one process. Several processes each grant the full allowance, because each has its own capacity and
 * page cache.
 */
export function createReadLimit(now: () => number = () => performance.now()): ReadLimit {
  const kinds = {
    read: createBuckets({ perSecond: readsPerSecond, burst: burstReads }, now),
    call: createBuckets({ perSecond: callsPerSecond, burst: burstCalls }, now),
  };

  return {
    take(request) {
      const cost = costOf(request);
      if (cost === null || isCountedAlready(request) || isPrivateNetwork(request.ip)) return;
      const [kind, amount] = cost;
      const wider = widerNetworkOf(request.ip);
      const isOut =
        kinds[kind].spend(networkOf(request.ip), amount, 1) < 0 ||
        (wider !== null && kinds[kind].spend(wider, amount, widerFactor) < 0);
      if (isOut) fail('too_many_requests', kind === 'read' ? tooFast : tooManyCalls);
    },
    chargeRendering(request) {
      if (!isPrivateNetwork(request.ip)) kinds.read.charge(networkOf(request.ip), renderingReads);
    },
  };
}

const limits = new WeakMap<object, ReadLimit>();

/** The limit of a process, which lives as long as its context. */
export function readLimitOf(ctx: object): ReadLimit {
  const limit = limits.get(ctx) ?? createReadLimit();
  limits.set(ctx, limit);
  return limit;
}

/** Public routes that need rendering, a query or the disk. */
const publicRoutes = new Set([
  '/*',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/:file',
  '/compartilhar/:file',
  '/manifest.webmanifest',
  '/icone.svg',
  '/icone-192.png',
  '/icone-512.png',
  '/icone-512-cheio.png',
  '/apple-touch-icon.png',
  '/api/v1/openapi.json',
  '/api/docs',
  '/readyz',
]);

/** The cost and kind of a request; null for the site's static files, which proxies cache, and for webhooks. */
function costOf({ method, url, routeOptions }: FastifyRequest): ['read' | 'call', number] | null {
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && (url.startsWith('/api/v1/public/') || publicRoutes.has(routeOptions.url ?? '')))
    return ['read', 1];
  if (routeOptions.url === '/imagens/:file') return ['read', pictureReads];
  // Webhooks have a limit of their own, which depends on their signature (`forgeries.ts`).
  if (url.startsWith('/api/v1/webhooks/')) return null;
  return url.startsWith('/api/') || url.startsWith('/realtime/') ? ['call', 1] : null;
}

const retryAfterSeconds = 10;
const tooFast = {
  detail: `Este endereço pediu páginas demais em pouco tempo. Tente de novo em ${retryAfterSeconds} segundos.`,
  meta: { retryAfterSeconds },
};
const tooManyCalls = {
  detail: `Esta rede fez pedidos demais em pouco tempo. Tente de novo em ${retryAfterSeconds} segundos.`,
  meta: { retryAfterSeconds },
};

const renderingHeader = 'x-praca-within';
const renderingToken = randomUUID();
/** Marks the calls of a page while it is rendered, which are counted as the page. */
export const countedAlreadyHeader = { [renderingHeader]: renderingToken } as const;

/** Whether this request is a call of a page that is being rendered. */
export function isCountedAlready({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[renderingHeader] === renderingToken;
}
