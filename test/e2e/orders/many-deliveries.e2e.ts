import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import {
  closeBrowser,
  endRoutes,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** A seller delivers several sales at once: each is its own request, and failed ones are retried alone. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const note = 'Enviei o acesso por e-mail hoje, com o passo a passo.';

test('several are started and delivered with one note, and one whose reply was lost is not delivered twice', async () => {
  const sold = await soldOrders(3);
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await page.goto('/conta/vendas?aba=entregar');
  for (const { code } of sold) await choiceOf(page, code).check();
  // From the top of the page: further down, targets half under the sticky bar would count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, 'sales that are chosen');
  await expectNoSideScroll(page, 'sales that are chosen');

  await page.getByRole('button', { name: 'Iniciar 3 entregas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Iniciar 3 entregas' }).click();
  await dialog.getByRole('heading', { name: '3 de 3 pedidos com a entrega iniciada' }).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  const [first, lost, gone] = sold as [Sold, Sold, Sold];
  await page.getByRole('button', { name: 'Marcar 3 como entregues' }).click();
  const field = dialog.getByLabel('Como você entregou');
  await field.fill('Enviei');
  await dialog.getByRole('button', { name: 'Marcar 3 como entregues' }).click();
  await dialog.getByText(/Escreva pelo menos 10 letras/).waitFor();
  expect(await statesOf(sold)).toEqual(['in_delivery', 'in_delivery', 'in_delivery']);
  await field.fill(note);
  // The reply about one is lost after the server did it; another order is cancelled meanwhile.
  await page.route(`**/orders/${lost.hash}/delivery`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await cancelElsewhere(page, gone);
  await dialog.getByRole('button', { name: 'Marcar 3 como entregues' }).click();
  await dialog.getByRole('heading', { name: '1 de 3 pedidos marcados como entregues' }).waitFor();
  await rowOf(dialog, first).getByText('Marcado como entregue').waitFor();
  await rowOf(dialog, lost)
    .getByText(/Sem conexão/)
    .waitFor();
  await rowOf(dialog, gone).getByText('Isto mudou').waitFor();
  await expectAccessible(page, 'what became of each');

  await endRoutes(page);
  await dialog.getByRole('button', { name: 'Tentar de novo 1 que falhou' }).click();
  await dialog.getByRole('heading', { name: '2 de 3 pedidos marcados como entregues' }).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  for (const { code } of sold) await choiceOf(page, code).waitFor({ state: 'detached' });
  expect(await statesOf(sold)).toEqual(['delivered', 'delivered', 'cancelled']);
  expect(await deliveriesOf(lost)).toBe(1);
  expect(visitor.complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
  await visitor.close();
});

test('the same works without a mouse', async () => {
  const sold = await soldOrders(2);
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await page.goto('/conta/vendas?aba=entregar');
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página' });
  await all.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => all.isChecked()).toBe(true);
  await page.getByText(/^\d+ selecionados$/).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => all.isChecked()).toBe(false);

  for (const { code } of sold) {
    await choiceOf(page, code).focus();
    await page.keyboard.press('Space');
  }
  await pressTo(page, 'Iniciar 2 entregas', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await focusWithin(page.getByRole('dialog'));
  await pressTo(page, 'Iniciar 2 entregas');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 de 2 pedidos com a entrega iniciada' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Started orders can now be delivered, by the focused button.
  const deliver = page.getByRole('button', { name: 'Marcar 2 como entregues' });
  await expect.poll(() => deliver.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await focusWithin(page.getByRole('dialog').getByLabel('Como você entregou'));
  await page.keyboard.type(note);
  await pressTo(page, 'Marcar 2 como entregues');
  // The list reloads long after the dialog was closed, and removes the button that opened it.
  const { promise: closed, resolve: releaseList } = Promise.withResolvers<void>();
  await page.route('**/api/v1/sales?*', (route) => closed.then(() => route.continue()));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 de 2 pedidos marcados como entregues' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => deliver.evaluate((one) => one === document.activeElement)).toBe(true);
  releaseList();
  await deliver.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(await statesOf(sold)).toEqual(['delivered', 'delivered']);
  await leave(visitor);
});

interface Sold {
  hash: string;
  code: string;
}

const choiceOf = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Selecionar pedido ${code}:`) });

const rowOf = (dialog: Locator, { code }: Sold) => dialog.getByRole('listitem').filter({ hasText: code });

/** An overlay that opens late leaves the focus where it is until then. */
async function focusWithin(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
}

const farthest = 12;

async function pressTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < farthest; press++) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`«${name}» is not within reach`);
}

/** Paid orders of one listing of the house's seller, whose category requires only a text as proof. */
async function soldOrders(count: number): Promise<Sold[]> {
  const listing = await asked<{ id: number; price: number }>(`
    select l.id, l.price_cents as price from listings l join users u on u.id = l.seller_id
    where u.email = 'vendedora@demo.praca' and l.state = 'published' and l.delivery_type = 'manual'
      and l.stock >= 5 and l.price_cents < 20000
      and not exists (select from orders o where o.listing_id = l.id and o.delivery_proof <> 'text')
    order by l.price_cents limit 1`);
  const token = await tokenOf('compradora@demo.praca');
  const sold: Sold[] = [];
  for (let made = 0; made < count; made++) {
    const { id, hash } = await call<{ id: number; hash: string }>('/orders', token, {
      listingId: Number(listing!.id),
      quantity: 1,
      expectedTotalCents: Number(listing!.price),
      method: 'pix',
    });
    const charge = await asked<{ reference: string }>(
      `select reference from payments where order_id = ${id}`,
    );
    await call('/dev/charges/payment', token, { reference: charge!.reference });
    await expect.poll(() => statesOf([{ hash, code: '' }])).toEqual(['paid']);
    const seen = await fetch(`${site.url}/api/v1/orders/${hash}`);
    sold.push({ hash, code: ((await seen.json()) as { data: { code: string } }).data.code });
  }
  return sold;
}

async function cancelElsewhere(page: Page, { hash }: Sold): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('marketplace_auth')!);
  await call(`/orders/${hash}/cancellation`, token, { reason: 'no_stock' });
}

async function tokenOf(login: string): Promise<string> {
  const visitor = await visit(site.url);
  await signIn(visitor, login);
  await visitor.page.goto('/termos');
  const token = await visitor.page.evaluate(() => localStorage.getItem('marketplace_auth')!);
  await visitor.close();
  return token;
}

async function call<T>(path: string, token: string, body: object): Promise<T> {
  const answer = await fetch(`${site.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return (JSON.parse(text) as { data: T }).data;
}

async function statesOf(sold: readonly Sold[]): Promise<string[]> {
  const states = sold.map(({ hash }) =>
    asked<{ state: string }>(`select state from orders where hash = '${hash}'`),
  );
  return (await Promise.all(states)).map((row) => row!.state);
}

async function deliveriesOf({ hash }: Sold): Promise<number> {
  const row = await asked<{ count: number }>(`
    select count(*)::int from order_events e join orders o on o.id = e.order_id
    where o.hash = '${hash}' and e.event = 'deliver'`);
  return row!.count;
}

/** The first row of a query. */
async function asked<T>(query: string): Promise<T | undefined> {
  const client = new Client({ connectionString: site.ownerUrl });
  await client.connect();
  try {
    return (await client.query(query)).rows[0] as T | undefined;
  } finally {
    await client.end();
  }
}
