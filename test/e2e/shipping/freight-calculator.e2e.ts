import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
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
import { addressInSaoPaulo, openShop, saveAddress } from './shipped-listings.ts';

/** «Calcular frete» on a listing's page (S04). */
let site: Site;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  site = await openSite({ SHIPPING_PROVIDER: 'table' });
  shop = await openShop(site);
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('a visitor calculates freight by keyboard on a phone, and the CEP is offered the next time', async () => {
  const { id, slug } = await shop.listing({ delivery: 'shipping' });
  const visitor = await visit(site.url, { width: 375, height: 812 });
  const { page } = visitor;
  await people.open(page, `/anuncio/${slug}`);
  const cep = page.getByLabel('Frete para o CEP');
  await cep.focus();
  await page.keyboard.type('6601');
  await page.keyboard.press('Enter');
  await page.getByText('O CEP tem 8 números. Ex.: 66010-000').waitFor();
  await expectAccessible(page, 'freight to an incomplete CEP');

  await cep.fill('00000000');
  await page.keyboard.press('Enter');
  await page.getByText('Não encontramos este CEP. Confira os números.').waitFor();
  await expect.poll(() => cep.getAttribute('aria-invalid')).toBe('true');

  await cep.fill('66010-000');
  await page.keyboard.press('Enter');
  const services = page.getByRole('listitem').filter({ hasText: /chega até \d+ \p{L}{3}/u });
  await expect.poll(() => services.count()).toBe(2);
  await page.getByText('Para Belém, PA, pagando hoje:').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^2 opções de frete para Belém, PA, a partir de R\$\s[\d,]+\.$/ })
    .waitFor({ state: 'attached' });
  await expect.poll(() => services.first().textContent()).toMatch(/^Correios PAC.*R\$/);
  await expectAccessible(page, 'freight to Belém');
  await expectNoSideScroll(page, 'freight to Belém');

  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(() => cep.inputValue()).toBe('66010-000');
  await page.getByRole('button', { name: 'Calcular frete' }).press('Enter');
  await expect.poll(() => services.count()).toBe(2);
  const cheapest = /R\$\s[\d,]+/.exec((await services.first().textContent())!)![0];

  const [{ title } = { title: '' }] = await look<{ title: string }>(
    site,
    `select title from listings where id = ${id}`,
  );
  await people.open(page, `/anuncios?q=${encodeURIComponent(title)}`);
  const card = page.locator('[data-slot=listing-card]', { has: page.locator(`[data-card="${slug}"]`) });
  await card.getByText(`Frete desde ${cheapest}`).waitFor();
  await expectAccessible(page, 'results with freight to Belém');
  await expectNoSideScroll(page, 'results with freight to Belém');
  await leave(visitor);
});

test('the seller’s free freight is said, and more units than a parcel takes are refused beside the field', async () => {
  const { slug } = await shop.listing({ delivery: 'shipping', freeShipping: true, weightGrams: 20_000 });
  const visitor = await visit(site.url);
  const { page } = visitor;
  await people.open(page, `/anuncio/${slug}`);
  await page.getByLabel('Frete para o CEP').fill('01310100');
  await page.getByRole('button', { name: 'Calcular frete' }).press('Enter');
  const cheapest = page.getByRole('listitem').filter({ hasText: 'chega até' }).first();
  await cheapest.getByText('Grátis').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Aumentar quantidade' }).press('Enter');
  await page
    .getByText('Nenhum serviço leva 2 unidades em um pacote. Diminua a quantidade.', { exact: true })
    .waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Diminuir quantidade' }).press('Enter');
  await cheapest.getByText('Grátis').waitFor();
  await leave(visitor);
});

test('a buyer is offered the CEP of the address where they receive, and their own is gone after signing out', async () => {
  const { slug } = await shop.listing({ delivery: 'shipping' });
  const person = people.newPerson('nina');
  const visitor = await visit(site.url);
  const { page } = visitor;
  await people.register(page, person);
  await saveAddress(visitor, addressInSaoPaulo);
  await people.open(page, `/anuncio/${slug}`);
  const cep = page.getByLabel('Frete para o CEP');
  await expect.poll(() => cep.inputValue()).toBe('01310-100');
  await cep.fill('66010000');
  await page.getByRole('button', { name: 'Calcular frete' }).press('Enter');
  await page.getByText('Para Belém, PA, pagando hoje:').waitFor();
  await people.open(page, `/anuncio/${slug}`);
  await expect.poll(() => cep.inputValue()).toBe('66010-000');
  await people.signOut(page);
  await people.open(page, `/anuncio/${slug}`);
  await cep.waitFor();
  await expect.poll(() => cep.inputValue()).toBe('');
  await leave(visitor);
});

test('without a connection the question stays, and the next press asks again', async () => {
  const { slug } = await shop.listing({ delivery: 'shipping' });
  const visitor = await visit(site.url, { theme: 'escuro' });
  const { page, context } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await people.open(page, `/anuncio/${slug}`);
  await page.getByLabel('Frete para o CEP').fill('66010000');
  await context.setOffline(true);
  const calculate = page.getByRole('button', { name: 'Calcular frete' });
  await calculate.press('Enter');
  await page.getByRole('main').getByRole('alert').first().waitFor();
  await context.setOffline(false);
  await calculate.press('Enter');
  await page.getByText('Para Belém, PA, pagando hoje:').waitFor();
  await leave(visitor);
});
