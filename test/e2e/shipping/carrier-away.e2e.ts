import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';
import { openShop } from './shipped-listings.ts';

/** The carriers' service stops answering while a purchase is reviewed (S04). */
let site: Site;
beforeAll(async () => {
  site = await openSite({ SHIPPING_PROVIDER: 'simulator' });
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('the own table answers for carriers that are away, the sheet says so, and the purchase goes on', async () => {
  const shop = await openShop(site);
  const { slug } = await shop.listing({ delivery: 'shipping' });
  const buyer = await visit(site.url, { width: 375, height: 812 });
  const { page } = buyer;
  await signIn(buyer, 'compradora@demo.praca');
  await people.open(page, `/anuncio/${slug}?comprar=1`);
  const sheet = page.getByRole('dialog', { name: 'Revise sua compra' });
  await sheet.getByRole('radio', { name: 'Jadlog Package' }).waitFor();
  const note = sheet.getByText('A transportadora não respondeu; mostramos a nossa tabela.');
  expect(await note.count()).toBe(0);

  // The simulated carriers are away for the postal code of this address.
  await sheet.getByRole('radio', { name: 'Casa da minha mãe' }).press('Space');
  await note.waitFor();
  await sheet.getByRole('radio', { name: 'Jadlog Package' }).waitFor({ state: 'detached' });
  await sheet.getByRole('radio', { name: 'Correios SEDEX' }).press('Space');
  await expectAccessible(page, 'freight of the own table');
  const pay = sheet.getByRole('button', { name: /^Ir para o pagamento/ });
  await expect.poll(() => pay.getAttribute('aria-disabled')).toBe(null);
  await pay.press('Enter');
  await page.waitForURL(/\/pedido\//);
  const [shipment] = await look<{ source: string; service: string }>(
    site,
    'select s.source, s.service from shipments s join orders o on o.id = s.order_id where o.hash = $1',
    [hashOf(page.url())],
  );
  expect(shipment).toEqual({ source: 'table', service: 'sedex' });
  await leave(buyer);
});
