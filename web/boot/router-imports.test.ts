import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { patchRouter } from './router-imports.ts';

const folder = new URL('../../node_modules/react-router/dist/production/lib/dom/ssr/', import.meta.url);

test.each([
  ['routes.js', 3],
  ['routeModules.js', 1],
])('the router’s %s loads pages through importPage and never reloads', (file, imports) => {
  const code = patchRouter(readFileSync(new URL(file, folder), 'utf8'));
  expect(code.match(/importPage\(/g)).toHaveLength(imports);
  expect(code).not.toMatch(/location\.reload/);
});

test('the build fails when the router’s code has changed', () => {
  expect(() => patchRouter('const load = (route) => import(route.module);')).toThrow(/another way/);
  expect(() =>
    patchRouter(
      'import(/* @vite-ignore */ /* webpackIgnore: true */ route.module); window.location.reload(true);',
    ),
  ).toThrow(/reloads/);
});

test('the site builds in a folder whose name has spaces and accents', async () => {
  const here = mkdtempSync(join(tmpdir(), 'uma praça '));
  try {
    copyFileSync(join(import.meta.dirname, 'router-imports.ts'), join(here, 'router-imports.ts'));
    const moved = await import(pathToFileURL(join(here, 'router-imports.ts')).href);
    const router = 'import(/* @vite-ignore */ /* webpackIgnore: true */ route.module);';
    expect(moved.patchRouter(router)).toContain(`from ${JSON.stringify(join(here, 'import-page.ts'))}`);
  } finally {
    rmSync(here, { recursive: true, force: true });
  }
});
