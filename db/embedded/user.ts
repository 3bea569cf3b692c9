import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../fault.ts';

/** The user that runs the server. PostgreSQL refuses to run as root, so root starts it as another user. */
export type DatabaseUser = { uid: number; gid: number };

/** Whether we run as root. Never on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The system's `postgres` user, created when it doesn't exist: initdb wants a name for who runs it. */
export function databaseUser(): DatabaseUser {
  const existing = lookUp('postgres');
  if (existing) return existing;
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', [
    '--system',
    '--gid',
    'postgres',
    '--no-create-location',
    '--shell',
    '/bin/false',
    'postgres',
  ]);
  const created = lookUp('postgres');
  if (created) return created;
  throw fault(
    'O PostgreSQL não roda como root e não consegui criar o usuário postgres. ' +
      'Crie-o (useradd --system postgres), rode a Praça como outro usuário ou use DATABASE_URL.',
  );
}

function lookUp(name: string): DatabaseUser | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some((answer) => answer.status !== 0)) return undefined;
  const [uid, gid] = ids.map((answer) => Number.parseInt(answer.stdout, 10));
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

export async function ownerOf(folder: string): Promise<DatabaseUser | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

export function canRun(user: DatabaseUser, native: string): boolean {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;
}

export function canEnter(user: DatabaseUser, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

/** Whether a folder made here can be given to the user and then reached by it. */
export async function canOwnUnder(user: DatabaseUser, folder: string): Promise<boolean> {
  const probe = await mkdtemp(join(folder, 'probe-'));
  try {
    await chown(probe, user.uid, user.gid);
    return spawnSync('test', ['-w', probe], { ...user, cwd: '/' }).status === 0;
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
