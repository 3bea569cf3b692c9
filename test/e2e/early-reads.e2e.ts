import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, leave, signIn, visit } from '#test/e2e/visitor.ts';
import type { Visitor } from '#test/e2e/visitor.ts';

/** What a member's page asks the API before it shows its content (ADR 86). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** Opens the page and lists the API calls that it makes until its heading is visible. */
async function callsOf({ page }: Visitor, path: string, content: string): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { url: () => string }) => {
    const { pathname, searchParams } = new URL(request.url());
    // How many pages a long list has is known with its first.
    if (Number(searchParams.get('page')) > 1) return;
    if (pathname.startsWith('/api/v1/')) calls.push(pathname.slice('/api/v1'.length));
  };
  page.on('request', note);
  await page.goto(site.url + path);
  await page.getByRole('heading', { name: content, level: 1 }).waitFor();
  page.off('request', note);
  return calls;
}

test('the summary and the dashboard ask for their data in one request beside the user', async () => {
  const buyer = await visit(site.url);
  await signIn(buyer, 'compradora@demo.praca');
  const summary = await callsOf(buyer, '/conta', 'Oi');
  expect(summary.filter((call) => !startCalls.has(call))).toEqual(['/reads']);
  expect(summary.filter((call) => call === '/user')).toHaveLength(1);
  await leave(buyer);

  const support = await visit(site.url);
  await signIn(support, 'suporte@demo.praca');
  const calls = await callsOf(support, '/dashboard', 'Visão geral');
  expect(calls.filter((call) => !startCalls.has(call))).toEqual(['/user/role', '/reads']);
  await leave(support);
}, 120_000);

/** Opens the page and lists what it reads below these paths until the content is there: together, and in other calls. */
async function readsOf({ page }: Visitor, path: string, content: string, about: RegExp) {
  const together: string[] = [];
  const alone: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    together.push(...searchParams.getAll('path').filter((read) => about.test(read)));
    const call = pathname.replace('/api/v1', '');
    if (about.test(call)) alone.push(call);
  });
  await page.goto(site.url + path);
  await page.getByRole('main').locator(content).first().waitFor();
  return { together, alone };
}

test('a list of orders without a tab reads its first tab with orders beside the counts', async () => {
  const seller = await visit(site.url);
  await signIn(seller, 'vendedora@demo.praca');
  const reads = await readsOf(seller, '/conta/vendas', 'a[href^="/pedido/"]', /^\/(sales|order-counts)/);
  expect(reads).toEqual({ together: ['/order-counts', '/sales?page=1&tab=primeira'], alone: [] });
  await leave(seller);
});

test('the queue of reviews reads its first listing beside the list, and only the next two after it', async () => {
  const admin = await visit(site.url);
  await signIn(admin, 'admin@demo.praca');
  const reads = await readsOf(admin, '/dashboard/revisao', 'article h2', /^\/staff\/reviews/);
  expect(reads.together).toEqual(['/staff/reviews', '/staff/reviews/first']);
  expect(reads.alone.length).toBeLessThanOrEqual(2);
  await leave(admin);
});

test("a buyer's order page never shows the page of a stranger first", async () => {
  const buyer = await visit(site.url);
  const { page } = buyer;
  await signIn(buyer, 'compradora@demo.praca');
  await page.goto('/conta/compras');
  const order = await page.locator('a[href^="/pedido/"]').first().getAttribute('href');

  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(order!);
  await page.getByText('Carregando o pedido').waitFor({ state: 'attached' });
  const toStrangers = page.getByText(/vendeu para/).filter({ visible: true });
  expect(await toStrangers.count()).toBe(0);
  held.resolve();
  await page.getByText('Carregando o pedido').waitFor({ state: 'detached' });
  expect(await toStrangers.count()).toBe(0);
  await leave(buyer);
}, 120_000);

/** What every page asks at its start (specification §4), and what waits for no content. */
const startCalls = new Set([
  '/user',
  '/user-info',
  '/public/logo',
  '/notifications',
  // The strip that reminds of an unpaid order.
  '/purchases',
  '/public/settings',
  '/public/realtime',
  '/public/push',
]);
