import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/** A member's next page is read while they point at its link, and a page they go back to is shown from memory (ADR 86). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const account = (page: Page) => page.getByRole('navigation', { name: 'Sua conta' });
const linkTo = (page: Page, name: string) => account(page).getByRole('link', { name, exact: true });
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Opens the account of a buyer, whose code for prefetching has loaded. */
async function openAccount(): Promise<Visitor> {
  const visitor = await visit(site.url);
  await signIn(visitor, 'compradora@demo.praca');
  const loaded = visitor.page.waitForResponse(/\/build\/ready-pages-/);
  await visitor.page.goto('/conta', { waitUntil: 'networkidle' });
  await loaded;
  return visitor;
}

/** Lists the calls of the page's own data from now on. */
function listReads(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace('/api/v1', '');
    if (/^\/(reads|purchases|order-counts|balances)$/.test(path)) made.push(path);
  });
  return made;
}

/** Points at the link until the reads of its page have arrived: the code for it starts some time after it has loaded. */
async function pointAt(page: Page, name: string): Promise<void> {
  const read = page.waitForResponse(/\/api\/v1\/reads\?/);
  let isRead = false;
  void read.then(() => (isRead = true)).catch(() => undefined);
  const pointAgain = async () => {
    if (isRead) return true;
    await page.mouse.move(0, 0);
    await linkTo(page, name).hover();
    return false;
  };
  await expect.poll(pointAgain, { interval: 500 }).toBe(true);
  await (await read).finished();
}

test('pointing at a link reads its page, and the press then asks for nothing', async () => {
  const visitor = await openAccount();
  const { page } = visitor;
  const made = listReads(page);
  await pointAt(page, 'Compras');
  await page.route(/\/api\/v1\/(reads|purchases|order-counts)/, (route) => route.abort());
  await linkTo(page, 'Compras').click();
  await title(page, 'Compras').waitFor();
  await page.getByRole('main').locator('a[href^="/pedido/"]').first().waitFor();
  expect(made.filter((call) => call !== '/purchases')).toEqual(['/reads']);
  await leave(visitor);
});

test('what was read ahead is not used after a write', async () => {
  const visitor = await openAccount();
  const { page } = visitor;
  await pointAt(page, 'Compras');
  // Another tab's write is announced by an update; this one is the page's own.
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.getByRole('main').getByRole('radio').first().press('ArrowRight');
  await saved;
  const made = listReads(page);
  await linkTo(page, 'Compras').press('Enter');
  await title(page, 'Compras').waitFor();
  expect(made).toContain('/order-counts');
  await leave(visitor);
});

test('going back shows the page at once and reads it again behind', async () => {
  const visitor = await openAccount();
  const { page } = visitor;
  await linkTo(page, 'Compras').click();
  await title(page, 'Compras').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/api/v1/balances', async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await page.goBack();
  await title(page, /^Oi, /).waitFor();
  await expect.poll(() => held).toBe(1);
  await page.goForward();
  await title(page, 'Compras').waitFor();
  release();
  await leave(visitor);
});

test('without a connection the page that one goes back to stays as it was', async () => {
  const visitor = await openAccount();
  const { page, context } = visitor;
  await linkTo(page, 'Compras').click();
  await title(page, 'Compras').waitFor();
  await context.setOffline(true);
  await page.goBack();
  await title(page, /^Oi, /).waitFor();
  await page.getByRole('main').locator('a[href^="/pedido/"]').first().waitFor();
  await context.setOffline(false);
  visitor.complaints.length = 0;
  await leave(visitor);
});

test('after a sign-out nothing of the pages before is shown', async () => {
  const visitor = await openAccount();
  const { page } = visitor;
  await linkTo(page, 'Compras').click();
  await title(page, 'Compras').waitFor();
  await page.getByRole('button', { name: /^Sua conta/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sair' }).press('Enter');
  await page.waitForURL(`${site.url}/`);
  // The session is still given to each new document; this document has ended it.
  await page.evaluate(() => history.go(-2));
  await page.waitForURL(/\/auth\/login/);
  expect(await title(page, /^Oi, |^Compras$/).count()).toBe(0);
  await leave(visitor);
});
