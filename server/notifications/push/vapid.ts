import { sql } from 'kysely';
import { newVapidKeys } from '#server/adapters/push/web-push.ts';
import type { VapidKeys } from '#server/adapters/push/web-push.ts';
import type { Db, Keys } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

const cached = new WeakMap<Db, Promise<VapidKeys>>();

/** The key pair that identifies the server to push services (RFC 8292). Created once, by the first process. */
export function vapidKeys(db: Db, keys: Keys): Promise<VapidKeys> {
  const known = cached.get(db);
  if (known) return known;
  const reading = readOrMake(db, keys);
  cached.set(db, reading);
  reading.catch(() => cached.delete(db));
  return reading;
}

async function readOrMake(db: Db, keys: Keys): Promise<VapidKeys> {
  const read = async () => {
    const { rows } = await sql<{ public_key: string; private_sealed: Buffer }>`
      select public_key, private_sealed from vapid_keys`.execute(db);
    const row = rows[0];
    return row && { publicKey: row.public_key, privateKey: unseal(keys.seal, 'vapid', row.private_sealed) };
  };
  const present = await read();
  if (present) return present;
  const { publicKey, privateKey } = await newVapidKeys();
  await sql`insert into vapid_keys (public_key, private_sealed)
    values (${publicKey}, ${seal(keys.seal, 'vapid', privateKey)}) on conflict do nothing`.execute(db);
  return (await read())!;
}
