import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageWeight } from './site-weight.ts';
import { weighPages, weighStyles } from './site-weight.ts';

/**
 * Kilobytes (1,000 bytes, gzip) of JavaScript before interaction: all of it, and the route's own. The promise is
 * design §4.14 (230 a public route, 255 `/anunciar`, 265 the dashboard); what was won since is held here too.
 */
const budgets: readonly { pages: RegExp; total: number; own: number }[] = [
  // 0.2 of it is for presses that come before it is known who is here (`web/use-wish.ts`).
  { pages: /^\/$/, total: 167.5, own: 15.5 },
  { pages: /^\/anuncios$/, total: 167, own: 15 },
  // 0.2 of it is for what a won complaint says of a rating.
  { pages: /^\/anuncio\//, total: 182.2, own: 30.2 },
  { pages: /^\/categorias$/, total: 157, own: 5 },
  // The shell holds what 30 chunks share: with more screens it got smaller and the routes' own parts larger.
  { pages: /^\/perfil\//, total: 171, own: 19 },
  // 0.2 of it is for sizes that staff turn: its forms write messages, ratings and complaints; 0.1 for the arrow keys of
  // its stars, and for the category whose hold it tells; 0.5 for a refund that already left or was
  // overtaken, for what is under way in the order and for a Pix that is slow to come.
  { pages: /^\/pedido\//, total: 210.5, own: 58.5 },
  { pages: /^\/(auth\/.*|verification.*)$/, total: 176, own: 25 },
  // 0.1 of it is for brief presses of an arrow key, and for categories that hold longer.
  { pages: /^\/anunciar$/, total: 230.5, own: 79 },
  { pages: /^\/conta/, total: 203, own: 50 },
  // The desk turns pages and merges tickets.
  { pages: /^\/dashboard\/suporte/, total: 230, own: 53.5 },
  { pages: /^\/dashboard/, total: 227, own: 50.5 },
  { pages: /^\/tarifas$/, total: 170, own: 18 },
  { pages: /.*/, total: 158.5, own: 9 },
];
const stylesBudget = 24;

const pages = weighPages();

test('every page loads no more JavaScript than its budget allows', () => {
  const rows = pages.map((page) => ({ page, budget: budgetOf(page) }));
  console.log(
    rows
      .map(
        ({ page, budget }) =>
          `${page.path.padEnd(24)} ${inKb(page.total)} of ${budget.total} kB, own ${inKb(page.own)} of ${budget.own} kB, ${page.files} files`,
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

test('every script and style sheet stands beside its compressed twins, which the server hands out', () => {
  const names = readdirSync(join(import.meta.dirname, '../dist/client/build'));
  const plain = names.filter((name) => /\.(js|css)$/.test(name));
  const twins = plain.flatMap((name) => [`${name}.br`, `${name}.gz`]);
  expect(twins.filter((name) => !names.includes(name))).toEqual([]);
});

function budgetOf({ path }: PageWeight) {
  return budgets.find(({ pages: ours }) => ours.test(path))!;
}

function inKb(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(5);
}
