import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patient } from './patient-router.ts';

const folder = new URL('../node_modules/react-router/dist/production/lib/dom/ssr/', import.meta.url);

test.each([
  ['routes.js', 3],
  ['routeModules.js', 1],
])('the router’s own %s loads pages by our hand and never reloads', (file, imports) => {
  const code = patient(readFileSync(new URL(file, folder), 'utf8'));
  expect(code.match(/importPage\(/g)).toHaveLength(imports);
  expect(code).not.toMatch(/location\.reload/);
});

test('a router that is written differently does not build', () => {
  expect(() => patient('const load = (route) => import(route.module);')).toThrow(/another way/);
  expect(() =>
    patient(
      'import(/* @vite-ignore */ /* webpackIgnore: true */ route.module); window.location.reload(true);',
    ),
  ).toThrow(/reloads/);
});
