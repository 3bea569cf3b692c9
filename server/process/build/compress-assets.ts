import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
/** Fonts and photos are compressed already. */
const compressible = /\.(js|css|svg|json|txt)$/;

/** Writes `.br` and `.gz` beside every asset in this folder, which the server sends as they are. */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    // One after another: parallel compression would take the processors from a server that answers meanwhile.
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    // oxlint-disable-next-line no-await-in-loop
    const [small, larger] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })]);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, larger)]);
  }
}
