import type { Server } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { AppError } from '#domain/errors.ts';
import { networkOf } from './networks.ts';

/** Log lines of one code per network and minute; further ones are only counted. */
export const linesPerMinute = 10;
const minuteMs = 60_000;
/** Requests from many networks must not fill the memory or the disk. */
const networksPerMinute = 1_000;

/** Codes besides 401, 403 and 429 that mean a denied access. */
const deniedCodes = new Set(['xsrf_mismatch', 'link_expired', 'misdirected_request']);

interface Minute {
  began: number;
  counts: Map<string, number>;
  suppressed: number;
}

/** The current minute of each HTTP server: two in one process do not use up each other's lines. */
const minutes = new WeakMap<Server, Minute>();

/**
 * Logs one denied request: user, network, route and code (ASVS 16.3.1–16.3.3, A09:2025). It contains no URL with
 * identifiers, no body and no header, so that the log contains no secret (T134).
 */
export function logDenial(request: FastifyRequest, error: AppError): void {
  if (!isDenial(request, error)) return;
  const network = networkOf(request.ip);
  const suppressed = countLine(minuteOf(request.server.server), `${network} ${error.code}`);
  if (suppressed === null) return;
  const { viewer, routeOptions, method, id } = request;
  request.log.warn(
    {
      event: 'denied',
      code: error.code,
      status: error.status,
      method,
      route: routeOptions.url ?? null,
      user: viewer?.id ?? null,
      network,
      requestId: id,
      ...(suppressed > 0 && { suppressed }),
    },
    'a request was denied',
  );
}

/** Anonymous requests are not logged as denials; signed-in requests for another person's object are. */
function isDenial({ viewer, headers, routeOptions }: FastifyRequest, { status, code }: AppError): boolean {
  if (code === 'unauthenticated') return headers.authorization !== undefined;
  // Webhooks with invalid signatures are logged elsewhere, once a minute.
  if (code === 'webhook_signature') return false;
  if (status === 401 || status === 403 || status === 429 || deniedCodes.has(code)) return true;
  return code === 'not_found' && viewer !== null && (routeOptions.url ?? '').includes('/:');
}

function minuteOf(server: Server): Minute {
  const known = minutes.get(server);
  if (known) return known;
  const minute = { began: -Infinity, counts: new Map<string, number>(), suppressed: 0 };
  minutes.set(server, minute);
  return minute;
}

/** The number of suppressed lines since the last one; null when this one is suppressed, too. */
function countLine(minute: Minute, key: string): number | null {
  const now = performance.now();
  if (now - minute.began >= minuteMs) Object.assign(minute, { began: now, counts: new Map() });
  const count = (minute.counts.get(key) ?? 0) + 1;
  const isFull = count === 1 && minute.counts.size >= networksPerMinute;
  if (!isFull) minute.counts.set(key, count);
  if (isFull || count > linesPerMinute) {
    minute.suppressed += 1;
    return null;
  }
  const { suppressed } = minute;
  minute.suppressed = 0;
  return suppressed;
}
