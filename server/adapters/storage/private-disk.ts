import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { filePath, isFileKey } from './file-store.ts';
import type { FileStore } from './file-store.ts';

/** Private files on the local disk, readable by the server's own user only. */
export function createPrivateDisk(root: string): FileStore {
  const pathOf = (key: string) => join(root, filePath(key));
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written to a temporary file and renamed, so that a crash never leaves a partial file under its final name.
      const draft = `${path}.${randomUUID()}`;
      try {
        await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600 }));
        const { size } = await stat(draft);
        await rename(draft, path);
        return size;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      if (!isFileKey(key)) return null;
      const file = await open(pathOf(key)).catch(() => null);
      return file && file.createReadStream();
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // A process that died while writing left a temporary file.
      const beside = await readdir(dirname(path)).catch(() => []);
      for (const name of beside.filter((each) => each.startsWith(`${key}.`)))
        await rm(join(dirname(path), name), { force: true });
    },
  };
}
