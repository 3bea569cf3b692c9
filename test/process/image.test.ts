import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What the Docker image is built of: all that the server and the site import, and nothing of the tests or of the demo
 * market, whose accounts have published passwords (ASVS 13.4, 15.2.3). The image itself holds only what was built.
 */
const root = join(import.meta.dirname, '../..');

const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((pattern) => {
    const body = pattern
      .replaceAll('.', '\\.')
      .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
    return new RegExp(`^${body}(?:/|$)`);
  });
const isInImage = (path: string) => !ignored.some((pattern) => pattern.test(path));

/** Imports that are resolved when the file is loaded; types are erased and `import()` is for what may be missing. */
const staticImport = /^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,$]+\s+from\s+)?'([#.][^']+)'/gm;

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(staticImport)].map(([, name]) =>
    name!.startsWith('#') ? name!.slice(1) : relative(root, join(root, dirname(path), name!)),
  );
}

function reachedFrom(entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const pending = [...entries];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path) || !/\.(?:ts|tsx|js)$/.test(path) || !existsSync(join(root, path))) continue;
    reached.add(path);
    pending.push(...importsOf(path));
  }
  return reached;
}

test('the image holds everything that the server and the build of the site import', () => {
  const pages = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .map((name) => `web/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  const reached = reachedFrom([
    'server/process/cached-main.ts',
    'server/main.ts',
    'server/process/operator/main.ts',
    'server/process/build/build.ts',
    'vite.config.ts',
    ...pages,
  ]);
  expect(reached.size).toBeGreaterThan(1_000);
  expect([...reached].filter((path) => !isInImage(path))).toEqual([]);
});

test.each([
  'test/accounts/people.ts',
  'test/payments/doubles/asaas.ts',
  'server/config/config.test.ts',
  'web/ledger/money.test.tsx',
  'demo/seed.ts',
  'db/releases/1.0.0/database.json.br',
  'demo/people/people.ts',
  '.env',
  '.git/config',
  'docs/operations.md',
])('the image does not hold %s', (path) => {
  expect(isInImage(path)).toBe(false);
});
