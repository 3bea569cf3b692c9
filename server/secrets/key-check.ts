import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { Db, Keys } from '#server/context.ts';
import { sealedColumns } from './key-rotation.ts';
import type { SealedColumn } from './key-rotation.ts';
import { deriveKeys, foreignKeyLine } from './keys.ts';
import { unseal } from './seal.ts';
import { findSecretKey, secretKeyFile } from './secret-key.ts';

/** So many of the newest secrets of a table are tried: one damaged row must not make a right key look wrong. */
const samples = 5;
/** The table or one of its columns is newer than this database. */
const notThereYet = new Set(['42P01', '42703', '3F000']);

/**
 * Compares the installation's secret with what its database has sealed, without a write: before migrations and before a
 * new secret is generated. The stored keys decide; a database from before they were stored is judged by any other
 * sealed secret (decision 105).
 * @returns one line when the secret is missing or another database's; null when it fits or nothing is sealed yet
 */
export async function secretKeyFault(
  db: Db,
  config: Pick<Config, 'secretKey' | 'dataDir' | 'previousSecretKeys'>,
): Promise<string | null> {
  const sealed = await newestSecrets(db);
  if (sealed.length === 0) return null;
  const secret = await findSecretKey(config);
  if (secret === null) {
    return (
      `SECRET_KEY: falta a chave deste banco. Traga ${secretKeyFile(config)} de volta da cópia de segurança, ` +
      'ou ponha a chave em SECRET_KEY.'
    );
  }
  const keys = deriveKeys(secret, config.previousSecretKeys);
  return sealed.some((one) => opens(keys, one)) ? null : foreignKeyLine;
}

/**
 * Tries the newest secrets of every sealed column.
 * @returns how many open, and the tables that have some of which none opens
 */
export async function openNewestSecrets(db: Db, keys: Keys): Promise<{ opened: number; closed: string[] }> {
  let opened = 0;
  const closed: string[] = [];
  for (const column of sealedColumns) {
    const found = await newestOf(db, column);
    const open = found.filter((one) => opens(keys, one)).length;
    opened += open;
    if (found.length > 0 && open === 0) closed.push(column.table);
  }
  return { opened, closed };
}

interface SealedSecret {
  key: SealedColumn['key'];
  binding: string;
  sealed: Buffer;
}

/** Of the first table that has any: the stored keys come first. Where they are missing, of every other table. */
async function newestSecrets(db: Db): Promise<SealedSecret[]> {
  const [storedKeys, ...others] = sealedColumns;
  const stored = await newestOf(db, storedKeys!);
  if (stored.length > 0) return stored;
  const found = await Promise.all(others.map((column) => newestOf(db, column)));
  return found.flat();
}

async function newestOf(db: Db, { key, table, column, id, binding }: SealedColumn): Promise<SealedSecret[]> {
  const query: RawBuilder<Omit<SealedSecret, 'key'>> = sql`
    select ${binding} as binding, ${sql.ref(`t.${column}`)} as sealed from ${sql.table(table)} t
    order by ${sql.ref(`t.${id.name}`)} desc limit ${sql.lit(samples)}`;
  try {
    return (await query.execute(db)).rows.map((row) => ({ key, ...row }));
  } catch (error) {
    if (notThereYet.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
}

function opens(keys: Keys, { key, binding, sealed }: SealedSecret): boolean {
  try {
    unseal(keys[key], binding, sealed);
    return true;
  } catch {
    return false;
  }
}
