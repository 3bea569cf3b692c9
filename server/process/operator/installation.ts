import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#db/connect.ts';
import { fault } from '#db/fault.ts';
import { compareMigrations } from '#db/migrate.ts';
import { openClient } from '#db/servers.ts';
import type { Config } from '#server/config/config.ts';
import { reachDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { createLog } from '#server/log.ts';
import { secretKeyFault } from '#server/secrets/key-check.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import { findSecretKey } from '#server/secrets/secret-key.ts';
import type { Installation } from './command.ts';

const connections = 2;
/** A command may read the whole audit log or check all of the books. */
const statementTimeoutMs = 600_000;

export type OpenInstallation = Installation & { close: () => Promise<void> };

/**
 * Opens the installation that the server has with the same settings, also while it runs. Nothing is migrated.
 * @throws a fault when there is none yet, when its key is another, or when its tables are of another version
 */
export async function openInstallation(
  config: Config,
  note: (line: string) => void,
): Promise<OpenInstallation> {
  refuseMissingDatabase(config);
  const database = await reachDatabase(config, note, new AbortController().signal);
  const db = openAsOwner(database);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= db.destroy().then(database.stop));
  try {
    await refuseOtherVersion(database.ownerUrl);
    const keyFault = await secretKeyFault(db, config);
    if (keyFault !== null) throw fault(keyFault);
    const secretKey = await findSecretKey(config);
    if (secretKey === null) throw neverStarted();
    const log = createLog(config.logLevel, process.stderr);
    return {
      config: { ...config, secretKey },
      db,
      log,
      keys: deriveKeys(secretKey, config.previousSecretKeys),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A pool with the rights of the database's owner: the operator may do what the application may not. */
export function openAsOwner({ ownerUrl }: Pick<Database, 'ownerUrl'>): Installation['db'] {
  return connect(ownerUrl, { max: connections, applicationName: 'praca-admin', statementTimeoutMs });
}

/** @throws a fault instead of creating an embedded database in a mistyped folder */
export function refuseMissingDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null) return;
  if (['postgres/data', 'postgres-location'].some((name) => existsSync(join(dataDir, name)))) return;
  throw fault(
    `Não há banco em ${dataDir}. Confira DATA_DIR ou DATABASE_URL, ou inicie a Praça uma vez (npm start).`,
  );
}

async function refuseOtherVersion(ownerUrl: string): Promise<void> {
  const line = await versionFault(ownerUrl);
  if (line !== null) throw fault(line);
}

/** @returns one line when the tables of the database are of an older or a newer version than this code */
export async function versionFault(ownerUrl: string): Promise<string | null> {
  const client = await openClient(ownerUrl);
  try {
    const { pending, unknown } = await compareMigrations(client);
    if (unknown.length > 0)
      return `O banco é de uma versão mais nova que este código (${unknown.join(', ')}). Use o código dela.`;
    if (pending.length > 0)
      return `O banco ainda não é desta versão (faltam ${pending.length} migrações). Inicie a Praça uma vez (npm start).`;
    return null;
  } finally {
    await client.end();
  }
}

const neverStarted = () =>
  fault('A Praça ainda não foi iniciada com este banco. Inicie-a uma vez (npm start).');
