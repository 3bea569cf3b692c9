import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { fail } from '#domain/errors.ts';
import { networkOf } from './rate-limit.ts';

/**
 * How much one network may read of what is public (T105): so many a second for as long as it likes, after so many that
 * it has saved. A page is one read, and a person who browses fast makes two a second. 50 a second is a hundred people
 * behind one CGNAT address who all browse at once, and more than any search engine asks for from one address; the
 * saved 6,000 are what an office makes of a link that goes around. A copy of everything takes days instead of minutes.
 */
export const readsPerSecond = 50;
export const savedReads = 6_000;

interface Bucket {
  left: number;
  /** On the clock that only goes forward, in milliseconds. */
  at: number;
}

/** As many networks as are remembered; who was not seen for two minutes has all of it again anyway. */
const mostNetworks = 50_000;

/**
 * The reads of one process, counted in memory: a count in the database would cost more than most of what it counts. With
 * several processes each gives as much.
 */
export function createReadLimit(now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>();

  /** @throws `too_many_requests` when this network has none left */
  function take(request: FastifyRequest): void {
    const { ip, headers } = request;
    if (!isRead(request) || headers[withinHeader] === within || isHouse(ip)) return;
    const network = networkOf(ip);
    const at = now();
    const bucket = buckets.get(network);
    const left = bucket
      ? Math.min(savedReads, bucket.left + ((at - bucket.at) * readsPerSecond) / 1_000)
      : savedReads;
    if (left < 1) fail('too_many_requests', tooFast);
    if (bucket) Object.assign(bucket, { left: left - 1, at });
    else remember(network, { left: left - 1, at });
  }

  function remember(network: string, bucket: Bucket): void {
    if (buckets.size >= mostNetworks) forgetFull(bucket.at);
    buckets.set(network, bucket);
  }

  /** Who has all of it again needs no memory; where all are busy the first that came is let go. */
  function forgetFull(at: number): void {
    for (const [network, { at: last }] of buckets)
      if (at - last > (savedReads / readsPerSecond) * 1_000) buckets.delete(network);
    const [first] = buckets.keys();
    if (buckets.size >= mostNetworks && first !== undefined) buckets.delete(first);
  }

  return take;
}

/** A page, or a public call that reads. Pictures and scripts are files that proxies keep. */
function isRead({ method, url, routeOptions }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url.startsWith('/api/v1/public/') || routeOptions.url === '/*';
}

const retryAfterSeconds = 10;
const tooFast = {
  detail: `Este endereço pediu páginas demais em pouco tempo. Tente de novo em ${retryAfterSeconds} segundos.`,
  meta: { retryAfterSeconds },
};

const withinHeader = 'x-praca-within';
const within = randomUUID();
/** What a page asks of the API while it is rendered was counted as the page. */
export const countedAlready = { [withinHeader]: within } as const;

/**
 * This machine and its own network: a proxy that was not named, the health check, the bench. Whoever comes from there
 * is not one visitor.
 */
function isHouse(ip: string): boolean {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(plain);
  return plain === '::1' || /^f[cd]/i.test(plain);
}
