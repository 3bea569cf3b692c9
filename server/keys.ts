import { hkdfSync } from 'node:crypto';
import type { Keys } from './context.ts';

/** Derives one key per purpose from the installation's secret (RFC 5869), so that no key serves two ends. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'praca', purpose, 32));
  return {
    seal: derive('seal'),
    fingerprint: derive('fingerprint'),
    secondFactor: derive('second-factor'),
    codes: derive('codes'),
    xsrf: derive('xsrf'),
    files: derive('files'),
    receipts: derive('receipts'),
    reveals: derive('reveals'),
    webhook: derive('webhook'),
    realtime: derive('realtime'),
    credentials: derive('credentials'),
  };
}
