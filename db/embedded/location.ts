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

/** Where a cluster lives and what runs it. */
export type ClusterLocation = {
  /** Holds the data, the passwords and the log; renamed into place whole, so it is complete or absent. */
  root: string;
  /** PGDATA. */
  data: string;
  logFile: string;
  passwordFile: string;
  volatile: boolean;
  /** `undefined`: the server runs as whoever we are. */
  user: DatabaseUser | undefined;
  postgres: string;
  initdb: string;
};

type Log = (line: string) => void;

/**
 * The home of the durable cluster of `dataDir`. As root it may have to be elsewhere; then
 * `dataDir/postgres-location` says where, and that file is the truth from then on.
 * @throws a fault when the folder is not ours or not writable
 */
export async function openClusterLocation(dataDir: string, log: Log): Promise<ClusterLocation> {
  const folder = resolve(dataDir);
  await openDataFolder(folder);
  const root = await locate(folder, log);
  const user = isRoot() ? ((await ownerOf(join(root, 'data'))) ?? databaseUser()) : undefined;
  const home = await clusterLocationAt(root, user, false, log);
  await refuseForeignData(home, folder);
  return home;
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

/** The database's user must pass through the data folder to reach its own part; it still can't list or read it. */
async function allowTraversal(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  if (uid === process.getuid?.()) await chmod(folder, mode | 0o011);
}

/** The home whose root is this folder, with the binaries that its user can run. */
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

async function refuseForeignData(home: ClusterLocation, folder: string): Promise<void> {
  const us = home.user?.uid ?? process.getuid?.();
  try {
    const owner = (await stat(home.data)).uid;
    if (us !== undefined && owner !== us) throw foreignData(home, folder, `uid ${owner}`);
    if (home.user && !canEnter(home.user, home.data)) {
      throw fault(
        `O usuário do banco (uid ${home.user.uid}) não alcança ${home.data}: ` +
          'dê passagem (chmod o+x) às pastas acima dela, ou leve-a para onde ele alcance.',
      );
    }
    const version = (await readFile(join(home.data, 'PG_VERSION'), 'utf8')).trim();
    if (version !== '18')
      throw fault(`Os dados em ${home.data} são do PostgreSQL ${version}; esta versão usa o 18.`);
  } catch (error) {
    if (isFault(error)) throw error;
    if (errorCode(error) === 'EACCES') throw foreignData(home, folder, 'outro usuário');
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function foreignData(home: ClusterLocation, folder: string, owner: string): Error {
  return fault(
    `Os dados em ${home.data} pertencem a ${owner}. Rode a Praça com esse usuário, ` +
      `ou escolha outra pasta com DATA_DIR (agora: ${folder}).`,
  );
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
