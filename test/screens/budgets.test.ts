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

/** The size of the heaviest page of each kind, in total and its route's own chunk, as last measured. */
const measured: readonly { pages: RegExp; total: number; own: number }[] = [
  { pages: /^\/$/, total: 176.8, own: 16.6 },
  { pages: /^\/anuncios$/, total: 177.3, own: 17.1 },
  { pages: /^\/anuncio\//, total: 196, own: 35.8 },
  { pages: /^\/categorias$/, total: 164.1, own: 4.2 },
  { pages: /^\/perfil\//, total: 181.2, own: 21 },
  { pages: /^\/fotos$/, total: 166.7, own: 6.5 },
  { pages: /^\/pedido\//, total: 223.3, own: 63.5 },
  { pages: /^\/(auth\/.*|verification.*)$/, total: 181, own: 20.8 },
  { pages: /^\/anunciar$/, total: 243.1, own: 82.9 },
  { pages: /^\/conta/, total: 210.8, own: 51.4 },
  { pages: /^\/dashboard\/suporte/, total: 238.6, own: 55.5 },
  { pages: /^\/dashboard/, total: 236.2, own: 53.1 },
  { pages: /^\/tarifas$/, total: 177.9, own: 17.7 },
  { pages: /.*/, total: 166.6, own: 6.4 },
];
const stylesBudget = 24;

const pages = weighPages();

test('every page loads no more JavaScript than its budget allows', () => {
  const rows = pages.map((page) => ({ page, budget: budgetOf(page) }));
  console.log(
    rows
      .map(
        ({ page, budget }) =>
          `${page.path.padEnd(24)} ${inKb(page.total)} of ${budget.total.toFixed(1)} kB, own ${inKb(page.own)} of ${budget.own.toFixed(1)} kB, ${page.files} files`,
      )
      .join('\n'),
  );
  const tooHeavy = rows.filter(
    ({ page, budget }) => page.total > budget.total * 1_000 || page.own > budget.own * 1_000,
  );
  expect(
    tooHeavy.map(({ page }) => `${page.path}: ${inKb(page.total)} kB, own ${inKb(page.own)} kB`),
  ).toEqual([]);
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

function budgetOf({ path }: PageWeight): { total: number; own: number } {
  const last = measured.find(({ pages: ours }) => ours.test(path))!;
  const most = promised.find(({ pages: ours }) => ours.test(path))!;
  return { total: Math.min(last.total * growth, most.total), own: last.own * growth };
}

function inKb(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(5);
}
