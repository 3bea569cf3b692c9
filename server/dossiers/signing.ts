import { createHash, sign } from 'node:crypto';
import { canonicalJson } from '#domain/dossiers/canonical-json.ts';
import type { Json } from '#domain/dossiers/canonical-json.ts';
import { dossierFormat } from '#domain/dossiers/dossier.ts';
import type { Dossier, SignedDossier } from '#domain/dossiers/dossier.ts';
import type { Keys } from '#server/context.ts';
import { dossierKey, dossierPrivateKey } from '#server/secrets/dossier-key.ts';

/** What is signed: the form and the hash, so that a printed hash can be verified too. */
export const signedText = (sha256: string) => `${dossierFormat}:${sha256}`;

/** Hashes and signs a dossier (decision 135). */
export function signDossier(keys: Pick<Keys, 'dossiers'>, dossier: Dossier): SignedDossier {
  const sha256 = createHash('sha256')
    .update(canonicalJson(asJson(dossier)))
    .digest('hex');
  const value = sign(null, Buffer.from(signedText(sha256)), dossierPrivateKey(keys)).toString('hex');
  return {
    format: dossierFormat,
    dossier,
    sha256,
    signature: { algorithm: 'Ed25519', ...dossierKey(keys), value },
  };
}

/** The file that is saved: one line of canonical JSON. */
export const dossierFile = (signed: SignedDossier) => canonicalJson(asJson(signed));

/** Interfaces have no index signature, so the compiler cannot see that they are JSON. */
const asJson = (value: Dossier | SignedDossier) => value as unknown as Json;
