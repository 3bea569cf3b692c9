import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fail } from '#domain/errors.ts';
import { isHouse, networkOf, widerNetworkOf } from './networks.ts';

/**
 * How much one network may read of what is public (T105): so many a second for as long as it likes, after so many that
 * it has saved. A page is one read, and a person who browses fast makes two a second. 50 a second is a hundred people
 * behind one CGNAT address who all browse at once, and more than any search engine asks for from one address; the
 * saved 6,000 are what an office makes of a link that goes around. A copy of everything takes days instead of minutes.
 */
export const readsPerSecond = 50;
export const savedReads = 6_000;

/** The same for every other call of the API: what people write, send and read of their own. */
export const callsPerSecond = 100;
export const savedCalls = 12_000;

/** A page that had to be made for this visitor costs so many reads more. */
export const renderingReads = 1;
/** A photo is a file that proxies keep; a page shows two dozen of them. */
const pictureReads = 0.05;
/** The network around (the /48, the /24) has so many times as much. */
const widerShare = 8;

interface Bucket {
  left: number;
  /** On the clock that only goes forward, in milliseconds. */
  at: number;
}

interface Allowance {
  perSecond: number;
  saved: number;
}

/** As many networks as are remembered; one that was not seen for two minutes has all of it again anyway. */
const mostNetworks = 50_000;

/** What networks have left, counted in memory: a count in the database would cost more than most of what it counts. */
function createBuckets({ perSecond, saved }: Allowance, now: () => number) {
  const buckets = new Map<string, Bucket>();

  function remember(network: string, bucket: Bucket): void {
    if (buckets.size >= mostNetworks) forgetFull(bucket.at);
    buckets.set(network, bucket);
  }

  /** Who has all of it again needs no memory; where all are busy the first that came is let go. */
  function forgetFull(at: number): void {
    for (const [network, { at: last }] of buckets)
      if (at - last > (saved / perSecond) * 1_000) buckets.delete(network);
    const [first] = buckets.keys();
    if (buckets.size >= mostNetworks && first !== undefined) buckets.delete(first);
  }

  return {
    /** What the network has left after this cost; below zero it had too little. */
    spend(network: string, cost: number, factor: number): number {
      const at = now();
      const bucket = buckets.get(network);
      const most = saved * factor;
      const left = bucket
        ? Math.min(most, bucket.left + ((at - bucket.at) * perSecond * factor) / 1_000)
        : most;
      // A refused call costs nothing, so that what comes back each second is there for the next one.
      const after = left < cost ? left : left - cost;
      if (bucket) Object.assign(bucket, { left: after, at });
      else remember(network, { left: after, at });
      return left - cost;
    },
    /** Takes what was spent already, whether it was there or not. */
    charge(network: string, cost: number): void {
      const bucket = buckets.get(network);
      if (bucket) bucket.left -= cost;
    },
  };
}

export interface ReadLimit {
  /** @throws `too_many_requests` when this network has none left */
  take(request: FastifyRequest): void;
  /** A page was made for this request. */
  chargeRendering(request: FastifyRequest): void;
}

/**
 * The reads and calls of one process. With several processes each gives as much, as each has places, pages and time of its
 * own.
 */
export function createReadLimit(now: () => number = () => performance.now()): ReadLimit {
  const kinds = {
    read: createBuckets({ perSecond: readsPerSecond, saved: savedReads }, now),
    call: createBuckets({ perSecond: callsPerSecond, saved: savedCalls }, now),
  };

  return {
    take(request) {
      const cost = costOf(request);
      if (cost === null || isCountedAlready(request) || isHouse(request.ip)) return;
      const [kind, amount] = cost;
      const wider = widerNetworkOf(request.ip);
      const isOut =
        kinds[kind].spend(networkOf(request.ip), amount, 1) < 0 ||
        (wider !== null && kinds[kind].spend(wider, amount, widerShare) < 0);
      if (isOut) fail('too_many_requests', kind === 'read' ? tooFast : tooManyCalls);
    },
    chargeRendering(request) {
      if (!isHouse(request.ip)) kinds.read.charge(networkOf(request.ip), renderingReads);
    },
  };
}

const limits = new WeakMap<object, ReadLimit>();

/** The one limit of a process, which lives and dies with its context. */
export function readLimitOf(ctx: object): ReadLimit {
  const limit = limits.get(ctx) ?? createReadLimit();
  limits.set(ctx, limit);
  return limit;
}

/** Answers that are made, looked up or read from the disk for everybody. */
const publicRoutes = new Set([
  '/*',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/:file',
  '/compartilhar/:file',
  '/manifest.webmanifest',
  '/icone.svg',
  '/api/v1/openapi.json',
  '/api/docs',
  '/readyz',
]);

/** What a request costs, and of which kind; null for the files of the site, which proxies keep, and for banks. */
function costOf({ method, url, routeOptions }: FastifyRequest): ['read' | 'call', number] | null {
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && (url.startsWith('/api/v1/public/') || publicRoutes.has(routeOptions.url ?? '')))
    return ['read', 1];
  if (routeOptions.url === '/imagens/:file') return ['read', pictureReads];
  // Notices of banks have a limit of their own, which looks at their signature (`forgeries.ts`).
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

const withinHeader = 'x-praca-within';
const within = randomUUID();
/** What a page asks of the API while it is rendered was counted as the page. */
export const countedAlready = { [withinHeader]: within } as const;

/** Whether this request is one that a page makes of us while it is rendered. */
export function isCountedAlready({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[withinHeader] === within;
}
