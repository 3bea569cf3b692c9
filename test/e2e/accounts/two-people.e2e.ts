import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, endRoutes, visit } from '#test/e2e/visitor.ts';

/**
 * Two people on one tab: text typed by the first stays hidden, and is never sent in the name of the second (ADR 0077).
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const mark = randomBytes(3).toString('hex');
const unsent = `Combinado ${mark}`;
const draft = `Rascunho ${mark}`;

test('after a session expires the next person sees and sends none of its data, and the first person continues (T78)', async () => {
  const order = await paidOrder();
  const { page, close } = await visit(site.url);
  await enter(page, order.buyer, order.hash);
  await page.route('**/api/v1/orders/*/messages/*', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
  );
  await field(page).fill(unsent);
  await field(page).press('Enter');
  await page.locator('[data-state=waiting]').waitFor();
  await field(page).fill(draft);

  await endSessions();
  await endRoutes(page);
  await enter(page, order.seller, order.hash);
  await expect.poll(() => field(page).inputValue()).toBe('');
  expect(await page.getByText(unsent).count()).toBe(0);
  // Longer than the retry delay of an unsent message.
  await page.waitForTimeout(5_000);
  expect(await authorsOf(unsent)).toEqual([]);

  await endSessions();
  await enter(page, order.buyer, order.hash);
  await expect.poll(() => field(page).inputValue()).toBe(draft);
  await expect.poll(() => authorsOf(unsent)).toEqual([order.buyer]);
  await close();
});

test('a tab of one person sends nothing once another signs in beside it, and shows the other', async () => {
  const order = await paidOrder();
  const { page, context, close } = await visit(site.url);
  await enter(page, order.buyer, order.hash);
  await context.setOffline(true);
  const text = `Ao lado ${mark}`;
  await field(page).fill(text);
  await field(page).press('Enter');
  await page.locator('[data-state=waiting]').waitFor();
  const token = await tokenOf(order.seller);
  await page.evaluate((given) => localStorage.setItem('marketplace_auth', given), token);
  await context.setOffline(false);
  await page.waitForTimeout(5_000);
  expect(await authorsOf(text)).toEqual([]);
  await page.reload();
  await field(page).waitFor();
  expect(await page.getByText(text).count()).toBe(0);
  await page.waitForTimeout(5_000);
  expect(await authorsOf(text)).toEqual([]);
  await close();
});

async function enter(page: Page, email: string, hash: string): Promise<void> {
  await logIn(page, { email, password }, { returnTo: `/pedido/${hash}` });
  await field(page).waitFor();
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Mensagem para/ });

async function tokenOf(login: string): Promise<string> {
  const { page, close } = await visit(site.url);
  await logIn(page, { email: login, password });
  const token = await page.evaluate(() => localStorage.getItem('marketplace_auth')!);
  await close();
  return token;
}

function endSessions(): Promise<unknown> {
  return query('delete from sessions', []);
}

async function authorsOf(text: string): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select u.email::text as email from order_messages m join users u on u.id = m.sender_id where m.text = $1`,
    [text],
  );
  return rows.map(({ email }) => email);
}

async function paidOrder(): Promise<{ hash: string; buyer: string; seller: string }> {
  const [order] = await query<{ hash: string; buyer: string; seller: string }>(
    `select o.hash, b.email::text as buyer, s.email::text as seller from orders o
       join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
     where o.state in ('paid', 'in_delivery') order by o.id desc limit 1`,
    [],
  );
  return order!;
}

async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows as Row[];
}
