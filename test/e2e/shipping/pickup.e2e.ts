import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParcelSite, ownPostageCode } from './parcel-site.ts';
import type { ParcelSite } from './parcel-site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave } from '#test/e2e/visitor.ts';

/** What is handed over in person (S12), and what is printed for several parcels at once (S14). */
let site: ParcelSite;
beforeAll(async () => {
  site = await openParcelSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

test('a pickup is handed over with the buyer’s code, typed or scanned', async () => {
  const sale = await site.paid({ delivery: 'pickup' });
  const buyer = await site.visitAs(sale.buyer, phone);
  await buyer.page.goto(`/pedido/${sale.hash}`);
  await buyer.page.getByText('Mostre só quando receber: com ele, a entrega está feita.').waitFor();
  await buyer.page.getByRole('img', { name: 'QR code do seu código de retirada' }).waitFor();
  const code = (await buyer.page.getByText(/^\d{3} \d{3}$/).textContent())!.replace(' ', '');
  await expectAccessible(buyer.page, 'a pickup code');
  await expectNoSideScroll(buyer.page, 'a pickup code');
  await buyer.page.getByRole('link', { name: /^Combinar com @/ }).click();
  await buyer.page.waitForURL(/#conversa$/);

  const seller = await site.visitAs(sale.seller, phone);
  const { page } = seller;
  await page.goto(`/pedido/${sale.hash}`);
  const field = page.getByLabel(`Código de @${sale.buyer.username}`);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await field.fill(wrong);
  await field.press('Enter');
  await page.getByText('Este não é o código deste pedido. Restam 9 tentativas.').waitFor();
  await expectAccessible(page, 'a wrong pickup code');
  await page.goto('/conta/vendas');
  await page.goto(`/pedido/${sale.hash}#codigo=${code}`);
  await expect.poll(() => field.inputValue()).toBe(code);
  await page.getByRole('button', { name: 'Confirmar entrega' }).press('Enter');
  await page
    .getByText(/para confirmar\.$/)
    .first()
    .waitFor();
  expect(await site.stateOf(sale.hash)).toBe('delivered');
  await buyer.page.getByRole('button', { name: 'Confirmar recebimento' }).waitFor();
  await leave(buyer, seller);
});

test('labels of several sales are made and saved as one PDF, and sheets are printed together', async () => {
  const person = await site.user();
  const sales = [await site.paid({ seller: person }), await site.paid({ seller: person })];
  const own = { postalCode: ownPostageCode };
  const posted = [await site.paid({ seller: person }, own), await site.paid({ seller: person }, own)];
  const seller = await site.visitAs(person);
  const { page } = seller;
  await page.goto('/conta/vendas?aba=entregar');
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página' });
  await all.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Imprimir 2 etiquetas' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Imprimir 2 etiquetas' }).press('Enter');
  await dialog.getByRole('heading', { name: '2 de 2 pedidos com a etiqueta pronta' }).waitFor();
  await expectAccessible(page, 'labels that are ready');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar 2 etiquetas em PDF' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('etiquetas.pdf');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Imprimir 2 folhas' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Folhas de postagem' }).waitFor();
  expect(await page.getByRole('article').count()).toBe(posted.length);
  expect(sales).toHaveLength(2);
  await page.getByText('Declaração de conteúdo').first().waitFor();
  await expectAccessible(page, 'sheets to print');
  await page.setViewportSize(phone);
  await expectNoSideScroll(page, 'sheets to print');
  await leave(seller);
});
