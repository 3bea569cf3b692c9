import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeBooks, hashOf, look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { knock } from '#test/e2e/staff.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';
import { addressInBelem, addressInSaoPaulo, openShop, saveAddress } from './shipped-listings.ts';

/** The buyer's sheet with address, freight and pickup (S04, S05, S12). */
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

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Revise sua compra' });
const pay = (sheet: Locator) => sheet.getByRole('button', { name: /^Ir para o pagamento/ });
const field = (sheet: Locator, label: string) => sheet.getByLabel(label, { exact: true });

/** Presses a control by keyboard. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

/** «R$ 1.249,90» in cents. */
const cents = (text: string | null) => Number(/R\$\s([\d.,]+)/.exec(text ?? '')![1]!.replaceAll(/\D/g, ''));

interface OrderRow {
  state: string;
  delivery_type: string;
  freight_cents: number;
  total_cents: number;
  reference: string;
  service: string | null;
}

async function orderOf(page: Page): Promise<OrderRow> {
  const [row] = await look<OrderRow>(
    site,
    `select o.state, o.delivery_type, o.freight_cents::int, o.total_cents::int, p.reference, s.service
     from orders o join payments p on p.order_id = o.id left join shipments s on s.order_id = o.id where o.hash = $1`,
    [hashOf(page.url())],
  );
  return row!;
}

/** A registered person with a confirmed e-mail, as visitor of a phone. */
async function newBuyer(name: string) {
  const buyer = await visit(site.url, { width: 375, height: 812 });
  const bench = await visit(site.url);
  const person = people.newPerson(name);
  await people.register(buyer.page, person);
  await people.confirmEmail(buyer.page, bench.page, person);
  await leave(bench);
  return buyer;
}

test('a new buyer writes an address in the sheet, chooses a service by keyboard and pays item and freight', async () => {
  const { slug, cents: price } = await shop.listing({ delivery: 'shipping', alsoPickup: true });
  const buyer = await newBuyer('lia');
  const { page } = buyer;
  await people.open(page, `/anuncio/${slug}`);
  await page.getByLabel('Frete para o CEP').fill('66010000');
  await page.getByLabel('Frete para o CEP').press('Enter');
  await page.getByText('Para Belém, PA, pagando hoje:').waitFor();
  await people.startBuying(page);
  const sheet = sheetOf(page);

  // The CEP of the listing's page fills in the first address.
  await expect.poll(() => field(sheet, 'Rua ou avenida').inputValue()).toBe('Avenida Presidente Vargas');
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page, 'the sheet with the form of an address');
  await field(sheet, 'Número').fill('40');
  await sheet.getByRole('radio', { name: 'Retirar em mãos' }).press('Space');
  await sheet.getByText('Combine em lugar movimentado', { exact: false }).waitFor();
  await press(sheet.getByRole('button', { name: 'Aumentar quantidade' }));
  await sheet.getByRole('radio', { name: 'Receber em casa' }).press('Space');
  await expect.poll(() => field(sheet, 'Número').inputValue()).toBe('40');

  await page.keyboard.press('Escape');
  const guard = page.getByRole('alertdialog', { name: 'Sair sem salvar' });
  await press(guard.getByRole('button', { name: 'Continuar editando' }));
  await guard.waitFor({ state: 'hidden' });
  await expect.poll(() => field(sheet, 'Número').inputValue()).toBe('40');

  await field(sheet, 'Quem recebe').fill('Ivone Lara');
  await field(sheet, 'Celular').fill('91987654321');
  await field(sheet, 'Nome deste endereço').fill('Casa');
  await field(sheet, 'Nome deste endereço').press('Enter');
  await sheet.getByRole('radio', { name: 'Casa', exact: true }).waitFor();
  const pac = sheet.getByRole('radio', { name: 'Correios PAC' });
  await pac.waitFor();
  await expect.poll(() => pac.getAttribute('aria-checked')).toBe('true');
  await pac.focus();
  await page.keyboard.press('ArrowDown');
  await sheet.getByText('Frete, Correios SEDEX').waitFor();
  await expectAccessible(page, 'the sheet with services');
  await expectNoSideScroll(page, 'the sheet with services');

  const freight = cents(await sheet.getByText('Frete, Correios SEDEX').locator('..').textContent());
  expect(cents(await pay(sheet).textContent())).toBe(price * 2 + freight);
  await press(pay(sheet));
  await page.waitForURL(/\/pedido\//);
  const payment = page.getByRole('region', { name: 'Pagamento', exact: true });
  const line = payment.getByText('Frete', { exact: true }).locator('..');
  expect(cents(await line.textContent())).toBe(freight);
  await expectAccessible(page, 'the payment of item and freight');
  const order = await orderOf(page);
  expect(order).toMatchObject({
    delivery_type: 'shipping',
    service: 'sedex',
    freight_cents: freight,
    total_cents: price * 2 + freight,
  });

  // The code is shown once the bank has the charge.
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  const status = await knock(page, 'POST', '/dev/charges/payment', { reference: order.reference });
  expect(status).toBeLessThan(300);
  await expect.poll(async () => (await orderOf(page)).state).toBe('paid');
  await expectWholeBooks(site);
  await leave(buyer);
}, 120_000);

test('free freight costs nothing, and a faster service only the difference', async () => {
  const { slug, cents: price } = await shop.listing({ delivery: 'shipping', freeShipping: true });
  const buyer = await newBuyer('rui');
  const { page } = buyer;
  await saveAddress(buyer, addressInBelem);
  await people.open(page, `/anuncio/${slug}`);
  await people.startBuying(page);
  const sheet = sheetOf(page);
  await sheet.getByText('Frete, Correios PAC').waitFor();
  await expect
    .poll(() => sheet.getByText('Frete, Correios PAC').locator('..').textContent())
    .toMatch(/Grátis$/);
  expect(cents(await pay(sheet).textContent())).toBe(price);
  await press(pay(sheet));
  await page.waitForURL(/\/pedido\//);
  expect(await orderOf(page)).toMatchObject({ freight_cents: 0, total_cents: price, service: 'pac' });
  await leave(buyer);
}, 120_000);

test('a listing that is only picked up asks for no address, and gives advice on where to meet', async () => {
  const { slug, cents: price } = await shop.listing({ delivery: 'pickup' });
  const buyer = await newBuyer('zeca');
  const { page } = buyer;
  await people.open(page, `/anuncio/${slug}`);
  expect(await page.getByLabel('Frete para o CEP').count()).toBe(0);
  await people.startBuying(page);
  const sheet = sheetOf(page);
  await sheet.getByText('Retirada em Curitiba, PR').waitFor();
  await sheet.getByText('O código de 6 números só aparece depois do pagamento.', { exact: false }).waitFor();
  expect(await sheet.getByRole('group', { name: 'Endereço de entrega' }).count()).toBe(0);
  await expectAccessible(page, 'the sheet with a pickup');
  expect(cents(await pay(sheet).textContent())).toBe(price);
  await press(pay(sheet));
  await page.waitForURL(/\/pedido\//);
  expect(await orderOf(page)).toMatchObject({ delivery_type: 'pickup', freight_cents: 0, service: null });
  await leave(buyer);
}, 120_000);

test('a deleted address, a stale quote and a changed price are mended in the sheet, and the rest stays', async () => {
  const { id, slug, cents: price } = await shop.listing({ delivery: 'shipping', weightGrams: 400 });
  const buyer = await newBuyer('iara');
  const { page } = buyer;
  await saveAddress(buyer, addressInSaoPaulo);
  const homeId = await saveAddress(buyer, addressInBelem);
  await people.open(page, `/anuncio/${slug}?comprar=1&quantidade=2`);
  const sheet = sheetOf(page);
  const work = sheet.getByRole('radio', { name: 'Trabalho', exact: true });
  await work.waitFor();
  await expect.poll(() => work.getAttribute('aria-checked')).toBe('true');
  await sheet.getByRole('radio', { name: 'Casa', exact: true }).press('Space');
  await sheet.getByRole('radio', { name: 'Cartão de crédito' }).press('Space');
  await sheet.getByRole('radio', { name: 'Correios SEDEX' }).press('Space');
  await sheet.getByText('Frete, Correios SEDEX').waitFor();

  await look(site, 'delete from addresses where id = $1', [homeId]);
  await press(pay(sheet));
  await sheet.getByText('Este endereço foi apagado. Escolha outro.').waitFor();
  await expect.poll(() => work.getAttribute('aria-checked')).toBe('true');
  // The sheet asks for freight to the other address by itself, and keeps service, quantity and method.
  await sheet.getByText('Frete, Correios SEDEX').waitFor();
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe(null);
  await expectAccessible(page, 'a deleted address');
  const before = cents(await pay(sheet).textContent());

  await look(site, 'update listings set weight_grams = 1000 where id = $1', [id]);
  await press(pay(sheet));
  await sheet.getByText('Calculamos de novo: confira antes de pagar.', { exact: false }).waitFor();
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe(null);
  const after = cents(await pay(sheet).textContent());
  expect(after).toBeGreaterThan(before);
  await expectAccessible(page, 'a stale quote');

  await look(site, 'update listings set price_cents = price_cents + 100 where id = $1', [id]);
  await press(pay(sheet));
  await sheet.getByText(/^O preço mudou de R\$/).waitFor();
  await expect.poll(async () => cents(await pay(sheet).textContent())).toBe(after + 200);
  await expect
    .poll(() => sheet.getByRole('radio', { name: 'Cartão de crédito' }).getAttribute('aria-checked'))
    .toBe('true');
  await sheet.getByRole('radio', { name: 'Pix', exact: true }).press('Space');
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe(null);
  await press(pay(sheet));
  await page.waitForURL(/\/pedido\//);
  const order = await orderOf(page);
  expect(order).toMatchObject({ service: 'sedex', total_cents: after + 200 });
  expect(order.total_cents - order.freight_cents).toBe((price + 100) * 2);
  await leave(buyer);
}, 120_000);

test('without a connection the sheet says so beside the freight, and calculates again when asked', async () => {
  const { slug } = await shop.listing({ delivery: 'shipping', alsoPickup: true });
  const buyer = await visit(site.url, { theme: 'escuro' });
  const { page } = buyer;
  await signIn(buyer, 'compradora@demo.praca');
  await page.route('**/freight-quotes', (route) => route.abort());
  await people.open(page, `/anuncio/${slug}?comprar=1`);
  const sheet = sheetOf(page);
  const again = sheet.getByRole('button', { name: 'Calcular de novo' });
  await again.waitFor();
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page, 'freight without a connection');
  await sheet.getByRole('radio', { name: 'Retirar em mãos' }).press('Space');
  await expect.poll(() => pay(sheet).getAttribute('aria-disabled')).toBe(null);
  await sheet.getByRole('radio', { name: 'Receber em casa' }).press('Space');
  await again.waitFor();
  await page.unroute('**/freight-quotes');
  await again.press('Enter');
  await sheet.getByText('Frete, Correios PAC').waitFor();
  await leave(buyer);
});
