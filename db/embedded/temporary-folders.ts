import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What is made beside its place, to be renamed into it, is called after it: `postgres.new-k3J9xQ`. */
export const temporaryPrefix = (place: string) => `${place}.new-`;

/** Long past the slowest disk: who makes one now, or was killed a moment ago and left a child at it, is not disturbed. */
const abandonedMs = 3_600_000;

/** Throws away what was left of this place's drafts by those who were killed while they made one. */
export async function deleteAbandonedFolders(place: string): Promise<void> {
  const folder = dirname(place);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(basename(temporaryPrefix(place))))) {
    const draft = join(folder, name);
    const changed = await stat(draft).catch(() => undefined);
    if (changed && Date.now() - changed.mtimeMs > abandonedMs)
      await rm(draft, { recursive: true, force: true });
  }
}
