import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, saved, startBuying } from '#test/e2e/people.ts';
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

/** A listing's questions and photos, and the ways to find one, through the screens only (`sale.e2e.ts` sells one). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** For changes that the server makes asynchronously. */
const patience = { timeout: 20_000 };
const phone = { width: 375, height: 812 };

test('a question is asked on the page, answered in the account, and both are on the page', async () => {
  const mark = randomBytes(4).toString('hex');
  const question = `Serve para presente? (${mark})`;
  const answer = `Serve, e mando com um bilhete. (${mark})`;
  const asker = await visit(site.url, phone);
  const seller = await visit(site.url);
  await signIn(asker, 'compradora@demo.praca');
  await signIn(seller, 'vendedora@demo.praca');
  const slug = await one(
    `select slug from listings l join users u on u.id = l.seller_id
     where u.email = 'vendedora@demo.praca' and l.state = 'published' order by l.id limit 1`,
  );
  await open(asker.page, `/anuncio/${slug}`);
  await asker.page.getByLabel('Sua pergunta').fill(question);
  await asker.page.getByRole('button', { name: 'Perguntar', exact: true }).press('Enter');
  // Before it is stored it is shown without its actions.
  await asker.page
    .getByRole('listitem')
    .filter({ hasText: question })
    .getByRole('button', { name: 'Denunciar' })
    .waitFor();

  await open(seller.page, '/conta/perguntas');
  await seller.page.getByRole('button', { name: `Responder: ${question}` }).press('Enter');
  await seller.page.getByLabel('Sua resposta').fill(answer);
  await seller.page.getByLabel('Sua resposta').press('Control+Enter');
  await seller.page.getByText(answer).waitFor();
  await expect
    .poll(async () => {
      await open(asker.page, `/anuncio/${slug}`);
      return asker.page.getByText(answer).count();
    }, patience)
    .toBe(1);
  await leave(asker, seller);
});

test('a thing that nobody sells is named as it was typed, with its category and near searches', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await open(page, '/anuncios?q=geladeira');
  await page.getByRole('heading', { name: 'Nenhum anúncio com “geladeira”.' }).waitFor();
  await expectAccessible(page, 'a search without results');
  const [near] = await page.getByRole('list', { name: 'Buscas parecidas' }).getByRole('link').all();
  await near!.click();
  await page.getByRole('article').first().waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /^Ver (?!categorias|todos)/ }).click();
  await page.waitForURL(/categoria=/);
  await leave(visitor);
});

test('a typo finds the intended results, filters narrow them, and Back leads to the opened card', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await open(page, '/');
  await page.getByRole('searchbox').first().fill('teclaod');
  await page.getByRole('searchbox').first().press('Enter');
  await page.waitForURL(/q=teclaod/);
  await page.getByText('Mostrando resultados para').waitFor();
  const before = await page.getByRole('article').count();

  await page.getByRole('link', { name: /^Filtros/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('radio', { name: /^Informática/ }).click();
  await page.waitForURL(/categoria=/);
  await expectAccessible(page, 'the filters on a phone');
  await sheet.getByRole('button', { name: /^Ver \d+ anúncios?$/ }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Remover filtro: Informática' }).waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(before);
  await expectNoSideScroll(page, 'filtered results');

  const card = page.getByRole('article').getByRole('link').last();
  const name = await card.textContent();
  await card.click();
  // The address changes before the page is rendered; going back earlier would leave no list to return to.
  await page.getByRole('heading', { level: 1, name: name! }).waitFor();
  await page.goBack();
  await page.waitForURL(/categoria=/);
  await page.getByRole('button', { name: 'Voltar para onde parei' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patience).toBe(name);
  await leave(visitor);
});

test('price bounds are accepted as people type them, and an invalid price has an error at its field (design §4.1)', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, '/anuncios');
  const from = page.getByLabel('De', { exact: true });
  const to = page.getByLabel('Até', { exact: true });
  await from.fill('quinhentos');
  await from.press('Enter');
  await page.getByText('Escreva um valor em reais').waitFor();
  await expect.poll(() => from.inputValue()).toBe('quinhentos');
  await from.fill('500');
  await from.press('Enter');
  await page.waitForURL(/precoMin=500$/);
  await to.focus();
  await to.fill('99.90');
  await to.press('Enter');
  await page.getByRole('link', { name: 'Remover filtro: R$ 99,90 a R$ 500,00' }).waitFor();
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['99,90', '500']);
  expect(await to.evaluate((field) => field === document.activeElement)).toBe(true);
  await leave(visitor);
});

test('results are filtered by seller, and each choice is in the address and can be removed', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, '/anuncios?avaliacao=4');
  await page.getByRole('link', { name: 'Remover filtro: Nota 4 ou mais' }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /^Nota 4 ou mais/ }).isChecked()).toBe(true);
  const verified = page.getByRole('checkbox', { name: /^Documento confirmado/ });
  await verified.press('Space');
  await page.waitForURL(/avaliacao=4&vendedor=verificado$/);
  await page.getByRole('link', { name: 'Remover filtro: Documento confirmado' }).waitFor();
  const cards = page.getByRole('article');
  expect(await cards.count()).toBeGreaterThan(0);
  expect(await cards.filter({ hasText: 'documento confirmado' }).count()).toBe(await cards.count());
  await expectAccessible(page, 'results narrowed by who sells');
  await verified.press('Space');
  await page.waitForURL(/avaliacao=4$/);
  await page.getByRole('radio', { name: 'Qualquer nota' }).click();
  await page.waitForURL(/anuncios$/);
  await leave(visitor);
});

test('a refusal at the end of a long sheet scrolls into view, and its link leads to similar listings', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  const slug = await one(
    `select slug from listings l join users u on u.id = l.seller_id
     where u.email = 'vendedora@demo.praca' and l.state = 'published' order by l.id limit 1`,
  );
  await open(page, `/anuncio/${slug}`);
  await startBuying(page);
  const sheet = page.getByRole('dialog', { name: 'Revise sua compra' });
  await sheet.getByText('Ao continuar').scrollIntoViewIfNeeded();
  await one(`update listings set state = 'paused' where slug = '${slug}' returning slug`);
  await sheet.getByRole('button', { name: /^Ir para o pagamento/ }).click();
  const refusal = sheet.getByRole('alert');
  await refusal.getByText('não está à venda').waitFor();
  await expect.poll(() => isWithin(refusal, sheet), patience).toBe(true);
  await refusal.getByRole('link', { name: 'Ver parecidos' }).click();
  await sheet.waitFor({ state: 'detached' });
  const similar = page.getByRole('heading', { name: 'Parecidos' });
  await expect.poll(() => similar.evaluate((title) => title === document.activeElement), patience).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400);
  await leave(visitor);
});

test('a person creates a stock alert for a listing, and is notified when it is on sale again', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  const slug = await one(
    `update listings set state = 'paused' where id = (select l.id from listings l join users u on u.id = l.seller_id
       where u.email = 'vendedora@demo.praca' and l.state = 'published' order by l.id desc limit 1) returning slug`,
  );
  await open(page, `/anuncio/${slug}`);
  await page.getByRole('button', { name: 'Me avise quando voltar' }).first().press('Enter');
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('E-mail ou nome de usuário').fill('compradora@demo.praca');
  await page.getByLabel('Senha', { exact: true }).fill('praca-demo-2026');
  const asked = saved(page, 'PUT', '/awaited-listings/');
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await page.waitForURL(new RegExp(`/anuncio/${slug}$`));
  expect((await asked).status()).toBe(200);
  await page.getByText('Avisaremos você uma vez').waitFor();
  await expectAccessible(page, 'a listing that is waited for');
  await expectNoSideScroll(page, 'a listing that is waited for');

  // Removed and added again in the same place; it is still there after a reload.
  const askedAgain = saved(page, 'PUT', '/awaited-listings/');
  await page.getByRole('button', { name: 'Cancelar aviso' }).first().focus();
  await page.keyboard.press('Enter');
  await expectFocusOn(page, 'Me avise quando voltar');
  await page.keyboard.press('Space');
  await expectFocusOn(page, 'Cancelar aviso');
  expect((await askedAgain).status()).toBe(200);
  await open(page, `/anuncio/${slug}`);
  await page.getByRole('button', { name: 'Cancelar aviso' }).first().waitFor();
  // Further down, the bottom bar of the phone has the same button.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect
    .poll(
      () =>
        page
          .getByRole('button', { name: 'Cancelar aviso' })
          .last()
          .evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight),
      patience,
    )
    .toBe(true);
  await expectAccessible(page, 'a listing that is waited for, further down');

  // All stock alerts are in one list, where one is removed, and an accidental removal is undone.
  await open(page, '/conta/favoritos?aba=avisos');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href='/anuncio/${slug}']`) });
  await row.getByRole('button', { name: /^Cancelar aviso/ }).press('Enter');
  await row.getByText('Aviso cancelado').waitFor();
  const askedOnceMore = saved(page, 'PUT', '/awaited-listings/');
  await row.getByRole('button', { name: /^Me avise quando voltar/ }).press('Enter');
  await row.getByText(/Aviso pedido em/).waitFor();
  await expectAccessible(page, 'the listings that are waited for');
  await expectNoSideScroll(page, 'the listings that are waited for');
  expect((await askedOnceMore).status()).toBe(200);

  await one(`update listings set state = 'published' where slug = '${slug}' returning slug`);
  await page.getByText('Voltou à venda').first().waitFor({ timeout: 40_000 });
  await open(page, `/anuncio/${slug}`);
  await page.getByRole('button', { name: 'Comprar' }).first().waitFor();

  // After a removal its address still shows similar listings.
  await one(`update listings set state = 'removed' where slug = '${slug}' returning slug`);
  // The state was changed in the database, while the server caches the page for some seconds.
  await expect
    .poll(async () => (await page.goto(`/anuncio/${slug}`))!.status(), { timeout: 60_000, interval: 2_000 })
    .toBe(410);
  await page.getByRole('heading', { name: 'Este conteúdo saiu do ar' }).waitFor();
  await page.locator('#parecidos').getByRole('link').first().waitFor();
  await expectAccessible(page, 'a removed listing');
  await leave(visitor);
});

test('an address with a fragment scrolls to that part of the page', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await open(page, '/conta/perguntas?aba=feitas');
  await page.getByRole('main').locator('a[href$="#perguntas"]').first().click();
  const questions = page.getByRole('heading', { name: 'Perguntas' });
  await expect
    .poll(() => questions.evaluate((title) => title === document.activeElement), patience)
    .toBe(true);
  expect(await questions.evaluate((title) => title.getBoundingClientRect().top < innerHeight)).toBe(true);
  await page.goBack();
  await page.waitForURL(/conta\/perguntas/);
  await expect.poll(() => page.evaluate(() => scrollY), patience).toBe(0);
  await leave(visitor);
});

test('the photos of a listing follow the arrows, the thumbnails and the full-screen view', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const slug = await one(
    `select slug from listings where state = 'published' and cardinality(image_ids) > 1 order by id limit 1`,
  );
  // An arrow works before the gallery's script has loaded.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/build\/embla-carousel/, (route) => held.then(() => route.continue()));
  await Promise.all([page.waitForRequest(/\/build\/embla-carousel/), page.goto(`/anuncio/${slug}`)]);
  const photos = page.getByRole('region', { name: /^Fotos de/ });
  await photos.getByRole('button', { name: 'Próxima foto' }).click();
  release();
  await photos.getByText('2 de').waitFor();
  await page.waitForLoadState('networkidle');
  await photos.getByRole('button', { name: 'Ampliar foto 2' }).press('ArrowLeft');
  await photos.getByText('1 de').waitFor();
  await photos.getByRole('button', { name: 'Ver foto 2' }).click();
  await photos.getByText('2 de').waitFor();
  await photos.getByRole('button', { name: 'Ver foto 1' }).click();
  await photos.getByText('1 de').waitFor();

  await photos.getByRole('button', { name: 'Ampliar foto 1' }).press('Enter');
  const whole = page.locator('[data-slot=lightbox]');
  await whole.waitFor();
  await page.keyboard.press('ArrowRight');
  await whole.getByText('2 de').waitFor();
  await page.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });
  await photos.getByText('2 de').waitFor();
  await leave(visitor);
});

async function expectFocusOn(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patience).toBe(name);
}

/** Whether all of it is visible in its scroll container. */
async function isWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([part.boundingBox(), whole.boundingBox()]);
  return inner!.y >= outer!.y && inner!.y + inner!.height <= outer!.y + outer!.height;
}

async function one(text: string): Promise<string> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return Object.values(rows[0] as Record<string, string>)[0]!;
}
