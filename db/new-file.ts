import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file unless it exists. It is created atomically, so that no process reads a part of it: neither another one at
 * the same moment, nor the next start after a crash or a full disk.
 * @returns whether this call wrote it
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
