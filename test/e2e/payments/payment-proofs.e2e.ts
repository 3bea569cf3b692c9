import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeBooks, hashOf, look, manualListing } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';

/** Payments, through the screens only: manual with a payment proof, and Pix by keyboard alone. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };

test('a payment proof sent from the banner is matched with the statement, and the order is paid', async () => {
  const buyer = await visit(site.url, phone);
  await signIn(buyer, 'compradora@demo.praca');
  const order = await buyByHand(buyer.page, 0);
  await sendFromStrip(buyer.page, order.cents, 1);

  const boss = await visit(site.url);
  await signIn(boss, 'admin@demo.praca');
  // The person who loads a statement cannot approve by it (ADR 0074).
  const loader = await visit(site.url);
  await signIn(loader, 'admin2@demo.praca');
  await loadStatement(loader.page, order.cents);
  await leave(loader);
  await openReceipt(boss.page, order.code);
  await boss.page.keyboard.press('a');
  await boss.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Aprovar R\$/ })
    .click();
  await boss.page.getByText('Comprovante aprovado').first().waitFor();

  await buyer.page.goto(order.path);
  await buyer.page.getByRole('main').getByText('Pago', { exact: true }).first().waitFor();
  await expectWholeBooks(site);
  await leave(buyer, boss);
}, 120_000);

test('a refused payment proof says why, and another may be sent', async () => {
  const buyer = await visit(site.url, phone);
  await signIn(buyer, 'compradora@demo.praca');
  const order = await buyByHand(buyer.page, 1);
  await buyer.page.getByRole('button', { name: 'Enviar comprovante' }).press('Enter');
  await fillReceipt(buyer.page, order.cents, 2);
  await buyer.page.getByText('Comprovante em análise').waitFor();

  const boss = await visit(site.url);
  await signIn(boss, 'admin@demo.praca');
  await openReceipt(boss.page, order.code);
  await boss.page.keyboard.press('r');
  await boss.page.getByRole('radio', { name: /^Ilegível/ }).click();
  await boss.page.getByRole('button', { name: 'Recusar comprovante' }).click();
  await boss.page.getByText('Comprovante recusado').first().waitFor();

  await buyer.page.goto(order.path);
  await buyer.page.getByText('O último comprovante foi recusado').waitFor();
  await buyer.page.getByText(/Não deu para ler o comprovante/).waitFor();
  await sendFromStrip(buyer.page, order.cents, 3);
  await buyer.page.goto(order.path);
  await buyer.page.getByText(/2º envio/).waitFor();
  await expectAccessible(buyer.page, 'an order whose receipt is examined');
  await leave(buyer, boss);
}, 120_000);

test('buying with Pix takes 16 Tab stops at most', async () => {
  const buyer = await visit(site.url);
  const { page } = buyer;
  await signIn(buyer, 'compradora@demo.praca');
  await page.goto(`/anuncio/${await manualListing(site, 2)}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).evaluate((heading: HTMLElement) => {
    // The element that a navigation within the site focuses.
    heading.tabIndex = -1;
    heading.focus();
  });
  let stops = await tabTo(page, /^Comprar/);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Revise sua compra' });
  await sheet.getByRole('radio', { name: /^Pix/ }).first().waitFor();
  await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  stops += await tabTo(page, /^Pix/);
  const chosen = (name: RegExp) => page.getByRole('radio', { name, checked: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await chosen(/^Cartão/);
  await pressBriefly(page, 'ArrowUp');
  await chosen(/^Pix/);
  expect(await focused(page)).toMatch(/^Pix/);
  stops += await tabTo(page, /^Ir para o pagamento/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/pedido\//);
  const copy = page.getByRole('button', { name: 'Copiar código Pix' });
  await copy.waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Pedido/);
  stops += await tabTo(page, /^Copiar código Pix/);
  await page.keyboard.press('Enter');
  await page
    .getByText(/Código copiado/)
    .first()
    .waitFor();
  expect(stops).toBeLessThanOrEqual(16);
  await leave(buyer);
}, 120_000);

/** The accessible name of the focused element, which must be visible. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const named = element.getAttribute('aria-labelledby');
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    const name = named ? document.getElementById(named)?.textContent : (label ?? element.textContent);
    return (element.getAttribute('aria-label') ?? name ?? '').trim();
  });
}

/** A key that is released before the page reacts. */
async function pressBriefly(page: Page, key: string): Promise<void> {
  await page.evaluate((pressed) => {
    for (const kind of ['keydown', 'keyup'])
      document.activeElement!.dispatchEvent(new KeyboardEvent(kind, { key: pressed, bubbles: true }));
  }, key);
}

/** Presses Tab until that element has the focus. @returns the number of presses */
async function tabTo(page: Page, name: RegExp): Promise<number> {
  const passed: string[] = [];
  while (passed.length < 20) {
    // In sequence: each stop follows the previous one.
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('Tab');
    // oxlint-disable-next-line no-await-in-loop
    const at = await focused(page);
    passed.push(at);
    if (name.test(at)) return passed.length;
  }
  throw new Error(`${name} is not among ${passed.join(' · ')}`);
}

async function buyByHand(page: Page, place: number): Promise<{ path: string; code: string; cents: number }> {
  await page.goto(`/anuncio/${await manualListing(site, place)}`);
  await people.startBuying(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: /^Pix com comprovante/ }).click();
  await sheet.getByRole('button', { name: /Ir para o pagamento/ }).click();
  await page.waitForURL(/\/pedido\//);
  await page.getByText('Valor exato da transferência').waitFor();
  const { pathname } = new URL(page.url());
  const [order] = await look<{ cents: string }>(
    site,
    'select total_cents as cents from orders where hash = $1',
    [hashOf(page.url())],
  );
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  return { path: pathname, code: /Pedido (\w+)/.exec(title!)![1]!, cents: Number(order!.cents) };
}

async function sendFromStrip(page: Page, cents: number, seed: number): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('complementary', { name: 'Pedido esperando pagamento' })
    .getByRole('button', { name: 'Enviar comprovante' })
    // New notices may cover it on a phone.
    .press('Enter');
  await fillReceipt(page, cents, seed);
}

async function fillReceipt(page: Page, cents: number, seed: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Enviar comprovante do pedido/ });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'comprovante.png', mimeType: 'image/png', buffer: await picture(seed) });
  await dialog.getByLabel('Nome de quem pagou').fill('Clara Nascimento');
  await dialog.getByLabel('Banco de onde saiu').fill('Banco Azul');
  await dialog.getByLabel('Valor do comprovante').fill(String(cents));
  await dialog.getByRole('checkbox').check();
  const send = dialog.getByRole('button', { name: 'Enviar comprovante' });
  await expect.poll(() => send.getAttribute('aria-disabled')).not.toBe('true');
  await send.click();
  await page.getByText('Comprovante recebido').first().waitFor();
}

/** Pictures that differ: a payment proof must be new on the platform. */
function picture(seed: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="600" height="900" fill="#fff"/><rect y="${seed * 150}" width="${seed * 120}" height="140" fill="#1d4ed8"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

async function loadStatement(page: Page, cents: number): Promise<void> {
  await page.goto('/dashboard/comprovantes');
  await page.getByRole('button', { name: 'Carregar extrato' }).press('Enter');
  const [clock] = await look<{ now: Date }>(site, 'select market_now() as now');
  const line = `E2E0001;${clock!.now.toISOString()};${(cents / 100).toFixed(2)};CLARA NASCIMENTO;11144477735`;
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'extrato.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id;data;valor;nome;documento\n${line}\n`),
  });
  await dialog.getByRole('button', { name: 'Carregar extrato' }).click();
  await dialog.getByText('1 linha nova').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
}

async function openReceipt(page: Page, code: string): Promise<void> {
  await page.goto('/dashboard/comprovantes');
  await page
    .getByRole('navigation', { name: 'Fila' })
    .getByRole('link', { name: new RegExp(code) })
    .click();
  await page.getByRole('heading', { name: `Pedido ${code}` }).waitFor();
}
