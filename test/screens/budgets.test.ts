import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageWeight } from './site-weight.ts';
import { weighPages, weighStyles } from './site-weight.ts';

/** Kilobytes (1,000 bytes, gzip) of JavaScript that a page may load before interaction (design §4.14). */
const promised: readonly { pages: RegExp; total: number }[] = [
  { pages: /^\/anunciar$/, total: 255 },
  { pages: /^\/dashboard/, total: 265 },
  { pages: /.*/, total: 230 },
];

/** How much a page may grow before the budget must be reviewed and measured again. */
const growth = 1.05;

/** The heaviest page of each kind, as last measured: kilobytes, and script files before it can be used. */
const measured: readonly { pages: RegExp; total: number; files: number }[] = [
  { pages: /^\/$/, total: 175, files: 14 },
  { pages: /^\/anuncios$/, total: 178, files: 13 },
  { pages: /^\/anuncio\//, total: 187, files: 22 },
  { pages: /^\/categorias$/, total: 148.5, files: 9 },
  { pages: /^\/perfil\//, total: 174, files: 13 },
  { pages: /^\/fotos$/, total: 152.7, files: 12 },
  { pages: /^\/pedido\//, total: 228.4, files: 19 },
  { pages: /^\/(auth\/.*|verification.*|primeiro-acesso)$/, total: 176, files: 21 },
  { pages: /^\/anunciar$/, total: 238.4, files: 19 },
  { pages: /^\/conta$/, total: 216, files: 20 },
  { pages: /^\/recurso$/, total: 208, files: 15 },
  { pages: /^\/transparencia$/, total: 192, files: 14 },
  { pages: /^\/conta/, total: 228, files: 23 },
  { pages: /^\/dashboard/, total: 261.8, files: 21 },
  { pages: /.*/, total: 168, files: 14 },
];
const stylesBudget = 24;

const pages = weighPages();

test('every page loads no more JavaScript, in no more files, than its budget allows', () => {
  const rows = pages.map((page) => ({ page, budget: budgetOf(page) }));
  console.log(
    rows
      .map(
        ({ page, budget }) =>
          `${page.path.padEnd(24)} ${inKb(page.total)} of ${budget.total.toFixed(1)} kB, ${page.files} of ${budget.files} files`,
      )
      .join('\n'),
  );
  const tooHeavy = rows.filter(
    ({ page, budget }) => page.total > budget.total * 1_000 || page.files > budget.files,
  );
  expect(tooHeavy.map(({ page }) => `${page.path}: ${inKb(page.total)} kB, ${page.files} files`)).toEqual([]);
});

test('the styles are one small sheet', () => {
  expect(weighStyles()).toBeLessThan(stylesBudget * 1_000);
});

test('every script and style sheet has compressed copies beside it, which the server sends', () => {
  const names = readdirSync(join(import.meta.dirname, '../../dist/site/client/build'));
  const plain = names.filter((name) => /\.(js|css)$/.test(name));
  const twins = plain.flatMap((name) => [`${name}.br`, `${name}.gz`]);
  expect(twins.filter((name) => !names.includes(name))).toEqual([]);
});

function budgetOf({ path }: PageWeight): { total: number; files: number } {
  const last = measured.find(({ pages: ours }) => ours.test(path))!;
  const most = promised.find(({ pages: ours }) => ours.test(path))!;
  return { total: Math.min(last.total * growth, most.total), files: last.files };
}

function inKb(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(5);
}
