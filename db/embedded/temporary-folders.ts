import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The name prefix of a temporary folder, created beside its final place and then renamed: `postgres.new-k3J9xQ`. */
export const temporaryPrefix = (place: string) => `${place}.new-`;

/** Far longer than the slowest disk needs, so that a folder in use, also by a child of a killed process, stays. */
const abandonedMs = 3_600_000;

/** Deletes the temporary folders of this place that killed processes left behind. */
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
