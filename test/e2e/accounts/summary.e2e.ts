import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** `/conta`: the sales of the last days, and tasks that are done in place and can be undone. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** A delayed call is sent after six seconds. */
const held = { timeout: 15_000, interval: 250 };

test('sellers see thirty days as a chart and as text, without sales a sentence, and buyers neither', async () => {
  const seller = await visit(site.url);
  await signIn(seller, 'vendedora@demo.praca');
  await seller.page.goto('/conta');
  const line = seller.page.getByRole('img', { name: /^Vendas por dia nos últimos 30 dias: R\$/ });
  await line.waitFor();
  await expect
    .poll(() => line.getAttribute('aria-label'))
    .toMatch(
      /em \d+ vendas? pagas?, .* 30 dias anteriores\. Melhor dia: \d{1,2} \w+ \d{4}, com R\$\s[\d.]+,\d\d\.$/,
    );
  await seller.page.getByText(/^Os valores ficam guardados no /).waitFor();
  await expectAccessible(seller.page, 'the account of a seller');
  await leave(seller);

  const beginner = await visit(site.url, { width: 375, height: 812 });
  const found = await asked<{ email: string }>(`
    select u.email::text from users u where exists (select from listings l where l.seller_id = u.id
      and l.state = 'published') and not exists (select from orders o where o.seller_id = u.id) limit 1`);
  await signIn(beginner, found!.email);
  await beginner.page.goto('/conta');
  await beginner.page.getByText(/^Depois da sua primeira venda paga/).waitFor();
  expect(await beginner.page.getByRole('img', { name: /^Vendas por dia/ }).count()).toBe(0);
  await expectNoSideScroll(beginner.page, 'the account of a beginner');
  await leave(beginner);
});

test('a delivery is marked among the tasks, undone with its text kept, and marked again (design §4.4)', async () => {
  const order = (await asked<{ hash: string; title: string }>(`
    select o.hash, v.title from orders o join users u on u.id = o.seller_id
      join listing_versions v on v.id = o.listing_version_id
    where u.email = 'vendedora@demo.praca' and o.state = 'in_delivery' and o.delivery_type = 'manual' and o.delivery_proof = 'text' limit 1`))!;
  const stateNow = async () =>
    (await asked<{ state: string }>(`select state from orders where hash = '${order.hash}'`))!.state;
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await page.goto('/conta');
  const opener = page.locator(`[data-task="seller-${order.hash}"]`);
  await opener.press('Enter');
  const field = page.getByLabel('Como você entregou');
  await expectFocused(page, field);
  await page.keyboard.type('Enviei');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Escreva pelo menos 10 letras/).waitFor();
  await page.keyboard.type(' o acesso por e-mail hoje.');
  await expectAccessible(page, 'a delivery among the tasks');
  await expectNoSideScroll(page, 'a delivery among the tasks');

  await page.keyboard.press('Control+Enter');
  await page.getByText(`Entrega marcada: ${order.title}`).waitFor();
  await page.getByRole('button', { name: `Desfazer: ${order.title}` }).click();
  await expectFocused(page, field);
  await expect.poll(() => field.inputValue()).toBe('Enviei o acesso por e-mail hoje.');
  await page.waitForTimeout(7_000);
  expect(await stateNow()).toBe('in_delivery');

  await page.keyboard.press('Control+Enter');
  await page.getByText(`Entrega marcada: ${order.title}`).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-task'))).toBe(true);
  await page.getByText(/^Próxima tarefa: /).waitFor({ state: 'attached' });
  await expectAccessible(page, 'a task that folded');
  await expect.poll(stateNow, held).toBe('delivered');
  await opener.waitFor({ state: 'detached' });
  await leave(visitor);
});

test('answers are sent one after another; a failed one returns, and one left on the page is saved at once', async () => {
  await askTwice();
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await page.goto('/conta');
  const openers = page.locator('[data-task^="pergunta-"]');
  await openers.first().waitFor();
  const [first, second] = await openers.evaluateAll((all) =>
    all.map((one) => Number(one.getAttribute('data-task')!.slice('pergunta-'.length))),
  );
  const answer = page.getByLabel('Sua resposta');
  const opener = (id: number | undefined) => page.locator(`[data-task="pergunta-${id}"]`);

  await page.route(`**/questions/${first}/answer`, (route) => route.abort());
  await opener(first).click();
  await answer.fill('Tem sim, com nota fiscal.');
  await answer.press('Control+Enter');
  await expectFocused(page, opener(second));
  await page.getByText('Sem conexão com o site. Confira sua internet.').first().waitFor();
  await expect.poll(() => answer.inputValue()).toBe('Tem sim, com nota fiscal.');
  expect(await answerTo(first!)).toBeNull();
  await page.unroute(`**/questions/${first}/answer`);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => answerTo(first!), held).toBe('Tem sim, com nota fiscal.');
  await opener(first).waitFor({ state: 'detached' });

  await opener(second).click();
  await answer.fill('Sim, pode combinar pelo pedido.');
  await answer.press('Control+Enter');
  await answer.waitFor({ state: 'detached' });
  await page.goto('/tarifas');
  await expect.poll(() => answerTo(second!), { timeout: 4_000 }).toBe('Sim, pode combinar pelo pedido.');
  expect(visitor.complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
  await visitor.close();
});

async function expectFocused(page: Page, control: ReturnType<Page['locator']>): Promise<void> {
  await control.waitFor();
  await expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true);
}

/** A buyer asks on two listings of the seller. */
async function askTwice(): Promise<void> {
  const buyer = await visit(site.url);
  await signIn(buyer, 'compradora@demo.praca');
  const slugs = await asked<{ all: string[] }>(`
    select array_agg(slug) as all from (select l.slug from listings l join users u on u.id = l.seller_id
      where u.email = 'vendedora@demo.praca' and l.state = 'published' order by l.id limit 2) listing`);
  for (const slug of slugs!.all) {
    await buyer.page.goto(`/anuncio/${slug}`);
    await buyer.page.getByLabel('Sua pergunta').fill('Serve para quem está começando?');
    const stored = saved(buyer.page, 'POST', '/questions');
    await buyer.page.getByRole('button', { name: 'Perguntar' }).click();
    expect((await stored).ok()).toBe(true);
  }
  await leave(buyer);
}

async function answerTo(id: number): Promise<string | null> {
  return (await asked<{ answer: string | null }>(`select answer from questions where id = ${id}`))!.answer;
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
