import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, saoPauloDay } from '#domain/business-days.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** A seller plans vacations by the keyboard, leaves today, and comes back; visitors read it and buy nothing (F67). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** A visitor may be served a cached page, which is at most five seconds old. */
const patience = { timeout: 20_000 };
const today = saoPauloDay(new Date());
const inDays = (days: number) => addDays(today, days);
const short = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;

/** A toast covers links for three seconds, and the header does where the page is scrolled. */
async function withoutToast(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, 0));
}

test('a seller plans, changes, cancels, leaves and comes back', async () => {
  const vendor = await visit(site.url, { width: 375, height: 812 });
  const { page } = vendor;
  await people.enterByOneClick(page, 'vendedora@demo.praca');
  await page.goto('/conta/anuncios');
  const listing = await page.locator('a[href^="/anuncio/"]').first().getAttribute('href');
  await page.getByRole('link', { name: 'Férias' }).click();
  await page.getByRole('heading', { name: 'Férias', exact: true }).waitFor();
  await page.getByText(/^Restam 90 dias/).waitFor();
  await expectNoSideScroll(page, 'the vacations');
  await expectAccessible(page, 'the vacations');

  await page.getByRole('button', { name: 'Planejar férias' }).click();
  await page.getByText('Escolha o primeiro dia das férias.').first().waitFor();
  await page.getByLabel('Primeiro dia').fill(inDays(10));
  await page.getByLabel('Último dia').fill(inDays(110));
  await page.keyboard.press('Enter');
  await page
    .getByText('Férias somam no máximo 90 dias em 365, e com estas seriam 101. Tire 11 dias.')
    .waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('endsOn');
  await page.getByLabel('Último dia').fill(inDays(19));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Próximas férias' }).waitFor();
  await page.getByText(/^Restam 80 dias/).waitFor();
  await withoutToast(page, 'Férias planejadas');
  await expectAccessible(page, 'a planned vacation');

  await page.getByRole('button', { name: /^Mudar datas: / }).press('Enter');
  await page.getByLabel('Último dia').first().fill(inDays(29));
  await page.getByRole('button', { name: 'Salvar datas' }).press('Enter');
  await page.getByText(/^Restam 70 dias/).waitFor();
  await page.getByRole('button', { name: /^Cancelar: / }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar férias' }).press('Enter');
  await page.getByText(/^Restam 90 dias/).waitFor();

  await page.getByLabel('Primeiro dia').fill(today);
  await page.getByLabel('Último dia').fill(inDays(4));
  await page.getByRole('button', { name: 'Planejar férias' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair de férias' }).press('Enter');
  await page.getByRole('heading', { name: 'Você está de férias' }).waitFor();
  await withoutToast(page, 'Boas férias');
  await expectAccessible(page, 'a vacation that goes on');

  const visitor = await visit(site.url, { width: 375, height: 812 });
  await visitor.page.goto(listing!);
  await visitor.page
    .getByText(`Quem vende está de férias até ${short(inDays(4))}.`)
    .first()
    .waitFor();
  expect(await visitor.page.getByRole('button', { name: 'Comprar' }).count()).toBe(0);
  await expectAccessible(visitor.page, 'a listing of a seller on vacation');
  await visitor.page.locator('a[href^="/perfil/"]').first().click();
  await visitor.page.waitForURL('**/perfil/*');
  await visitor.page.getByText(`Quem vende está de férias até ${short(inDays(4))}.`).waitFor();

  await page.goto('/conta/anuncios');
  await page
    .getByText(`Você está de férias: seus anúncios ficam escondidos até ${short(inDays(4))}.`)
    .waitFor();
  await page.goto('/conta/ferias');
  await page.getByRole('button', { name: 'Encerrar agora' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar férias' }).press('Enter');
  await page.getByText('Encerradas antes').waitFor();
  await expect
    .poll(async () => {
      await visitor.page.goto(listing!);
      return visitor.page.getByRole('button', { name: 'Comprar' }).count();
    }, patience)
    .toBeGreaterThan(0);
  await leave(vendor, visitor);
}, 180_000);
