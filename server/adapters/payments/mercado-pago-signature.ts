import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderEvent } from './payment-provider.ts';

/**
 * Webhooks are retried for hours, possibly with the old signature; a replayed one only causes another status request.
 */
const toleranceMs = 24 * 3_600_000;

/**
 * The headers of a Mercado Pago webhook: HMAC-SHA256 over `id:<data.id>;request-id:<x-request-id>;ts:<ts>;`, with the
 * id of the query, not of the body.
 */
export function signMercadoPago(
  secret: string,
  dataId: string,
  requestId: string,
  ts: string,
): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-signature': `ts=${ts},v1=${hmac(secret, `id:${dataId};request-id:${requestId};ts:${ts};`)}`,
  };
}

/** The event, or null when the signature is not of this secret or is too old. */
export function verifyMercadoPago(
  secret: string,
  rawBody: Buffer,
  headers: Record<string, unknown>,
  query: Record<string, unknown>,
): ProviderEvent | null {
  const signature = headers['x-signature'];
  const requestId = headers['x-request-id'];
  const dataId = query['data.id'];
  if (typeof signature !== 'string' || typeof dataId !== 'string' || dataId === '') return null;
  const match = /^ts=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(signature.replaceAll(' ', ''));
  if (!match) return null;
  const [, ts, given] = match as unknown as [string, string, string];
  const request = typeof requestId === 'string' ? `request-id:${requestId};` : '';
  // Mercado Pago has changed whether ids are lower-cased: both forms are accepted.
  const wanted = [dataId, dataId.toLowerCase()].map((id) => hmac(secret, `id:${id};${request}ts:${ts};`));
  if (!wanted.some((each) => timingSafeEqual(Buffer.from(each), Buffer.from(given)))) return null;
  // Documented as milliseconds, sent as seconds.
  const sentAt = Number(ts) > 1e11 ? Number(ts) : Number(ts) * 1_000;
  if (Math.abs(Date.now() - sentAt) > toleranceMs) return null;
  return parse(rawBody, dataId, typeof requestId === 'string' ? requestId : ts);
}

function hmac(secret: string, manifest: string): string {
  return createHmac('sha256', secret).update(manifest).digest('hex');
}

function parse(rawBody: Buffer, dataId: string, requestId: string): ProviderEvent | null {
  try {
    const { id, type } = JSON.parse(rawBody.toString('utf8')) as { id?: unknown; type?: unknown };
    const known = typeof id === 'number' || (typeof id === 'string' && id.length <= 100);
    const eventId = known ? String(id) : `${dataId}:${requestId}`;
    return type === 'payment' ? { eventId, kind: 'charge', providerId: dataId } : { eventId, kind: 'other' };
  } catch {
    return null;
  }
}
