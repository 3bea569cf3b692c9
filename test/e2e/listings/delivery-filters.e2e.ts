import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** Results by the way of delivery (S13). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('ways of delivery are chosen by keyboard, counted, shown as filters and removed one by one', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, '/anuncios');
  const filters = page.getByRole('complementary', { name: 'Filtros' });
  const free = filters.getByRole('checkbox', { name: /^Frete grátis/ });
  const counted = Number((await free.locator('xpath=..').innerText()).replaceAll(/\D/g, ''));
  expect(counted).toBeGreaterThan(0);
  await free.focus();
  await page.keyboard.press('Space');
  await page.waitForURL('/anuncios?entrega=frete-gratis');
  const chip = page.getByRole('link', { name: 'Remover filtro: Frete grátis' });
  await chip.waitFor();
  await page.getByText(`${counted} anúncio`).first().waitFor();
  const cards = page.getByRole('article');
  expect(await cards.count()).toBe(Math.min(counted, 24));
  expect(await cards.filter({ hasText: 'Frete grátis' }).count()).toBe(await cards.count());

  // The focus stays in the group.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.waitForURL('/anuncios?entrega=frete-gratis&entrega=retirada');
  await page.getByRole('link', { name: 'Remover filtro: Retirada em mãos' }).waitFor();
  await expectAccessible(page, 'results by two ways of delivery');
  await chip.press('Enter');
  await page.waitForURL('/anuncios?entrega=retirada');
  // The address changes before the cards do.
  await chip.waitFor({ state: 'detached' });
  await expect.poll(() => cards.filter({ hasText: /retirada/i }).count()).toBe(await cards.count());
  await leave(visitor);
});

test('without results the ways of delivery are named as filters to remove', async () => {
  const visitor = await visit(site.url, { width: 375 });
  const { page } = visitor;
  await open(page, '/anuncios?entrega=retirada&precoMax=1');
  await page.getByRole('heading', { name: 'Nenhum anúncio com estes filtros.' }).waitFor();
  await page.getByRole('link', { name: /^Sem “até R\$ 1,00”: \d+ anúncios?$/ }).waitFor();
  await expectAccessible(page, 'no results by a way of delivery');
  await expectNoSideScroll(page, 'no results by a way of delivery');
  await page.getByRole('link', { name: 'Remover filtro: até R$ 1,00' }).press('Enter');
  await page.waitForURL('/anuncios?entrega=retirada');
  await page.getByRole('article').first().waitFor();
  await leave(visitor);
});

test('without JavaScript several ways of delivery are one form, and unknown ones are ignored', async () => {
  const { page, close } = await visit(site.url, { javaScript: false });
  await page.goto('/anuncios');
  await page.getByRole('checkbox', { name: /^Envio/ }).check();
  await page.getByRole('checkbox', { name: /^Retirada em mãos/ }).check();
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  await page.waitForURL(/entrega=envio&entrega=retirada/);
  await page.getByRole('link', { name: 'Remover filtro: Envio' }).click();
  await page.waitForURL('/anuncios?entrega=retirada');
  await expect.poll(() => page.getByRole('checkbox', { name: /^Retirada em mãos/ }).isChecked()).toBe(true);
  expect(await page.getByRole('article').count()).toBeGreaterThan(0);
  const answer = await page.goto('/anuncios?entrega=drone&entrega=%00');
  expect(answer?.status()).toBe(200);
  expect(await page.getByRole('link', { name: /^Remover filtro/ }).count()).toBe(0);
  await close();
});
