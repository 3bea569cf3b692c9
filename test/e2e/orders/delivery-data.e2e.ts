import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/**
 * «Dados para a entrega» (P09): entered with the purchase, shown to the seller once delivery starts, never to
 * strangers.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const written = 'Rua das Palmeiras, 40, apto 12';
const corrected = `${written}. Deixar com a Dona Inês.`;

test('the buyer enters where to deliver, the seller reads it once the delivery begins, and a stranger never', async () => {
  const buyer = await visit(site.url, { width: 375, height: 812 });
  await signIn(buyer, 'compradora@demo.praca');
  await people.open(buyer.page, `/anuncio/${await listingThatAsks()}`);
  await people.startBuying(buyer.page);
  const sheet = buyer.page.getByRole('dialog');
  await sheet.getByLabel('Dados para a entrega').fill(written);
  await expectAccessible(buyer.page, 'a purchase with data for the delivery');
  await sheet.getByRole('button', { name: /Ir para o pagamento/ }).click();
  await buyer.page.waitForURL(/\/pedido\//);
  const path = new URL(buyer.page.url()).pathname;
  await cardOf(buyer.page).getByText(written, { exact: true }).waitFor();
  // The code is shown once the bank has the charge.
  await buyer.page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await pay(buyer.page, path);
  await buyer.page.goto(path);

  const seller = await visit(site.url);
  await signIn(seller, 'vendedora@demo.praca');
  await seller.page.goto(path);
  await cardOf(seller.page).getByText('Você vê os dados quando iniciar a entrega.').waitFor();
  expect(await seller.page.content()).not.toContain('Palmeiras');

  await cardOf(buyer.page).getByRole('button', { name: 'Corrigir dados' }).click();
  await buyer.page.getByLabel('Onde e como entregar').fill(corrected);
  await expectNoSideScroll(buyer.page, 'the data that is put right');
  await buyer.page.getByRole('button', { name: 'Guardar dados' }).click();
  await cardOf(buyer.page).getByText(corrected, { exact: true }).waitFor();

  await seller.page.getByRole('button', { name: 'Iniciar entrega' }).click();
  await cardOf(seller.page).getByText(corrected, { exact: true }).waitFor();
  await expectAccessible(seller.page, 'the data that the delivery opened');
  await buyer.page.reload();
  await cardOf(buyer.page)
    .getByText(/^@\S+ abriu em /)
    .waitFor();
  expect(await cardOf(buyer.page).getByRole('button', { name: 'Corrigir dados' }).count()).toBe(0);

  const passerBy = await visit(site.url);
  const other = await visit(site.url);
  await signIn(other, 'vendedor@demo.praca');
  for (const { page } of [passerBy, other]) {
    const heard: string[] = [];
    page.on('response', (reply) => {
      if (reply.url().includes('/api/')) void reply.text().then((text) => heard.push(text));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await cardOf(page).count()).toBe(0);
    expect(`${await page.content()}${heard.join('')}`).not.toContain('Palmeiras');
  }
  await leave(buyer, seller, passerBy, other);
});

const cardOf = (page: Page): Locator =>
  page
    .locator('[data-slot="card"]')
    .filter({ has: page.getByRole('heading', { name: 'Dados para a entrega' }) });

/** A cheap, manually delivered listing of the house's seller, in a category that asks for delivery data. */
async function listingThatAsks(): Promise<string> {
  const { rows } = await ask<{ slug: string }>(`
    select l.slug from listings l join users u on u.id = l.seller_id
    where u.email = 'vendedora@demo.praca' and l.state = 'published' and l.delivery_type = 'manual' and l.stock > 0
      and l.price_cents < 20000 order by l.price_cents`);
  for (const { slug } of rows) {
    const reply = await fetch(`${site.url}/api/v1/public/listings/${slug}`);
    const { data } = (await reply.json()) as { data: { deliveryData: { asks: string } } };
    if (data.deliveryData.asks === 'optional') return slug;
  }
  throw new Error('no listing asks for data');
}

/** The bank receives the Pix of this order. */
async function pay(page: Page, path: string): Promise<void> {
  const { rows } = await ask<{ reference: string }>(`
    select p.reference from payments p join orders o on o.id = p.order_id
    where o.hash = '${path.split('/').at(-1)}'`);
  const status = await knock(page, 'POST', '/dev/charges/payment', { reference: rows[0]!.reference });
  expect(status).toBeLessThan(300);
}

async function ask<T>(query: string): Promise<{ rows: T[] }> {
  const client = new Client({ connectionString: site.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(query);
    return { rows: rows as T[] };
  } finally {
    await client.end();
  }
}
