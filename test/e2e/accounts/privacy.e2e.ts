import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '#test/files/unzip.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, visit } from '#test/e2e/visitor.ts';

/** The rights of LGPD art. 18: a copy of one's data, and the closure of the account. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('a data export is requested, created, and contains the data of the person', async () => {
  const person = people.newPerson('copia');
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.confirmEmail(page, bench.page, person);
  await page.goto('/conta/privacidade');
  await page.getByRole('button', { name: 'Pedir cópia dos dados' }).click();
  const button = page.getByRole('button', { name: /Baixar arquivo/ });
  await button.waitFor();
  await people.letterTo(bench.page, person.email, 'Seus dados estão prontos');

  const started = page.waitForEvent('download');
  await button.click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const files = unzip(await readFile(await download.path()));
  expect([...files.keys()]).toContain('leia-me.txt');
  const everything = [...files.values()].map((file) => file.toString()).join('\n');
  expect(everything).toContain(person.email);
  expect(everything).toContain(person.username);
  await leave(visitor, bench);
});

test('an account with an open order cannot be closed; without one it is closed after two weeks, unless cancelled', async () => {
  const person = people.newPerson('partida');
  const visitor = await visit(site.url);
  const bench = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await people.confirmEmail(page, bench.page, person);
  await people.openCheapListing(page);
  await people.startBuying(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ir para o pagamento/ })
    .click();
  await page.waitForURL(/\/pedido\//);
  const order = page.url();

  await page.goto('/conta/privacidade');
  await page.getByText('Você tem 1 pedido em andamento.', { exact: false }).waitFor();
  await expectAccessible(page, 'what keeps an account');
  const ask = page.getByRole('button', { name: 'Excluir conta' });
  await expect.poll(() => ask.getAttribute('aria-disabled')).toBe('true');
  await page.goto(order);
  await page.getByRole('button', { name: 'Cancelar pedido' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pedido' }).click();
  await page.getByText('Pedido cancelado').first().waitFor();

  await page.goto('/conta/privacidade');
  await askToGo(page, person.username);
  await expectAccessible(page, 'an account that is going');
  await page.getByRole('button', { name: 'Cancelar exclusão' }).click();
  await page.getByText('Que bom que ficou').waitFor();
  await askToGo(page, person.username);

  await people.moveClock(bench.page, '+8 dias');
  await people.signOut(page);
  await people.logIn(page, person, { returnTo: '/conta/privacidade' });
  await page.getByRole('button', { name: 'Cancelar exclusão' }).waitFor();
  await people.moveClock(bench.page, '+8 dias');
  await people.open(page, '/auth/login');
  await people.enterPassword(page, person);
  await page.getByText('E-mail ou senha não conferem. Confira e tente de novo.').waitFor();
  expect((await page.goto(`/perfil/${person.username}`))?.status()).toBe(404);
  await leave(visitor, bench);
});

/** Presses «Excluir conta» and types the username to confirm. */
async function askToGo(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Excluir conta' });
  await dialog.getByLabel(`Digite «${username}»`).fill(username);
  await dialog.getByRole('button', { name: 'Excluir conta' }).click();
  await page.getByRole('button', { name: 'Cancelar exclusão' }).waitFor();
}
