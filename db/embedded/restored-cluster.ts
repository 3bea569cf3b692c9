import { chown, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../fault.ts';
import { openClusterLocation } from './location.ts';
import type { ClusterLocation } from './location.ts';
import { temporaryPrefix } from './temporary-folders.ts';

/** A cluster that was written beside its place. */
export interface ClusterDraft {
  /** Moves it into its place; until then the place stays as it was. */
  publish(): Promise<void>;
}

/**
 * Writes a copied cluster beside its place below `dataDir`, owned by the user that runs the database.
 * @param fill writes the files of the copy below the folder it gets
 * @throws a fault when there is a cluster already
 */
export async function draftCluster(
  dataDir: string,
  fill: (folder: string) => Promise<void>,
): Promise<ClusterDraft> {
  const location = await openClusterLocation(dataDir, () => undefined);
  if (existsSync(location.root)) throw fault(`Já há um banco em ${location.root}. Escolha uma pasta vazia.`);
  const draft = await mkdtemp(temporaryPrefix(location.root));
  try {
    await mkdir(join(draft, 'data'), { mode: 0o700 });
    await fill(draft);
    await giveTo(location, draft);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return { publish: () => rename(draft, location.root) };
}

/** Removes the cluster of a data folder, which may lie outside of it. It must be stopped. */
export async function removeCluster(dataDir: string): Promise<void> {
  const { root } = await openClusterLocation(dataDir, () => undefined);
  await rm(root, { recursive: true, force: true });
}

async function giveTo({ user }: ClusterLocation, folder: string): Promise<void> {
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
}
