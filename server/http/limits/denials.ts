import type { FastifyRequest } from 'fastify';
import type { AppError } from '#domain/errors.ts';
import { networkOf } from './networks.ts';

/** Lines of one code that one network gets in the log in a minute; the rest is counted. */
export const linesPerMinute = 10;
const minuteMs = 60_000;
/** A flood from many networks must not fill the memory or the disk. */
const networksPerMinute = 1_000;

/** Codes beyond 401, 403 and 429 that mean that somebody asked for what is not theirs. */
const deniedCodes = new Set(['xsrf_mismatch', 'link_expired', 'misdirected_request']);

const minute = { began: -Infinity, counts: new Map<string, number>(), suppressed: 0 };

/**
 * Logs one refused caller: who, from which network, at which route, why (ASVS 16.3.1–16.3.3, A09:2025). It carries no
 * address with its identifiers, no body and no header, so the log holds nothing that opens anything (T134).
 */
export function logDenial(request: FastifyRequest, error: AppError): void {
  if (!isDenial(request, error)) return;
  const network = networkOf(request.ip);
  const suppressed = countLine(`${network} ${error.code}`);
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

/** A visitor who is not signed in is no news; a signed-in caller who asks for an object that is not theirs is. */
function isDenial({ viewer, headers, routeOptions }: FastifyRequest, { status, code }: AppError): boolean {
  if (code === 'unauthenticated') return headers.authorization !== undefined;
  // Forged notices have a line of their own, once a minute.
  if (code === 'webhook_signature') return false;
  if (status === 401 || status === 403 || status === 429 || deniedCodes.has(code)) return true;
  return code === 'not_found' && viewer !== null && (routeOptions.url ?? '').includes('/:');
}

/** How many lines were left out since the last one; null when this one is left out, too. */
function countLine(key: string): number | null {
  const now = performance.now();
  if (now - minute.began >= minuteMs) Object.assign(minute, { began: now, counts: new Map() });
  const count = (minute.counts.get(key) ?? 0) + 1;
  const isCrowded = count === 1 && minute.counts.size >= networksPerMinute;
  if (!isCrowded) minute.counts.set(key, count);
  if (isCrowded || count > linesPerMinute) {
    minute.suppressed += 1;
    return null;
  }
  const { suppressed } = minute;
  minute.suppressed = 0;
  return suppressed;
}
