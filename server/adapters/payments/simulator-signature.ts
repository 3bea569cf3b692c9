import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderEvent } from './payment-provider.ts';

/** A clock may be minutes off, and a replayed notice only causes another status request. */
const toleranceSeconds = 15 * 60;
const timestampHeader = 'x-simulator-timestamp';
const signatureHeader = 'x-simulator-signature';

/**
 * The headers of a signed webhook: HMAC-SHA256 over `<timestamp>.<body>`, hexadecimal.
 * @param timestamp seconds since 1970, by the sender's clock
 */
export function signNotice(
  key: Buffer,
  body: string,
  timestamp = Math.floor(Date.now() / 1_000),
): Record<string, string> {
  const signature = hmac(key, String(timestamp), Buffer.from(body)).toString('hex');
  return { [timestampHeader]: String(timestamp), [signatureHeader]: signature };
}

/** The event, or null unless it was signed with this key, over these bytes, within the last quarter of an hour. */
export function verifyNotice(
  key: Buffer,
  rawBody: Buffer,
  headers: Record<string, unknown>,
): ProviderEvent | null {
  const timestamp = headers[timestampHeader];
  const signature = headers[signatureHeader];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return null;
  // Buffer.from silently ignores characters that are not hexadecimal.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return null;
  const given = Buffer.from(signature, 'hex');
  const wanted = hmac(key, timestamp, rawBody);
  if (!timingSafeEqual(given, wanted)) return null;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return null;
  return parseEvent(rawBody);
}

function hmac(key: Buffer, timestamp: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
}

function parseEvent(rawBody: Buffer): ProviderEvent | null {
  try {
    const { eventId, kind, reference } = JSON.parse(rawBody.toString('utf8'));
    const known = kind === 'charge' || kind === 'refund' || kind === 'payout';
    return known && typeof eventId === 'string' && typeof reference === 'string'
      ? { eventId, kind, reference }
      : null;
  } catch {
    return null;
  }
}
