import { hkdfSync } from 'node:crypto';
import { fault } from '#db/fault.ts';
import { sql } from 'kysely';
import type { Db, Keys } from '#server/context.ts';
import { seal, unseal } from './seal.ts';
import type { KeyRing } from './seal.ts';

const deriveFrom = (from: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', from, 'praca', purpose, 32));

/**
 * Derives one key per purpose from the installation's secret (RFC 5869), so that no key serves two purposes.
 * @param previous earlier secrets, whose keys still open and verify
 */
export function deriveKeys(secret: string, previous: readonly string[] = []): Keys {
  const derive = (purpose: string) => deriveFrom(secret, purpose);
  const ring = (purpose: string): KeyRing => [
    derive(purpose),
    ...previous.map((each) => deriveFrom(each, purpose)),
  ];
  return {
    seal: ring('seal'),
    fingerprint: derive('fingerprint'),
    secondFactor: ring('second-factor'),
    codes: derive('codes'),
    xsrf: ring('xsrf'),
    files: ring('files'),
    receipts: derive('receipts'),
    reveals: derive('reveals'),
    dossiers: derive('dossiers'),
    webhook: derive('webhook'),
    realtime: derive('realtime'),
    credentials: ring('credentials'),
  };
}

/**
 * Keys of values that cannot be recomputed: fingerprints of codes, hashes of recovery codes, printed receipts,
 * signed reveals and dossiers. They are stored sealed, and so outlive the secret from which they were derived first (decision 81).
 */
export const storedPurposes = ['fingerprint', 'codes', 'receipts', 'reveals', 'dossiers'] as const;

export const bindingOfKey = (purpose: string) => `key:${purpose}`;

/** For the operator whose secret does not open what the database has sealed. */
export const foreignKeyLine =
  'SECRET_KEY: não é a chave deste banco. Use a de antes, ou ponha a de antes em SECRET_KEY_PREVIOUS.';

/**
 * The keys of an installation, including those stored in its database; the first start stores them.
 * @throws a fault when none of the secrets belongs to this database
 */
export async function loadKeys(db: Db, secret: string, previous: readonly string[]): Promise<Keys> {
  const keys = deriveKeys(secret, previous);
  // If the secret is replaced in the same start that stores the keys, existing hashes come from the oldest secret.
  const oldest = deriveKeys(previous.at(-1) ?? secret);
  const first = storedPurposes.map((purpose) =>
    seal(keys.seal, bindingOfKey(purpose), oldest[purpose].toString('hex')),
  );
  const read = () =>
    sql<{ purpose: (typeof storedPurposes)[number]; sealed: Buffer }>`
      select purpose, sealed from stored_keys`.execute(db);
  let { rows } = await read();
  if (rows.length < storedPurposes.length) {
    await sql`insert into stored_keys (purpose, sealed)
      select * from unnest(${[...storedPurposes]}::text[], ${first}::bytea[]) on conflict do nothing`.execute(
      db,
    );
    ({ rows } = await read());
  }
  try {
    const stored = rows.map(({ purpose, sealed }) => [
      purpose,
      Buffer.from(unseal(keys.seal, bindingOfKey(purpose), sealed), 'hex'),
    ]);
    return { ...keys, ...Object.fromEntries(stored) } as Keys;
  } catch (error) {
    throw fault(foreignKeyLine, error);
  }
}
