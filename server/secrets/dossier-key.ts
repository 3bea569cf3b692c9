import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Keys } from '#server/context.ts';

/** The beginning of an Ed25519 private key in PKCS #8 (RFC 8410); its 32 bytes follow. */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs dossiers of orders (N07). */
export function dossierPrivateKey(keys: Pick<Keys, 'dossiers'>): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([privateKeyHeader, keys.dossiers]),
    format: 'der',
    type: 'pkcs8',
  });
}

/** The public key that verifies dossiers, published at `/transparencia`, in hexadecimal. */
export function dossierKey(keys: Pick<Keys, 'dossiers'>): { keyId: string; publicKey: string } {
  const { x } = createPublicKey(dossierPrivateKey(keys)).export({ format: 'jwk' });
  const raw = Buffer.from(x!, 'base64url');
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  return { keyId, publicKey: raw.toString('hex') };
}
