import { createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { makeFolder } from '#db/data-folder.ts';
import { draftCluster } from '#db/embedded/restored-cluster.ts';
import { fault } from '#db/fault.ts';
import { prepareRole } from '#db/migrate.ts';
import { inParallel } from '#server/concurrency/in-parallel.ts';
import type { Config } from '#server/config/config.ts';
import { openAsOwner } from '#server/process/operator/installation.ts';
import { bindingOfKey, deriveKeys } from '#server/secrets/keys.ts';
import { unseal } from '#server/secrets/seal.ts';
import { findSecretKey, secretKeyFile } from '#server/secrets/secret-key.ts';
import { backupFolderOf } from './backup.ts';
import { readContent } from './contents.ts';
import type { BackupFolder } from './contents.ts';
import { lostContents, readSet, setNames } from './sets.ts';
import { refuseOldTool, restoreDump } from './dump.ts';
import { clusterPrefix, dumpPath } from './manifest.ts';
import type { Manifest } from './manifest.ts';

const atOnce = 4;

/** A set that can be restored with the keys of this configuration. */
export interface OpenSet {
  name: string;
  manifest: Manifest;
  folder: BackupFolder;
  secretKey: string;
}

/**
 * Opens the newest set of a folder, or the named one. Nothing is written.
 * @throws a fault when there is none, when a key is wrong, and when contents of the set are missing
 */
export async function openSet(config: Config, root: string, named?: string): Promise<OpenSet> {
  const folder = backupFolderOf(config, root);
  const name = named ?? (await setNames(folder)).at(-1);
  if (name === undefined)
    throw fault(`Não há cópia completa em ${root}. Uma cópia interrompida continua com npm run backup.`);
  const manifest = await readSet(folder, name);
  const secretKey = await secretKeyOf(config, manifest);
  await refuseIncomplete(folder, manifest);
  return { name, manifest, folder, secretKey };
}

/** Where a set is restored to. */
export interface Target {
  dataDir: string;
  /** An empty database for the dump of an external one; null for the embedded one, which is in the folder. */
  databaseUrl: string | null;
}

/**
 * Restores a set into a new data folder, and a dump into a database. Files are written beside their places and moved
 * there at the end, and the dump is restored in one transaction, so a failure leaves the target as it was.
 * @throws a fault when the target is not empty, or a content is not what was stored
 */
export async function restoreSet(
  { folder, manifest }: OpenSet,
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  await refuseOtherTarget(manifest, target);
  const { dataDir } = target;
  const existed = await refuseUsedFolder(dataDir);
  await makeFolder(dataDir);
  const write: Write = (paths, place) => writeFiles(folder, manifest, paths, place, signal);
  try {
    const fill = () => fillDatabase(folder, manifest, target, signal);
    await writeEverything(manifest, dataDir, write, fill);
  } catch (error) {
    for (const name of await readdir(dataDir))
      await rm(join(dataDir, name), { recursive: true, force: true });
    if (!existed) await rmdir(dataDir);
    throw error;
  }
}

const isCluster = (path: string) => path.startsWith(clusterPrefix);

type Write = (paths: readonly string[], place: (path: string) => string) => Promise<void>;

async function writeEverything(
  manifest: Manifest,
  dataDir: string,
  write: Write,
  fill: () => Promise<void>,
): Promise<void> {
  const draft = await mkdtemp(join(dataDir, '.restoring-'));
  const paths = Object.keys(manifest.files).filter((path) => path !== dumpPath);
  await write(
    paths.filter((path) => !isCluster(path)),
    (path) => join(draft, path),
  );
  const publish =
    manifest.database === 'embedded' ? await writeCluster(manifest, dataDir, write) : await fill();
  for (const name of await readdir(draft)) await rename(join(draft, name), join(dataDir, name));
  await rmdir(draft);
  // The cluster last: without one a start refuses the folder.
  await publish?.();
}

/** @returns what moves the cluster into its place */
async function writeCluster(manifest: Manifest, dataDir: string, write: Write): Promise<() => Promise<void>> {
  const { publish } = await draftCluster(dataDir, async (below) => {
    const place = (path: string) => join(below, path.slice(clusterPrefix.length));
    for (const each of manifest.folders) await makeFolder(place(each), 0o700);
    await write(Object.keys(manifest.files).filter(isCluster), place);
  });
  return publish;
}

/** The role of the application belongs to the server, so a dump has its rights and not the role. */
async function fillDatabase(
  folder: BackupFolder,
  { files, postgres }: Manifest,
  { databaseUrl }: Target,
  signal: AbortSignal,
): Promise<void> {
  await prepareRole(databaseUrl!);
  await restoreDump(databaseUrl!, postgres, readContent(folder, files[dumpPath]!, dumpPath), signal);
}

/** @throws a fault when the set and the target are of two kinds, and when the database has tables */
async function refuseOtherTarget({ database, postgres }: Manifest, { databaseUrl }: Target): Promise<void> {
  if (database === 'embedded' && databaseUrl !== null)
    throw fault('Esta cópia traz o banco embutido, que fica na pasta de --to: tire RESTORE_DATABASE_URL.');
  if (database === 'embedded') return;
  if (databaseUrl === null)
    throw fault(
      'RESTORE_DATABASE_URL: falta; esta cópia é de um banco externo e pede um vazio, postgres://usuário:senha@máquina/banco.',
    );
  refuseOldTool('pg_restore', postgres);
  const count = await countTables(databaseUrl);
  if (count > 0)
    throw fault(
      `RESTORE_DATABASE_URL: o banco já tem ${count} tabelas, e nada nele foi tocado. Use um vazio.`,
    );
}

async function countTables(databaseUrl: string): Promise<number> {
  const db = openAsOwner({ ownerUrl: databaseUrl });
  try {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    return rows[0]!.count;
  } finally {
    await db.destroy();
  }
}

/** Brings the generated key along, which belongs to the data folder; one from the environment is already elsewhere. */
export async function copySecretKey(config: Config, target: string): Promise<boolean> {
  if (config.secretKey !== null) return false;
  const path = secretKeyFile({ dataDir: target });
  await copyFile(secretKeyFile(config), path);
  await chmod(path, 0o600);
  return true;
}

async function secretKeyOf(config: Config, { keyCheck }: Manifest): Promise<string> {
  const secret = await findSecretKey(config);
  if (secret === null)
    throw fault(
      `SECRET_KEY: falta a chave do banco desta cópia. Traga ${secretKeyFile(config)} de volta, ou ponha-a em SECRET_KEY.`,
    );
  if (keyCheck === null) return secret;
  try {
    const keys = deriveKeys(secret, config.previousSecretKeys);
    unseal(keys.seal, bindingOfKey(keyCheck.purpose), Buffer.from(keyCheck.sealed, 'base64'));
    return secret;
  } catch (error) {
    throw fault(
      'SECRET_KEY: não é a chave do banco desta cópia. Use a que estava em vigor quando ela foi feita.',
      error,
    );
  }
}

async function refuseIncomplete(folder: BackupFolder, manifest: Manifest): Promise<void> {
  const lost = await lostContents(folder, manifest);
  if (lost.length === 0) return;
  throw fault(
    `A cópia está incompleta: faltam ${lost.length} de ${Object.keys(manifest.files).length} arquivos; o primeiro é ` +
      `${lost[0]}. Use outra (--set), ou outro disco com ela.`,
  );
}

/** @returns whether the folder exists */
async function refuseUsedFolder(target: string): Promise<boolean> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw fault(`Não posso restaurar em ${target}: ${error.message}`, error);
  });
  if (names === null || names.length === 0) return names !== null;
  throw fault(`${target} não está vazia, e nada nela foi tocado. Escolha uma pasta vazia ou nova.`);
}

async function writeFiles(
  folder: BackupFolder,
  { files }: Manifest,
  paths: readonly string[],
  place: (path: string) => string,
  signal: AbortSignal,
): Promise<void> {
  await inParallel(paths, atOnce, async (path) => {
    const to = place(path);
    await makeFolder(dirname(to), 0o700);
    const content = Readable.from(readContent(folder, files[path]!, path));
    await pipeline(content, createWriteStream(to, { mode: 0o600 }), { signal });
  });
}
