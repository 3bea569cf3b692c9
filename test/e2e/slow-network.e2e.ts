import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from './books.ts';
import { open, saved, startBuying } from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, endRoutes, expectAccessible, leave, signIn, visit } from './visitor.ts';

/** A slow server (design §4.9): after 8 s the page says so, and the person may cancel. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const said = (page: Page) => page.getByRole('status').filter({ hasText: 'Ainda esperando resposta…' });

/** Makes one call fail, alone and among the reads of a page. Returns what lets it succeed again. */
async function failCall(page: Page, call: string): Promise<() => Promise<void>> {
  const alone = `**/api/v1/${call}`;
  const together = '**/api/v1/reads?*';
  const named = new RegExp(`^/${call.replaceAll('*', '.*')}$`);
  await page.route(alone, (route) => route.fulfill({ status: 500, body: 'quebrado' }));
  await page.route(together, async (route) => {
    const paths = new URL(route.request().url()).searchParams.getAll('path');
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: { items: { status: number; body: unknown }[] } };
    const items = data.items.map((item, index) =>
      named.test(paths[index]!) ? { status: 500, body: null } : item,
    );
    await route.fulfill({ response: reply, json: { data: { items } } });
  });
  return () => endRoutes(page);
}

/** The time of the page's clock, which also runs by itself. */
const timeOf = (page: Page) => page.evaluate(() => Date.now());

/** @param since when the wait began; on a busy machine a part of the seven seconds has passed */
async function waitInVain(page: Page, since: number): Promise<void> {
  await page.clock.fastForward(Math.max(0, 7_000 - ((await timeOf(page)) - since)));
  expect(await said(page).count()).toBe(0);
  await page.clock.fastForward(1_100);
  await said(page).waitFor();
}

/** Calls to this address reach the server, and their replies are held until they are released. */
async function holdAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await gone;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return async () => {
    letGo();
    await endRoutes(page);
  };
}

test('a page that does not load can be cancelled, and the current one stays unchanged', async () => {
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await page.clock.install();
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  const address = page.url();
  const title = (await page.locator('h1').textContent())!;
  const release = await holdAnswers(page, '**/api/v1/public/listings/*');
  const card = page.getByRole('article').getByRole('link').nth(1);
  const wanted = (await card.textContent())!;
  const since = await timeOf(page);
  await card.click();
  await waitInVain(page, since);
  await expectAccessible(page, 'a page that is waited for');
  await said(page).getByRole('button', { name: 'Cancelar' }).click();
  await said(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  await release();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await card.click();
  await page.getByRole('heading', { level: 1, name: wanted }).waitFor();
  await leave(visitor);
});

test('a person who reads the top of an order for long sees no waiting message', async () => {
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  const [order] = await look<{ hash: string }>(
    site,
    `select o.hash from orders o join users b on b.id = o.buyer_id
     where b.email = 'compradora@demo.praca' and o.state = 'delivered' order by o.id desc limit 1`,
  );
  await page.clock.install();
  await open(page, `/pedido/${order!.hash}`);
  await page.getByRole('heading', { name: 'Conversa do pedido' }).waitFor({ state: 'attached' });
  await page.clock.runFor(10_000);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await page.getByText('Ainda esperando resposta').count()).toBe(0);
  await leave(visitor);
});

test('a person who cancels the waiting for a purchase and presses again has bought once', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await page.clock.install();
  await page.goto('/anuncios');
  await page.goto((await page.getByRole('article').getByRole('link').first().getAttribute('href'))!);
  const orders = async () =>
    Number((await look<{ count: string }>(site, 'select count(*) from orders', []))[0]!.count);
  const before = await orders();
  const release = await holdAnswers(page, '**/api/v1/orders');
  await startBuying(page);
  const sheet = page.getByRole('dialog');
  const buy = sheet.getByRole('button', { name: /Ir para o pagamento/ });
  const since = await timeOf(page);
  await buy.click();
  await expect.poll(orders).toBe(before + 1);
  await waitInVain(page, since);
  // A modal traps the focus: the cancel button is in it, after the link to the terms.
  await buy.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await sheet.getByRole('alert').filter({ hasText: 'nada se repete' }).waitFor();
  await release();
  await buy.click();
  await page.waitForURL(/\/pedido\//);
  expect(await orders()).toBe(before + 1);
  await leave(visitor);
});

test('a seller who is followed and unfollowed before the first reply is not followed', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await open(page, '/perfil/helena_vende');
  const button = page.getByRole('button', { name: /^(Seguir|Seguindo) @helena_vende$/ });
  const wished = (await button.getAttribute('aria-pressed')) === 'true';
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  const first = wished ? 'DELETE' : 'PUT';
  await page.route('**/api/v1/follows/*', async (route) => {
    if (route.request().method() === first) await gone;
    await route.continue();
  });
  const ended = [saved(page, 'PUT', '/follows/'), saved(page, 'DELETE', '/follows/')];
  await button.press('Enter');
  await button.and(page.locator(`[aria-pressed=${!wished}]`)).waitFor();
  await button.press('Enter');
  await button.and(page.locator(`[aria-pressed=${wished}]`)).waitFor();
  letGo();
  await Promise.all(ended);
  const kept = await look(
    site,
    `select 1 from follows f join users b on b.id = f.follower_id join users s on s.id = f.seller_id
     where b.email = 'compradora@demo.praca' and s.username = 'helena_vende'`,
  );
  expect(kept.length > 0).toBe(wished);
  await leave(visitor);
});

test('a favourite is in the list that is opened before its reply, and one removed while leaving the page is not', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await open(page, '/anuncios?ordem=menor-preco');
  const cards = page.getByRole('main').getByRole('article');
  const label = (await cards
    .getByRole('button', { name: /^Favoritar/, pressed: false })
    .first()
    .getAttribute('aria-label'))!;
  const heart = page.getByRole('main').getByRole('button', { name: label, exact: true }).first();
  const hearts = '**/api/v1/favorites/*';
  await page.route(hearts, (route) => sleep(500).then(() => route.continue()));
  await heart.press('Enter');
  await page.getByRole('button', { name: /^Sua conta/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Favoritos' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Favoritos' }).waitFor();
  await heart.waitFor();
  await endRoutes(page);

  const titles = () =>
    look<{ title: string }>(
      site,
      `select l.title from favorites f join users u on u.id = f.user_id join listings l on l.id = f.listing_id
       where u.email = 'compradora@demo.praca' and 'Favoritar ' || l.title = $1`,
      [label],
    );
  const release = await holdAnswers(page, hearts);
  const shows = (pressed: boolean) => heart.and(page.locator(`[aria-pressed=${pressed}]`)).waitFor();
  await shows(true);
  for (const pressed of [false, true]) {
    await heart.press('Enter');
    await shows(pressed);
  }
  await expect.poll(titles).toEqual([]);
  await page.goto('/termos');
  await expect.poll(titles).toHaveLength(1);
  await release();
  await leave(visitor);
});

test('a draft is saved once at a time, and text typed meanwhile survives leaving the page', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  const [draft] = await look<{ id: number }>(
    site,
    `select l.id from listings l join users u on u.id = l.seller_id
     where u.email = 'vendedora@demo.praca' and l.state = 'draft' order by l.id limit 1`,
  );
  await open(page, `/anunciar?id=${draft!.id}&passo=categoria`);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(String(request.postDataJSON().title));
  });
  let answered = 0;
  page.on('response', (reply) => {
    if (reply.request().method() === 'PATCH') answered++;
  });
  const title = page.getByLabel('Título');
  const address = `**/api/v1/listings/${draft!.id}`;
  // Otherwise the draft itself may still be on its way, from the same address.
  await title.waitFor();
  const release = await holdAnswers(page, address);
  await title.fill('Moldes de costura');
  await expect.poll(() => saves).toHaveLength(1);
  await title.fill('Moldes de costura em PDF');
  await page.evaluate(() => {
    for (let times = 0; times < 2; times++) dispatchEvent(new Event('online'));
  });
  await release();
  await expect.poll(() => answered).toBe(2);

  // The next save fails late, and those after it are never answered.
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    if (saves.length > 3) return undefined;
    await failed;
    return route.abort();
  });
  await title.fill('Moldes de costura em PDF, com vídeo');
  await expect.poll(() => saves.length).toBeGreaterThan(2);
  expect(saves).toEqual([
    'Moldes de costura',
    'Moldes de costura em PDF',
    'Moldes de costura em PDF, com vídeo',
  ]);
  await title.fill('Moldes de costura em PDF, com vídeo e fotos');
  fail();
  // What was typed after the save that failed is in this browser.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect
    .poll(() => tab.getByLabel('Título').inputValue())
    .toBe('Moldes de costura em PDF, com vídeo e fotos');
  await tab.close();
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Moldes de costura em PDF, com vídeo e fotos');
  await leave(visitor);
});

test.each([
  ['compradora', '/conta/transacoes', 'balances', 'Transações', 'seu saldo'],
  ['compradora', '/conta/transacoes', 'withdrawals*', 'Transações', 'seus saques'],
  ['compradora', '/conta/transacoes', 'transactions*', 'Transações', 'o extrato'],
  ['vendedora', '/conta/vendas', 'order-counts', 'Vendas', 'quantos há em cada aba'],
  ['suporte', '/dashboard/revisao', 'staff/reviews/*', 'Revisão final', 'este anúncio'],
  ['suporte', '/dashboard', 'staff/queues', 'Visão geral', 'as filas'],
  ['suporte', '/dashboard/suporte', 'staff/macros', 'Atendimento', 'as respostas prontas'],
] as const)(
  'of %s at %s, «%s» fails alone: the page stays and retries',
  async (who, path, call, title, thing) => {
    const visitor = await visit(site.url);
    const { page } = visitor;
    await signIn(visitor, `${who}@demo.praca`);
    const restore = await failCall(page, call);
    await page.goto(path);
    const missing = page.getByText(`Não conseguimos carregar ${thing}. Confira sua conexão e tente de novo.`);
    await missing.waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([title]);
    await expectAccessible(page, `${path} without ${call}`);
    await restore();
    await page.getByRole('main').getByRole('button', { name: 'Tentar de novo' }).first().press('Enter');
    await missing.waitFor({ state: 'hidden' });
    await leave(visitor);
  },
);

test.each([
  ['suporte', '/dashboard/revisao', 'public/categories', /^Revisão final$/],
  ['suporte', '/dashboard/denuncias', 'staff/questions', /^Denúncias$/],
  ['suporte', '/dashboard/denuncias?aba=perguntas', 'staff/reports*', /^Denúncias$/],
  ['suporte', '/dashboard/pagamentos', 'staff/payment-reviews', /^Pagamentos$/],
  ['vendedora', '/anunciar', 'listings*', /^O que você vai anunciar\?$/],
  ['vendedora', '/anunciar', 'account', /^O que você vai anunciar\?$/],
  ['vendedora', '/anunciar', 'public/settings', /^O que você vai anunciar\?$/],
] as const)('%s at %s works without «%s»', async (who, path, call, title) => {
  const visitor = await visit(site.url);
  await signIn(visitor, `${who}@demo.praca`);
  const restore = await failCall(visitor.page, call);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await visitor.page.waitForLoadState('networkidle');
  expect(await visitor.page.getByText('Não conseguimos carregar').count()).toBe(0);
  // A call that is still in progress would fail when the page closes.
  await restore();
  await leave(visitor);
});

test('a page whose own list fails keeps its title, says what did not load, and retries (design §3)', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  const restore = await failCall(page, 'sales*');
  await page.goto('/conta/vendas');
  await page
    .getByText('Não conseguimos carregar suas vendas. Confira sua conexão e tente de novo.')
    .waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Vendas']);
  await restore();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('navigation', { name: 'Vendas por situação' }).waitFor();
  await leave(visitor);
});

test('results whose filters did not load keep the list, say so, and retry', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  const cards = page.getByRole('main').getByRole('article');
  const before = await cards.count();
  await page.route('**/api/v1/public/listings?*', (route) =>
    route.fulfill({ status: 500, body: 'quebrado' }),
  );
  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('menor-preco');
  const unloaded = page.getByRole('alert').getByText('Não conseguimos carregar os filtros.');
  await unloaded.waitFor();
  await page.waitForURL(/ordem=menor-preco/);
  expect(await cards.count()).toBe(before);
  await page.unroute('**/api/v1/public/listings?*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await unloaded.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('combobox', { name: 'Ordenar' }).inputValue()).toBe('menor-preco');
  await leave(visitor);
});
