import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file unless it is there. It comes into being whole, so that nobody reads half of it: neither another process
 * at the same moment, nor the next start after we were killed or the disk was full.
 * @returns whether it was written by us
 */
export async function writeNewFile(path: string, text: string, mode: number): Promise<boolean> {
  const draft = `${path}.new-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode, flush: true });
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}
