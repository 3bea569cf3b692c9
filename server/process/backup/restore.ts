import { createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#db/data-folder.ts';
import { draftCluster } from '#db/embedded/restored-cluster.ts';
import { fault } from '#db/fault.ts';
import { inParallel } from '#server/concurrency/in-parallel.ts';
import type { Config } from '#server/config/config.ts';
import { bindingOfKey, deriveKeys } from '#server/secrets/keys.ts';
import { unseal } from '#server/secrets/seal.ts';
import { findSecretKey, secretKeyFile } from '#server/secrets/secret-key.ts';
import { backupFolderOf } from './backup.ts';
import { readContent } from './contents.ts';
import type { BackupFolder } from './contents.ts';
import { lostContents, readSet, setNames } from './sets.ts';
import { clusterPrefix } from './manifest.ts';
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

/**
 * Restores a set into a new data folder: photos, files and the embedded cluster. Everything is written beside its place
 * and moved there at the end, so a failure leaves the target as it was.
 * @throws a fault when the target is not empty, or a content is not what was stored
 */
export async function restoreSet(
  { folder, manifest }: OpenSet,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const existed = await refuseUsedFolder(target);
  await makeFolder(target);
  const write: Write = (paths, place) => writeFiles(folder, manifest, paths, place, signal);
  try {
    await writeEverything(manifest, target, write);
  } catch (error) {
    for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true });
    if (!existed) await rmdir(target);
    throw error;
  }
}

const isCluster = (path: string) => path.startsWith(clusterPrefix);

type Write = (paths: readonly string[], place: (path: string) => string) => Promise<void>;

async function writeEverything(manifest: Manifest, target: string, write: Write): Promise<void> {
  const draft = await mkdtemp(join(target, '.restoring-'));
  const paths = Object.keys(manifest.files);
  await write(
    paths.filter((path) => !isCluster(path)),
    (path) => join(draft, path),
  );
  const cluster = await draftCluster(target, async (below) => {
    const place = (path: string) => join(below, path.slice(clusterPrefix.length));
    for (const each of manifest.folders) await makeFolder(place(each), 0o700);
    await write(paths.filter(isCluster), place);
  });
  for (const name of await readdir(draft)) await rename(join(draft, name), join(target, name));
  await rmdir(draft);
  // The cluster last: without one a start refuses the folder.
  await cluster.publish();
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
