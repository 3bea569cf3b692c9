import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParcelSite, ownPostageCode } from './parcel-site.ts';
import type { ParcelSite } from './parcel-site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave } from '#test/e2e/visitor.ts';

/** Parcels on the pages of their orders: posted at a counter, or with a label of the site and the carrier's events. */
let site: ParcelSite;
beforeAll(async () => {
  site = await openParcelSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

test('a parcel with own postage: a wrong digit is named, the code is followed, and the buyer confirms', async () => {
  const sale = await site.paid({}, { postalCode: ownPostageCode });
  const seller = await site.visitAs(sale.seller, phone);
  const { page } = seller;
  await page.goto(`/pedido/${sale.hash}`);
  await page.getByText(/^Poste até .* e informe o código de rastreio\.$/).waitFor();
  const code = page.getByLabel('Código de rastreio', { exact: true });
  await code.fill('AA123456784BR');
  await page.getByText('Um dos números do código está errado.').waitFor();
  await expectAccessible(page, 'a wrong tracking code');
  await expectNoSideScroll(page, 'a wrong tracking code');
  await code.fill('aa 123 456 785 br');
  await page.getByText('Um dos números do código está errado.').waitFor({ state: 'detached' });
  await code.press('Enter');
  await page.getByText(/^O pacote chega até /).waitFor();
  expect(await site.stateOf(sale.hash)).toBe('in_delivery');

  const buyer = await site.visitAs(sale.buyer, phone);
  await buyer.page.goto(`/pedido/${sale.hash}`);
  await buyer.page.getByText(/^Seu pacote chega até /).waitFor();
  await buyer.page.getByText('AA123456785BR').first().waitFor();
  expect(
    await buyer.page.getByRole('link', { name: /Ver na transportadora/ }).getAttribute('href'),
  ).toContain('objetos=AA123456785BR');
  await expectAccessible(buyer.page, 'a parcel on its way');
  await confirm(buyer.page, 'Recebi o pacote');
  expect(await site.stateOf(sale.hash)).toBe('completed');
  await leave(seller, buyer);
});

test('without a code the form says what that costs, and by keyboard it is sent', async () => {
  const sale = await site.paid({}, { postalCode: ownPostageCode });
  const seller = await site.visitAs(sale.seller);
  const { page } = seller;
  await page.goto(`/pedido/${sale.hash}`);
  const submit = page.getByRole('button', { name: 'Informar postagem' });
  await submit.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Informe o código de rastreio que está no comprovante da postagem.').waitFor();
  const without = page.getByRole('checkbox', { name: 'Postei sem código de rastreio' });
  await without.focus();
  await page.keyboard.press('Space');
  await page.getByText(/a sua única prova é o comprovante/).waitFor();
  await submit.focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^O pacote chega até /).waitFor();
  await leave(seller);
});

test('a label is made and printed in the list, and the carrier’s events move the order until it is confirmed', async () => {
  const sale = await site.paid();
  const seller = await site.visitAs(sale.seller);
  const { page } = seller;
  await page.goto('/conta/vendas?aba=entregar');
  await page.getByRole('button', { name: /^Gerar etiqueta: pedido/ }).click();
  const print = page.getByRole('button', { name: /^Imprimir etiqueta: pedido/ });
  await print.waitFor();
  const download = page.waitForEvent('download');
  await print.click();
  expect((await download).suggestedFilename()).toMatch(/^etiqueta-.*\.pdf$/);
  await expectAccessible(page, 'a sale with its label');

  const buyer = await site.openOrder(sale, sale.buyer, phone);
  await buyer.page.getByText(/tem até .* para postar o pacote\.$/).waitFor();
  await site.report(sale, 'posted');
  await expect.poll(() => site.stateOf(sale.hash)).toBe('in_delivery');
  await site.report(sale, 'moved');
  await site.report(sale, 'out_for_delivery');
  await buyer.page.getByText('Seu pacote saiu para entrega.').first().waitFor();
  await buyer.page.getByRole('button', { name: 'Ver 2 passos anteriores' }).click();
  await buyer.page.getByRole('region', { name: 'Rastreio' }).getByText('Postado', { exact: true }).waitFor();
  await expectAccessible(buyer.page, 'the whole way of a parcel');
  await expectNoSideScroll(buyer.page, 'the whole way of a parcel');
  await site.report(sale, 'delivered');
  await confirm(buyer.page, 'Confirmar recebimento');
  expect(await site.stateOf(sale.hash)).toBe('completed');
  await leave(seller, buyer);
});

test('a lost parcel ends with everything back, said to both sides', async () => {
  const sale = await site.posted();
  const buyer = await site.openOrder(sale, sale.buyer, phone);
  const seller = await site.visitAs(sale.seller);
  await buyer.page.getByText(/^Seu pacote chega até /).waitFor();
  await site.report(sale, 'lost');
  await expect.poll(() => site.stateOf(sale.hash)).toBe('cancelled');
  await buyer.page
    .getByText(/Cancelado: o pacote foi extraviado|Reembolso aprovado/)
    .first()
    .waitFor();
  await seller.page.goto(`/pedido/${sale.hash}`);
  await seller.page
    .getByText(/o pacote foi extraviado/)
    .first()
    .waitFor();
  for (const { page } of [buyer, seller]) {
    await page.getByRole('region', { name: 'Rastreio' }).getByText('Extraviado').first().waitFor();
    await expectAccessible(page, 'a lost parcel');
  }
  await leave(buyer, seller);
});

test('a parcel on its way back is followed, and its return ends the order', async () => {
  const sale = await site.posted();
  const buyer = await site.visitAs(sale.buyer, phone);
  const { page } = buyer;
  await site.report(sale, 'attempt_failed');
  await site.report(sale, 'returning');
  await expect.poll(() => site.parcelStateOf(sale)).toBe('returning');
  await page.goto(`/pedido/${sale.hash}`);
  await page.getByText('O pacote está voltando para quem vendeu.', { exact: true }).first().waitFor();
  await page.getByText('Quando ele chegar, o reembolso sai sem você pedir.').waitFor();
  await expectAccessible(page, 'a parcel on its way back');
  await site.report(sale, 'returned');
  await expect.poll(() => site.stateOf(sale.hash)).toBe('cancelled');
  await page.reload();
  await page
    .getByText(/^Cancelado: o pacote voltou/)
    .first()
    .waitFor();
  await leave(buyer);
});

async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Liberar R\$/ })
    .click();
  await page.getByRole('main').getByText('Concluído').first().waitFor();
}
