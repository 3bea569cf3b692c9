import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/**
 * Buyer and seller write to each other on a paid order in two browsers: both ways, with a photo, with contact data, and
 * across a broken connection without a lost or doubled message.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const mark = randomBytes(3).toString('hex');

test('two people talk about their order, also through a broken connection', async () => {
  const { hash, buyer: buyerName, seller: sellerName } = await paidOrder();
  const buyer = await visit(site.url, { width: 375, height: 812 });
  const seller = await visit(site.url);
  await signIn(buyer, buyerName);
  await signIn(seller, sellerName);
  for (const { page } of [buyer, seller]) await page.goto(`/pedido/${hash}#conversa`);
  const [mine, theirs] = [logOf(buyer.page), logOf(seller.page)];

  await write(buyer.page, `Oi ${mark}, já paguei.`);
  await theirs.getByText(`Oi ${mark}, já paguei.`).waitFor();
  await write(seller.page, `Obrigada ${mark}, começo agora.`);
  await mine.getByText(`Obrigada ${mark}, começo agora.`).waitFor();
  // Read messages are shown as read.
  await mine
    .getByRole('article', { name: /^Você, .*lida$/ })
    .last()
    .waitFor();

  await seller.page.locator('[data-slot=attachment-input]').setInputFiles({
    name: 'entrega.png',
    mimeType: 'image/png',
    buffer: await photo(),
  });
  await seller.page.getByRole('listitem').filter({ hasText: 'entrega.png' }).waitFor();
  await expect.poll(() => seller.page.getByRole('progressbar').count()).toBe(0);
  await write(seller.page, `Segue a foto ${mark}.`);
  const picture = mine.getByRole('img', { name: 'entrega.png' });
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  await warnedOfContacts(buyer.page);
  for (const { page } of [buyer, seller]) {
    await expectAccessible(page, 'an order with its conversation');
    await expectNoSideScroll(page, 'an order with its conversation');
  }
  await throughABrokenLine(buyer.page, theirs, hash);
  await keepsItsDraft(buyer.page);
  await leave(seller);
  // The browser itself reports the cut connection.
  expect(buyer.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(text))).toEqual([]);
  await buyer.close();
});

async function warnedOfContacts(page: Page): Promise<void> {
  await write(page, `Me chama no zap 11 98888-7777 ${mark}`);
  await page
    .getByRole('alert')
    .getByText(/Telefone, e-mail e links/)
    .waitFor();
  await page.getByRole('button', { name: 'Mudar a mensagem' }).click();
  await field(page).fill('');
}

/** Five messages while there is no connection, and a reload in between: each arrives once, in order. */
async function throughABrokenLine(page: Page, theirs: Locator, hash: string): Promise<void> {
  await page.context().setOffline(true);
  for (let number = 1; number <= 5; number++) await write(page, `Sem rede ${number} ${mark}`);
  await page.getByText('Sai quando a internet voltar').first().waitFor();
  await page.context().setOffline(false);
  for (let number = 1; number <= 5; number++) await theirs.getByText(`Sem rede ${number} ${mark}`).waitFor();
  await expect.poll(() => logOf(page).locator('[data-state=waiting], [data-state=sending]').count()).toBe(0);
  const said = await logOf(page)
    .getByText(/^Sem rede/)
    .allTextContents();
  expect(said).toEqual([1, 2, 3, 4, 5].map((number) => `Sem rede ${number} ${mark}`));
  await expect.poll(() => theirs.getByText(/^Sem rede/).allTextContents()).toEqual(said);
  const kept = await query<{ sequence: number; last: number }>(
    `select m.sequence, c.last_sequence as last from order_messages m join orders o on o.id = m.order_id
       join order_conversations c on c.order_id = o.id where o.hash = $1 order by 1`,
    [hash],
  );
  expect(kept.map(({ sequence }) => sequence)).toEqual(kept.map((_, index) => index + 1));
  expect(kept.at(-1)!.last).toBe(kept.length);
}

async function keepsItsDraft(page: Page): Promise<void> {
  await field(page).fill(`Rascunho ${mark}`);
  await page.reload();
  await field(page).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe(`Rascunho ${mark}`);
}

const logOf = (page: Page): Locator => page.getByRole('log', { name: /^Conversa com/ });
const field = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#bf5f40' } })
    .png()
    .toBuffer();
}

/** A paid order of the demo market with a pending delivery. */
async function paidOrder(): Promise<{ hash: string; buyer: string; seller: string }> {
  const [order] = await query<{ hash: string; buyer: string; seller: string }>(
    `select o.hash, b.email::text as buyer, s.email::text as seller from orders o
       join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
     where o.state in ('paid', 'in_delivery') order by o.id desc limit 1`,
    [],
  );
  return order!;
}

async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows as Row[];
}
