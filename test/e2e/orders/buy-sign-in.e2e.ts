import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** A visitor presses «Comprar»: they sign in inside the sheet, and their choice is kept. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const demoPassword = 'praca-demo-2026';
const buyer = { email: 'compradora@demo.praca', password: demoPassword };
const phone = { width: 375, height: 812 };
const signInSheet = (page: Page) => page.getByRole('dialog', { name: 'Entre para comprar' });
const review = (page: Page) => page.getByRole('dialog', { name: 'Revise sua compra' });

/** A listing of this seller with several units, and the price of two. */
async function severalOf(seller: string): Promise<{ path: string; two: RegExp }> {
  const [found] = await look<{ slug: string; cents: number }>(
    site,
    `select l.slug, l.price_cents::int as cents from listings l join users u on u.id = l.seller_id
      where u.email = $1 and l.state = 'published' and l.stock > 2 order by l.price_cents limit 1`,
    [seller],
  );
  const reais = ((found!.cents * 2) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  return { path: `/anuncio/${found!.slug}`, two: new RegExp(`R\\$\\s${reais.replaceAll('.', '\\.')}`) };
}

/** Chooses two units and opens the sheet. */
async function chooseTwo(page: Page, path: string): Promise<void> {
  await people.open(page, path);
  await page.getByRole('main').getByRole('button', { name: 'Aumentar' }).click();
  await people.startBuying(page);
  await signInSheet(page).getByLabel('E-mail ou nome de usuário').waitFor();
}

async function expectTwo(page: Page, two: RegExp): Promise<void> {
  await review(page)
    .getByRole('button', { name: /^Ir para o pagamento/ })
    .waitFor();
  expect(await review(page).getByRole('button', { name: two }).count()).toBe(1);
}

test('signing in inside the sheet by keyboard keeps the choice, and Back closes the sheet', async () => {
  const { path, two } = await severalOf('vendedora@demo.praca');
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await chooseTwo(page, path);
  await expectAccessible(page, 'signing in to buy');
  await expectNoSideScroll(page, 'signing in to buy');
  expect(await signInSheet(page).getByText(two).count()).toBe(1);
  await expect.poll(() => focused(page)).toBe('login');

  await page.keyboard.type(buyer.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('nao-e-esta-senha');
  await page.keyboard.press('Enter');
  await signInSheet(page).getByText('E-mail ou senha não conferem', { exact: false }).waitFor();
  await signInSheet(page).getByLabel('Senha', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expectTwo(page, two);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Revise sua compra');
  await review(page)
    .getByRole('status')
    .filter({ hasText: /^Você entrou como @/ })
    .waitFor({ state: 'attached' });
  await expectAccessible(page, 'the review after signing in');

  await page.goBack();
  await review(page).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe(path);
  await leave(visitor);
});

test('the second step is in the sheet, and closing the sheet halfway ends the pending session', async () => {
  const { path, two } = await severalOf('vendedora@demo.praca');
  const person = people.newPerson('duplo');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  const { app } = await people.enrolApp(page);
  await people.signOut(page);

  await chooseTwo(page, path);
  await people.enterPassword(signInSheet(page), person);
  const second = page.getByRole('dialog', { name: 'Confirme que é você' });
  await second.getByLabel('Código', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('one-time-code');
  await expectAccessible(page, 'the second step in the sheet');
  await page.keyboard.press('Escape');
  await second.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marketplace_auth'))).toBe(null);
  expect(
    await look(site, `select 1 from sessions s join users u on u.id = s.user_id where u.username = $1`, [
      person.username,
    ]),
  ).toEqual([]);

  await people.startBuying(page);
  await people.enterPassword(signInSheet(page), person);
  await second.getByLabel('Código', { exact: true }).fill('000000');
  await second.getByText('Código incorreto', { exact: false }).waitFor();
  await people.enterCode(page, app);
  await expectTwo(page, two);
  await leave(visitor);
});

test('sellers who sign in on their own listing read why they cannot buy it', async () => {
  const { path } = await severalOf('vendedora@demo.praca');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await chooseTwo(page, path);
  await people.enterPassword(signInSheet(page), {
    email: 'vendedora@demo.praca',
    password: demoPassword,
  });
  const own = page.getByRole('dialog', { name: 'Este anúncio é seu' });
  await own.getByText('Você não pode comprar o que está vendendo.', { exact: false }).waitFor();
  await own.getByRole('link', { name: 'Editar anúncio' }).waitFor();
  await expectAccessible(page, 'one’s own listing in the sheet');
  await leave(visitor);
});

test('a new account and a forgotten password return to the sheet', async () => {
  const { path, two } = await severalOf('vendedora@demo.praca');
  const person = people.newPerson('nova');
  const visitor = await visit(site.url, phone);
  const bench = await visit(site.url);
  const { page } = visitor;
  await chooseTwo(page, path);
  await signInSheet(page).getByRole('link', { name: 'Criar conta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Criar conta' }).waitFor();
  await people.fillRegistration(page, person);
  const letter = await people.letterTo(bench.page, person.email, 'Confirme seu e-mail');
  await page.getByLabel('Código do e-mail').fill(await people.codeIn(letter));
  // The page continues by itself to where the account was required.
  await expectTwo(page, two);

  await people.signOut(page);
  await chooseTwo(page, path);
  await signInSheet(page).getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByText(/Se houver conta com/).waitFor();
  const link = await people.linkIn(await people.letterTo(bench.page, person.email, 'nova senha'));
  const tab = await visitor.context.newPage();
  await tab.goto(link);
  await tab.getByLabel('Nova senha').fill('outra-receita-da-tia-31');
  await tab.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expectTwo(tab, two);
  await leave(visitor, bench);
});

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement | null;
    return field?.name || (field?.autocomplete ?? null);
  });
}
