import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, visit } from '#test/e2e/visitor.ts';

/** The life of an account except its closure, through the screens only (`privacy.e2e.ts` closes one). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

test('a new account reaches level 2: e-mail by code, phone, identity', async () => {
  const person = people.newPerson('ana');
  const visitor = await visit(site.url, phone);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.confirmEmail(page, bench.page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 0' }).waitFor();
  await page.getByRole('link', { name: 'Confirmar celular' }).first().waitFor();

  await people.confirmPhone(page, bench.page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 1' }).waitFor();

  await people.confirmIdentity(page, person);
  await page.goto('/conta');
  await page.getByRole('heading', { name: 'Seu limite: nível 2' }).waitFor();
  const withdrawals = page.getByRole('row', { name: /Sacar por dia/ });
  await expect.poll(() => withdrawals.textContent()).toMatch(/R\$/);
  await leave(visitor, bench);
});

test('confirming by the link in another tab moves the first tab on', async () => {
  const person = people.newPerson('beto');
  const visitor = await visit(site.url);
  const bench = await visit(site.url);
  await people.register(visitor.page, person);
  const link = await people.linkIn(await people.letterTo(bench.page, person.email, 'Confirme seu e-mail'));
  const other = await visitor.context.newPage();
  await other.goto(link);
  await other.getByRole('heading', { level: 1, name: 'E-mail confirmado' }).waitFor();
  await visitor.page.getByRole('heading', { level: 1, name: 'E-mail confirmado' }).waitFor();

  await other.goto(link);
  await other
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /venceu|confirmado/ })
    .waitFor();
  await leave(visitor, bench);
});

test('text typed before hydration is preserved', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const { promise: typed, resolve: scriptMayCome } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/auth/register', { waitUntil: 'commit' });
  const field = page.getByLabel('Nome de usuário', { exact: true });
  await field.fill('digitado_cedo');
  scriptMayCome();
  await page.getByText('Disponível').waitFor();
  await expect.poll(() => field.inputValue()).toBe('digitado_cedo');
  await leave(visitor);
});

test('a new person signs up with Google, chooses a name and accepts the terms once', async () => {
  const person = people.newPerson('bruna');
  const email = `${person.username}@gmail.com`;
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await people.open(page, '/auth/login?returnTo=/conta/perfil');
  await chooseAtGoogle(page, email);
  await page.getByRole('heading', { level: 1, name: 'Criar conta' }).waitFor();
  await page.getByText(email).waitFor();
  await expectAccessible(page, 'the last step of a new account');
  await page.getByLabel('Nome de usuário').fill(person.username);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.waitForURL((url) => url.pathname === '/conta/perfil');
  await page.getByText('Confirmado', { exact: true }).waitFor();

  await people.signOut(page);
  await people.open(page, '/auth/login?returnTo=/conta');
  await page.getByText('Da última vez você usou Google').waitFor();
  await chooseAtGoogle(page, email);
  await page.waitForURL((url) => url.pathname === '/conta');
  await leave(visitor);
});

test('Google signs in only to one’s own account, after linking it while signed in', async () => {
  const person = people.newPerson('davi');
  const visitor = await visit(site.url);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.confirmEmail(page, bench.page, person);
  await people.signOut(page);

  await people.open(page, '/auth/login?returnTo=/conta');
  await chooseAtGoogle(page, person.email);
  await page.getByText('Já existe uma conta com este e-mail.', { exact: false }).waitFor();
  await chooseAtGoogle(page, `outra.${person.email}`, { verified: false });
  await page.getByText('Este e-mail ainda não foi confirmado no provedor.', { exact: false }).waitFor();

  await people.logIn(page, person, { returnTo: '/conta/seguranca' });
  await chooseAtGoogle(page, person.email);
  await page.getByText('Conectada', { exact: true }).waitFor();
  await people.signOut(page);
  await people.open(page, '/auth/login?returnTo=/conta');
  await chooseAtGoogle(page, person.email);
  await page.waitForURL((url) => url.pathname === '/conta');
  await leave(visitor, bench);
});

test('a forgotten password is replaced by mail, which ends other sessions and keeps the second step', async () => {
  const person = people.newPerson('edna');
  const elsewhere = await visit(site.url);
  const visitor = await visit(site.url, phone);
  const bench = await visit(site.url);
  await people.register(elsewhere.page, person);
  await people.confirmEmail(elsewhere.page, bench.page, person);
  const { app } = await people.enrolApp(elsewhere.page);

  const { page } = visitor;
  await people.open(page, '/auth/login');
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByText(/Se houver conta com/).waitFor();
  const link = await people.linkIn(await people.letterTo(bench.page, person.email, 'nova senha'));
  await page.goto(link);
  await page.getByLabel('Nova senha').fill('outra-receita-da-tia-31');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await page.getByRole('heading', { level: 1, name: 'Confirme que é você' }).waitFor();
  await people.enterCode(page, app);
  await page.waitForURL((url) => url.pathname === '/');

  await elsewhere.page.goto('/conta/privacidade');
  await elsewhere.page.waitForURL((url) => url.pathname === '/auth/login');
  await page.goto(link);
  await page.getByText('Este link venceu.', { exact: false }).waitFor();
  await leave(visitor, elsewhere, bench);
});

test('the action that a visitor started is finished after the account exists', async () => {
  const person = people.newPerson('fabio');
  const visitor = await visit(site.url, phone);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.openCheapListing(page);
  const listing = new URL(page.url()).pathname;
  const question = `Serve para quem mora longe? (${person.username})`;
  await page.getByLabel('Sua pergunta').fill(question);
  await page.getByRole('button', { name: 'Perguntar', exact: true }).click();
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await people.fillRegistration(page, person);
  const letter = await people.letterTo(bench.page, person.email, 'Confirme seu e-mail');
  const code = await people.codeIn(letter);
  const asked = people.saved(page, 'POST', '/questions');
  await page.getByLabel('Código do e-mail').fill(code);
  await page.waitForURL((url) => url.pathname === listing);
  expect((await asked).ok()).toBe(true);
  await page.getByRole('listitem').getByText(question).waitFor();

  await leavesNothingBehind(page);
  await people.open(page, listing);
  await people.startBuying(page);
  await people.enterPassword(page, person);
  await page.waitForURL((url) => url.pathname === listing);
  await page.getByRole('dialog', { name: 'Revise sua compra' }).waitFor();
  await leave(visitor, bench);
});

test('a change of sign-in methods asks for a proof after an hour, then continues by itself', async () => {
  const person = people.newPerson('gil');
  const visitor = await visit(site.url);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.moveClock(bench.page, '+1 hora');
  await page.goto('/conta/seguranca');
  await page.getByRole('button', { name: 'Ativar aplicativo' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.getByLabel('Senha', { exact: true }).fill('senha-errada-aqui');
  await proof.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await proof.getByText('Senha incorreta. Confira e tente de novo.').waitFor();
  await expectAccessible(page, 'a proof that was refused');
  await proof.getByLabel('Senha', { exact: true }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Ativar aplicativo autenticador' }).waitFor();
  await leave(visitor, bench);
});

/** Signs in at the simulated provider, in its own window, as the person with this address. */
async function chooseAtGoogle(page: Page, email: string, { verified = true } = {}): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continuar com o Google (simulado)' }).click();
  const chooser = await opened;
  await chooser.getByLabel('E-mail', { exact: true }).fill(email);
  await chooser.getByLabel('E-mail confirmado').setChecked(verified);
  await chooser.getByRole('button', { name: 'Continuar' }).click();
}

/** T78: the next person at this browser finds the display preferences, and no page or data of the previous one. */
async function leavesNothingBehind(page: Page): Promise<void> {
  await page.goto('/conta');
  await page.getByRole('heading', { name: /Seu limite/ }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem('avisos', '9000');
    localStorage.setItem('vistos:1', '[1]');
    sessionStorage.setItem('anything', '1');
    document.cookie = 'canary=1; path=/';
  });
  const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await people.signOut(page);
  const headers = await (await answered).allHeaders();
  expect(headers['clear-site-data']).toBe('"cache", "storage"');
  const left = () =>
    page.evaluate(() => [Object.keys(localStorage).toSorted(), Object.keys(sessionStorage), document.cookie]);
  await expect.poll(left).toEqual([['avisos', 'tema'], [], expect.stringContaining('canary')]);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/auth/login');
}
