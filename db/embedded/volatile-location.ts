import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clusterLocationAt } from './location.ts';
import type { ClusterLocation } from './location.ts';
import { isAlive, stopPostmaster } from './postmaster.ts';
import { canEnter, databaseUser, isRoot } from './user.ts';

const volatilePrefix = 'praca-volatile-';
const memoryFolder = '/dev/shm';
const roomyBytes = 4 * 1024 ** 3;

/** A throw-away location. Those left behind by test runs that were killed are cleared first. */
export async function openVolatileLocation(): Promise<ClusterLocation> {
  const user = isRoot() ? databaseUser() : undefined;
  await sweepVolatileHomes();
  const bases = [...((await hasRoomyMemory()) ? [memoryFolder] : []), tmpdir(), '/tmp'];
  const base = bases.find((folder) => !user || canEnter(user, folder)) ?? tmpdir();
  const parent = await mkdtemp(join(base, `${volatilePrefix}${process.pid}-`));
  if (user) await chmod(parent, 0o711);
  return clusterLocationAt(join(parent, 'postgres'), user, true, () => undefined);
}

/** The folder of the throw-away location, with everything in it. */
export function volatileFolder(location: ClusterLocation): string {
  return dirname(location.root);
}

/** Copying a database takes 25 ms in memory, and up to 600 on a busy disk. */
async function hasRoomyMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < roomyBytes) return false;
  const space = await statfs(memoryFolder).catch(() => undefined);
  return space !== undefined && space.bavail * space.bsize > roomyBytes;
}

/** Only folders with our prefix whose maker is gone: each is stopped by its own pid file. */
async function sweepVolatileHomes(): Promise<void> {
  for (const base of new Set([memoryFolder, tmpdir(), '/tmp'])) {
    const names = await readdir(base).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(volatilePrefix))) {
      const folder = join(base, name);
      const maker = Number(name.slice(volatilePrefix.length).split('-')[0]);
      const owner = await stat(folder).catch(() => undefined);
      if (!owner || owner.uid !== process.getuid?.() || !maker || isAlive(maker)) continue;
      await stopPostmaster({ data: join(folder, 'postgres', 'data') });
      await rm(folder, { recursive: true, force: true });
    }
  }
}
