import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import type { Embedded } from '#db/embedded.ts';
import type { ClusterFile } from '#db/embedded/base-backup.ts';
import { fault } from '#db/fault.ts';
import { inParallel } from '#server/concurrency/in-parallel.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx, Db } from '#server/context.ts';
import { reachDatabase } from '#server/database/database.ts';
import { createLog } from '#server/log.ts';
import { storesOf } from '#server/process/build-context.ts';
import { openAsOwner, refuseMissingDatabase } from '#server/process/operator/installation.ts';
import { secretKeyFault } from '#server/secrets/key-check.ts';
import { hasContent, storeBytes, storeFile, storeStream } from './contents.ts';
import type { BackupFolder, StoredContent } from './contents.ts';
import { prepareFolder, readSet, setNames, writeSet } from './sets.ts';
import { deriveBackupKey } from './cipher.ts';
import { storeDump } from './dump.ts';
import { clusterPrefix, dumpPath } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { storedFiles } from './stored-files.ts';

type Say = (line: string) => void;

const atOnce = 4;

/**
 * Copies database, photos and private files into a set of the folder. The server may run: photos and files are copied
 * before the database and again after it, so that each file that the copied database names is in the set.
 * @returns the complete set, and the folder it is in
 * @throws a fault without a key, without a database, or when `SECRET_KEY` is another database's
 */
export async function backUp(
  config: Config,
  root: string,
  say: Say,
  signal: AbortSignal,
): Promise<{ name: string; manifest: Manifest; folder: BackupFolder }> {
  const folder = backupFolderOf(config, root);
  refuseMissingDatabase(config);
  const known = await newestFiles(folder);
  await prepareFolder(folder);
  const source = await openSource(config, folder, say, signal);
  const db = openAsOwner(source);
  try {
    const keyFault = await secretKeyFault(db, config);
    if (keyFault !== null) throw fault(keyFault);
    const described = await describeDatabase(db);
    const stores = storesOf(config, createLog('silent'));
    say('Copiando fotos e arquivos…');
    const before = await copyStoredFiles(db, stores, folder, known, signal);
    say('Copiando o banco…');
    const copy = await source.copy(db, described.postgres);
    const after = await copyStoredFiles(db, stores, folder, before.files, signal);
    const manifest: Manifest = {
      version: 1,
      ...described,
      ...copy,
      files: { ...copy.files, ...before.files, ...after.files },
      missing: after.missing,
    };
    return { name: await writeSet(folder, manifest), manifest, folder };
  } finally {
    await db.destroy();
    await source.close();
  }
}

/** @throws a fault without `BACKUP_KEY` */
export function backupFolderOf({ backup }: Pick<Config, 'backup'>, root: string): BackupFolder {
  if (backup.key !== null) return { root, key: deriveBackupKey(backup.key) };
  throw fault(
    'BACKUP_KEY: falta a chave das cópias. Crie uma (openssl rand -hex 32) e guarde-a longe delas: sem ela não abrem.',
  );
}

/** Photos and files of the newest set: a file never changes under its name, so it is not read again. */
async function newestFiles(folder: BackupFolder): Promise<Manifest['files']> {
  const newest = (await setNames(folder)).at(-1);
  return newest === undefined ? {} : (await readSet(folder, newest)).files;
}

async function copyStoredFiles(
  db: Db,
  stores: Pick<Ctx, 'images' | 'files'>,
  folder: BackupFolder,
  known: Manifest['files'],
  signal: AbortSignal,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const files: Manifest['files'] = {};
  const missing: string[] = [];
  await inParallel(await storedFiles(db), atOnce, async ({ path, isRequired, read }) => {
    signal.throwIfAborted();
    const before = known[path];
    if (before && (await hasContent(folder, before))) {
      files[path] = before;
      return;
    }
    const content = await read(stores);
    if (content !== null) files[path] = await storeStream(folder, content);
    else if (isRequired) missing.push(path);
  });
  return { files, missing };
}

type DatabaseCopy = Pick<Manifest, 'database' | 'upTo' | 'folders' | 'files'>;

/** The database that is backed up. */
interface Source {
  ownerUrl: string;
  /** @param version of PostgreSQL */
  copy(db: Db, version: string): Promise<DatabaseCopy>;
  close(): Promise<void>;
}

async function openSource(
  config: Config,
  folder: BackupFolder,
  say: Say,
  signal: AbortSignal,
): Promise<Source> {
  if (config.databaseUrl === null) {
    const database = await startEmbedded({ dataDir: config.dataDir, log: () => undefined });
    const copy = () => copyCluster(database, folder, signal);
    return { ownerUrl: database.ownerUrl, copy, close: database.stop };
  }
  const { ownerUrl, stop } = await reachDatabase(config, say, signal);
  const copy: Source['copy'] = (db, version) => copyDump(db, ownerUrl, version, folder, signal);
  return { ownerUrl, copy, close: stop };
}

async function copyCluster(
  database: Embedded,
  folder: BackupFolder,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const files: Manifest['files'] = {};
  const store = (entries: readonly ClusterFile[]) =>
    inParallel(entries, atOnce, async (entry) => {
      signal.throwIfAborted();
      const content = await storeEntry(folder, entry);
      if (content) files[`${clusterPrefix}${entry.path}`] = content;
    });
  const { folders, upTo } = await database.baseBackup(store);
  return { database: 'embedded', upTo, files, folders: folders.map((each) => `${clusterPrefix}${each}`) };
}

/** The dump's snapshot is taken after the time that is noted. */
async function copyDump(
  db: Db,
  url: string,
  version: string,
  folder: BackupFolder,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const content = await storeDump(url, version, folder, signal);
  return {
    database: 'external',
    upTo: rows[0]!.at.toISOString(),
    files: { [dumpPath]: content },
    folders: [],
  };
}

async function storeEntry(
  folder: BackupFolder,
  { content, mayBeGone }: ClusterFile,
): Promise<StoredContent | null> {
  if ('bytes' in content) return storeBytes(folder, content.bytes);
  try {
    return await storeFile(folder, content.file);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (mayBeGone && code === 'ENOENT' && path === content.file) return null;
    throw error;
  }
}

async function describeDatabase(db: Db): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'keyCheck'>> {
  const version = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    db,
  );
  const applied = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migrations order by name`.execute(db);
  const keys = await sql<{ purpose: string; sealed: Buffer }>`
    select purpose, sealed from stored_keys order by purpose limit 1`.execute(db);
  const check = keys.rows[0];
  return {
    postgres: version.rows[0]!.version.split(' ')[0]!,
    migrations: Object.fromEntries(applied.rows.map(({ name, sha256 }) => [name, sha256])),
    keyCheck: check ? { purpose: check.purpose, sealed: check.sealed.toString('base64') } : null,
  };
}
