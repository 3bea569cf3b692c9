import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, openDataFolder } from '../data-folder.ts';
import { fault, isFault } from '../fault.ts';
import { writeNewFile } from '../new-file.ts';
import { binariesFor, reachableBase } from './binaries.ts';
import { canEnter, canOwnUnder, databaseUser, isRoot, ownerOf } from './user.ts';
import type { DatabaseUser } from './user.ts';

/** The files of a cluster and the user and programs that run it. */
export type ClusterLocation = {
  /** Holds the data, the passwords and the log; it is renamed into place, so it is complete or absent. */
  root: string;
  /** PGDATA. */
  data: string;
  logFile: string;
  passwordFile: string;
  volatile: boolean;
  /** `undefined`: the server runs as the current user. */
  user: DatabaseUser | undefined;
  postgres: string;
  initdb: string;
};

type Log = (line: string) => void;

/**
 * The location of the durable cluster of `dataDir`. As root it may have to be outside of it; then the file
 * `dataDir/postgres-location` names it from then on.
 * @throws a fault when the folder is not ours or not writable
 */
export async function openClusterLocation(dataDir: string, log: Log): Promise<ClusterLocation> {
  const folder = resolve(dataDir);
  await openDataFolder(folder);
  const root = await locate(folder, log);
  const user = isRoot() ? ((await ownerOf(join(root, 'data'))) ?? databaseUser()) : undefined;
  const location = await clusterLocationAt(root, user, false, log);
  await refuseForeignData(location, folder);
  return location;
}

async function locate(folder: string, log: Log): Promise<string> {
  const pointer = join(folder, 'postgres-location');
  const noted = await readFile(pointer, 'utf8').catch(() => '');
  if (noted.trim()) return noted.trim();
  const usual = join(folder, 'postgres');
  if (!isRoot() || existsSync(join(usual, 'data'))) return usual;
  await allowTraversal(folder);
  if (await canOwnUnder(databaseUser(), folder)) return usual;
  const elsewhere = join(reachableBase, randomBytes(6).toString('hex'), 'postgres');
  await makeFolder(dirname(elsewhere), 0o755);
  // Another process starting at the same moment may have chosen first.
  if (!(await writeNewFile(pointer, `${elsewhere}\n`, 0o644))) return locate(folder, log);
  log(`A pasta ${folder} não é alcançável pelo usuário do banco; os dados ficam em ${elsewhere}.`);
  return elsewhere;
}

/** Lets the database's user traverse the data folder to reach its own part; it still cannot list or read it. */
async function allowTraversal(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  if (uid === process.getuid?.()) await chmod(folder, mode | 0o011);
}

/** The location with this root folder, with the binaries that its user can run. */
export async function clusterLocationAt(
  root: string,
  user: DatabaseUser | undefined,
  volatile: boolean,
  log: Log,
): Promise<ClusterLocation> {
  const binaries = await binariesFor(user, log);
  return {
    root,
    data: join(root, 'data'),
    logFile: join(root, 'server.log'),
    passwordFile: join(root, 'passwords.json'),
    volatile,
    user,
    postgres: join(binaries, 'bin', 'postgres'),
    initdb: join(binaries, 'bin', 'initdb'),
  };
}

async function refuseForeignData(location: ClusterLocation, folder: string): Promise<void> {
  const us = location.user?.uid ?? process.getuid?.();
  try {
    const owner = (await stat(location.data)).uid;
    if (us !== undefined && owner !== us) throw foreignData(location, folder, `uid ${owner}`);
    if (location.user && !canEnter(location.user, location.data)) {
      throw fault(
        `O usuário do banco (uid ${location.user.uid}) não alcança ${location.data}: ` +
          'dê passagem (chmod o+x) às pastas acima dela, ou leve-a para onde ele alcance.',
      );
    }
    const version = (await readFile(join(location.data, 'PG_VERSION'), 'utf8')).trim();
    if (version !== '18')
      throw fault(`Os dados em ${location.data} são do PostgreSQL ${version}; esta versão usa o 18.`);
  } catch (error) {
    if (isFault(error)) throw error;
    if (errorCode(error) === 'EACCES') throw foreignData(location, folder, 'outro usuário');
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function foreignData(location: ClusterLocation, folder: string, owner: string): Error {
  return fault(
    `Os dados em ${location.data} pertencem a ${owner}. Rode a Praça com esse usuário, ` +
      `ou escolha outra pasta com DATA_DIR (agora: ${folder}).`,
  );
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
