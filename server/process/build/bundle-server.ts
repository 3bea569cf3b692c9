import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { fault } from '#db/fault.ts';
import { asciiSources } from './ascii-sources.ts';
import { bundledPackages } from './bundled-packages.ts';
import options, { readFiles } from '../../../rolldown.config.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Bundles the server with its libraries into this folder; `main.js` starts it.
 * @throws a fault with what is wrong in the sources
 */
export async function bundleServer(folder: string): Promise<void> {
  try {
    const bundle = await rolldown(options);
    await bundle.write({
      dir: folder,
      format: 'esm',
      plugins: [asciiSources, bundledPackages],
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: false, annotation: false, jsdoc: false },
    });
    await bundle.close();
  } catch (error) {
    throw fault(`A construção do servidor falhou:\n${(error as Error).message}`, error);
  }
  await Promise.all(readFiles.map((path) => copyBeside(path, folder)));
}

/** Notes for people stand beside SQL. */
const isRead = (source: string) => !source.endsWith('README.md');

async function copyBeside(path: string, folder: string): Promise<void> {
  if (!existsSync(join(root, path))) return;
  await cp(join(root, path), join(folder, path), { recursive: true, filter: isRead });
}
