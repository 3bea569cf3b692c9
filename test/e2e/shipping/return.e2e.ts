import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParcelSite, ownPostageCode } from './parcel-site.ts';
import type { ParcelSite } from './parcel-site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave } from '#test/e2e/visitor.ts';

/** Things that come back on the pages of their orders (S11), on a phone and on a desk. */
let site: ParcelSite;
beforeAll(async () => {
  site = await openParcelSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

/** By keyboard, because the dialog is the one place that says who pays the way back. */
async function regret(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  const button = page.getByRole('button', { name: 'Desistir da compra' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/o frete de volta não é pago por você/).waitFor();
  await expectAccessible(page, 'the regret of a thing');
  await dialog.getByRole('button', { name: 'Desistir da compra' }).press('Enter');
  await page.getByRole('heading', { name: 'Devolução', exact: true }).waitFor();
}

test('a regret with a label of the site: made, printed and posted, and both sides follow it', async () => {
  const sale = await site.delivered();
  const buyer = await site.visitAs(sale.buyer, phone);
  const { page } = buyer;
  await regret(page, sale.hash);
  await page.getByRole('button', { name: 'Gerar etiqueta de devolução' }).press('Enter');
  const print = page.getByRole('button', { name: 'Imprimir etiqueta de devolução' });
  await print.waitFor();
  await expectAccessible(page, 'a return with its label');
  await expectNoSideScroll(page, 'a return with its label');
  const download = page.waitForEvent('download');
  await print.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^devolucao-.*\.pdf$/);

  const seller = await site.openOrder(sale, sale.seller);
  await seller.page.getByText(/^Quem comprou tem até a data indicada para devolver/).waitFor();
  await expectAccessible(seller.page, 'a return that its seller expects');
  await site.reportBack(sale, 'posted');
  await expect.poll(() => site.stateOf(sale.hash)).toBe('refunded');
  await page.getByText('Concluída', { exact: true }).waitFor();
  await seller.page.getByText(/O valor voltou para quem comprou na postagem/).waitFor();
  await expectAccessible(seller.page, 'a refunded return on its way');
  await leave(buyer, seller);
});

test('a return posted at a counter is contested with a photo, and the buyer reads what is wrong', async () => {
  const sale = await site.paid({}, { postalCode: ownPostageCode });
  await site.call(`/orders/${sale.hash}/posting`, sale.seller, { carrier: 'correios', trackingCode: null });
  await site.call(`/orders/${sale.hash}/confirmation`, sale.buyer, {});
  const buyer = await site.visitAs(sale.buyer, phone);
  await regret(buyer.page, sale.hash);
  await buyer.page.getByText('Envie para').waitFor();
  await buyer.page.getByLabel('Código de rastreio', { exact: true }).fill('AA123456785BR');
  await buyer.page.getByRole('button', { name: 'Informar postagem' }).press('Enter');
  await buyer.page.getByText('A caminho de quem vendeu', { exact: true }).waitFor();
  await expectAccessible(buyer.page, 'a return on its way');
  await expectNoSideScroll(buyer.page, 'a return on its way');

  const seller = await site.visitAs(sale.seller);
  const { page } = seller;
  await page.goto(`/pedido/${sale.hash}`);
  await page.getByRole('button', { name: 'Contestar' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('O que está errado').fill('Voltou com a tela quebrada e sem o carregador.');
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a3b18a' } })
    .jpeg()
    .toBuffer();
  await dialog
    .getByLabel('Fotos do que voltou')
    .setInputFiles({ name: 'tela.jpg', mimeType: 'image/jpeg', buffer: photo });
  await dialog.getByText('Enviado', { exact: true }).waitFor();
  await expectAccessible(page, 'a contest of a return');
  await dialog.getByRole('button', { name: 'Contestar devolução' }).press('Enter');
  await page.getByText('Contestada', { exact: true }).waitFor();
  await buyer.page.getByText('Voltou com a tela quebrada e sem o carregador.').waitFor();
  await expectAccessible(buyer.page, 'a contested return');
  await leave(buyer, seller);
});

test('the sides of a complaint agree on a return, and its refund waits for the delivery', async () => {
  const sale = await site.delivered();
  const words = 'A caixa chegou rasgada e a peça de dentro está quebrada.';
  const { id } = await site.call(`/orders/${sale.hash}/complaints`, sale.buyer, {
    reason: 'damaged',
    wish: 'full',
    words,
  });
  await site.call(`/complaints/${id}/answer`, sale.seller, { words });
  const seller = await site.visitAs(sale.seller);
  const { page } = seller;
  await page.goto(`/pedido/${sale.hash}`);
  await page.getByRole('button', { name: 'Propor acordo' }).press('Enter');
  await page.getByRole('radio', { name: 'Devolver e receber tudo de volta' }).press('Space');
  await page.getByText('O produto volta para você, e o valor só sai depois que ele chegar.').waitFor();
  await expectAccessible(page, 'a proposal of a return');
  await page.getByRole('button', { name: 'Fazer proposta' }).press('Enter');
  await page.getByText('Sua proposta', { exact: true }).waitFor();

  const buyer = await site.visitAs(sale.buyer, phone);
  await buyer.page.goto(`/pedido/${sale.hash}`);
  await buyer.page.getByRole('button', { name: 'Aceitar proposta' }).press('Enter');
  const dialog = buyer.page.getByRole('alertdialog');
  await dialog.getByText(/Você tem 7 dias para devolver o produto/).waitFor();
  await dialog.getByRole('button', { name: 'Aceitar proposta' }).press('Enter');
  await buyer.page.getByRole('heading', { name: 'Devolução', exact: true }).waitFor();
  await buyer.page.getByRole('button', { name: 'Gerar etiqueta de devolução' }).press('Enter');
  // The text below is also shown before the label exists.
  await buyer.page.getByRole('button', { name: 'Imprimir etiqueta de devolução' }).waitFor();
  await buyer.page.getByText(/depois que o pacote chegar/).waitFor();
  await expectAccessible(buyer.page, 'a return after a complaint');
  await expectNoSideScroll(buyer.page, 'a return after a complaint');
  await site.reportBack(sale, 'posted');
  await buyer.page.getByText('A caminho de quem vendeu', { exact: true }).waitFor();
  expect(await site.stateOf(sale.hash)).toBe('delivered');
  await leave(buyer, seller);
});

test('a picked up thing is handed back, and its seller confirms it', async () => {
  const sale = await site.paid({ delivery: 'pickup' });
  const buyer = await site.visitAs(sale.buyer, phone);
  await buyer.page.goto(`/pedido/${sale.hash}`);
  const code = (await buyer.page.getByText(/^\d{3} \d{3}$/).textContent())!.replace(' ', '');
  await site.call(`/orders/${sale.hash}/handover`, sale.seller, { code });
  await site.call(`/orders/${sale.hash}/regret`, sale.buyer, { destination: 'original' });
  await buyer.page.reload();
  await buyer.page.getByRole('button', { name: 'Devolvi em mãos' }).click();
  await buyer.page.getByRole('alertdialog').getByRole('button', { name: 'Devolvi em mãos' }).click();
  await buyer.page.getByText('Em conferência', { exact: true }).first().waitFor();
  const seller = await site.visitAs(sale.seller, phone);
  await seller.page.goto(`/pedido/${sale.hash}`);
  await seller.page.getByRole('button', { name: 'Recebi tudo certo' }).click();
  await seller.page.getByRole('alertdialog').getByRole('button', { name: 'Recebi tudo certo' }).click();
  await expect.poll(() => site.stateOf(sale.hash)).toBe('refunded');
  await leave(buyer, seller);
});
