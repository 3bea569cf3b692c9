import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '#db/data-folder.ts';
import { fault } from '#db/fault.ts';
import { inParallel } from '#server/concurrency/in-parallel.ts';
import { decrypt } from './cipher.ts';
import { contentPath, contentsOf, draftsOf, hasContent, moveInto, writeDraft } from './contents.ts';
import type { BackupFolder } from './contents.ts';
import type { Manifest } from './manifest.ts';

const setPattern = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z\.set$/;
/** Longer than the largest file takes. */
const abandonedMs = 86_400_000;
const statsAtOnce = 16;

const setsOf = ({ root }: BackupFolder) => join(root, 'sets');
const setName = (upTo: string) => `${upTo.replaceAll(':', '')}.set`;

/** Makes the folder, and removes what processes that were killed a day ago had begun to write. */
export async function prepareFolder(folder: BackupFolder): Promise<void> {
  const drafts = draftsOf(folder);
  for (const each of [drafts, setsOf(folder), contentsOf(folder)]) await makeFolder(each, 0o700);
  for (const name of await readdir(drafts)) {
    const found = await stat(join(drafts, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(join(drafts, name), { force: true });
  }
}

/** The names of complete sets, oldest first. A name is the time up to which its set goes. */
export async function setNames(folder: BackupFolder): Promise<string[]> {
  const names = await readdir(setsOf(folder)).catch(() => []);
  return names.filter((name) => setPattern.test(name)).toSorted();
}

/** @throws a fault for another key, a damaged manifest, and a set that is not there */
export async function readSet(folder: BackupFolder, name: string): Promise<Manifest> {
  if (!(await setNames(folder)).includes(name)) throw fault(`Não há a cópia ${name} em ${folder.root}.`);
  const parts: Buffer[] = [];
  for await (const part of decrypt(folder.key, join(setsOf(folder), name), `sets/${name}`)) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Manifest;
}

/**
 * Makes a set complete. Its contents and their folders are on the disk before the manifest gets its name.
 * @returns the name of the set
 * @throws a fault when a content is gone: another process may have removed old sets, with what this one found
 */
export async function writeSet(folder: BackupFolder, manifest: Manifest): Promise<string> {
  if ((await lostContents(folder, manifest)).length > 0)
    throw fault('A pasta das cópias mudou durante a cópia. Rode npm run backup de novo.');
  const { draft } = await writeDraft(folder, Readable.from([Buffer.from(JSON.stringify(manifest))]));
  for (const name of await readdir(contentsOf(folder))) await syncFolder(join(contentsOf(folder), name));
  const name = setName(manifest.upTo);
  await moveInto(draft, join(setsOf(folder), name));
  await syncFolder(setsOf(folder));
  return name;
}

/** The paths of a set whose contents are not there in full. */
export async function lostContents(folder: BackupFolder, { files }: Manifest): Promise<string[]> {
  const lost: string[] = [];
  await inParallel(Object.entries(files), statsAtOnce, async ([path, content]) => {
    if (!(await hasContent(folder, content))) lost.push(path);
  });
  return lost.toSorted();
}

/**
 * Removes the sets that go up to an earlier time, but never the newest one, and then the contents that no set names.
 * @returns how many sets it removed
 */
export async function removeSets(folder: BackupFolder, before: Date): Promise<number> {
  const names = await setNames(folder);
  const old = names.slice(0, -1).filter((name) => name < setName(before.toISOString()));
  if (old.length === 0) return 0;
  // All of the others are read before anything is removed.
  const named = new Set<string>();
  for (const name of names.filter((each) => !old.includes(each)))
    for (const content of Object.values((await readSet(folder, name)).files))
      named.add(contentPath(folder, content));
  for (const name of old) await rm(join(setsOf(folder), name));
  const entries = await readdir(contentsOf(folder), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !named.has(path)) await rm(path);
  }
  return old.length;
}

/** Puts the names of a folder on the disk, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
