import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeBooks, hashOf, look, manualListing } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';

/**
 * Manual deliveries and refunds, through the screens only: a partial refund, a regret, a cancellation, a late seller,
 * and a withdrawal that the bank refuses. The last two move the clock.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const buyerLogin = 'compradora@demo.praca';
const sellerLogin = 'vendedora@demo.praca';
const password = 'praca-demo-2026';
const phone = { width: 375, height: 812 };

test('an order is paid, delivered manually and confirmed; then its seller refunds a part', async () => {
  const buyer = await visit(site.url, phone);
  await signIn(buyer, buyerLogin);
  const path = await buyWithPix(buyer.page);
  const bench = await visit(site.url);
  await payAtTheBench(bench.page, buyer.page);

  const vendor = await visit(site.url);
  await signIn(vendor, sellerLogin);
  await vendor.page.goto(path);
  await vendor.page.getByRole('button', { name: 'Iniciar entrega' }).click();
  await vendor.page.getByRole('heading', { name: 'Marcar como entregue' }).waitFor();
  await wishRefused(buyer.page, vendor.page, path);
  await vendor.page
    .getByLabel('Como você entregou')
    .fill('Deixei na portaria hoje às 10 h, com a Dona Inês.');
  await vendor.page.getByRole('button', { name: 'Marcar como entregue' }).click();
  await vendor.page.getByText('Entregue, falta confirmar').first().waitFor();

  await buyer.page.goto(path);
  await buyer.page.getByText('com a Dona Inês').first().waitFor();
  await buyer.page.getByRole('button', { name: 'Confirmar recebimento' }).press('Enter');
  await buyer.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Liberar R\$/ })
    .click();
  await buyer.page.getByRole('main').getByText('Concluído', { exact: true }).first().waitFor();
  await expectHowItEnded(buyer.page);

  await vendor.page.reload();
  await vendor.page.getByRole('button', { name: 'Devolver valor' }).click();
  const dialog = vendor.page.getByRole('alertdialog');
  await dialog.getByLabel('Valor do reembolso').fill('500');
  await dialog.getByLabel('Motivo').fill('Faltou um parafuso na caixa.');
  await dialog.getByRole('button', { name: /Devolver R\$\s5,00/ }).click();
  await dialog.waitFor({ state: 'hidden' });

  await expectRefundsSent(hashOf(buyer.page.url()));
  await buyer.page.goto(path);
  const refund = buyer.page.getByRole('region', { name: /Reembolso de R\$\s5,00/ });
  await refund.getByText('Devolvido', { exact: true }).waitFor();
  await refund.getByText('Faltou um parafuso na caixa.').waitFor();
  await expectSummaryAddsUp(vendor.page);
  await expectWholeBooks(site);
  await leave(buyer, bench, vendor);
}, 120_000);

/** The buyer asks to cancel, the seller refuses, and both read why. */
async function wishRefused(buyer: Page, vendor: Page, path: string): Promise<void> {
  await buyer.goto(path);
  await buyer.getByRole('button', { name: 'Pedir cancelamento' }).press('Enter');
  const asking = buyer.getByRole('alertdialog');
  await asking.getByRole('textbox').fill('Vou viajar na semana da entrega.');
  await asking.getByRole('button', { name: 'Pedir cancelamento' }).click();
  await asking.waitFor({ state: 'hidden' });
  await vendor.reload();
  await vendor.getByRole('button', { name: 'Recusar', exact: true }).click();
  const refusing = vendor.getByRole('alertdialog');
  await refusing.getByRole('textbox').fill('O pacote já saiu daqui hoje cedo.');
  await refusing.getByRole('button', { name: 'Recusar cancelamento' }).click();
  await refusing.getByText('Envie pelo menos uma imagem ou um PDF que prove o motivo.').waitFor();
  const proof = { name: 'envio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') };
  await refusing.getByLabel('Prova do motivo').setInputFiles(proof);
  await refusing.getByText('Enviado', { exact: true }).waitFor();
  await refusing.getByRole('button', { name: 'Recusar cancelamento' }).click();
  for (const page of [buyer, vendor]) {
    await page.getByRole('heading', { name: 'Cancelamento recusado' }).waitFor();
    await page.getByText('O pacote já saiu daqui hoje cedo.').waitFor();
  }
}

/** Price, refund and the commission on the rest add up to the seller's amount, to the centavo. */
async function expectSummaryAddsUp(page: Page): Promise<void> {
  await page.reload();
  const summary = page.locator('dl').filter({ hasText: 'Você recebe' });
  await summary.getByText('Reembolso').waitFor();
  const cents = (await summary.locator('dd').allTextContents()).map((text) =>
    Number(text.replace('−', '-').replaceAll(/[^-0-9]/g, '')),
  );
  expect(cents[1]).toBe(-500);
  expect(cents[0]! + cents[1]! + cents[2]!).toBe(cents[3]);
}

test('a category requires an image, and its seller delivers with it', async () => {
  const [order] = await look<{ hash: string; seller: string; buyer: string }>(
    site,
    `select o.hash, s.email::text as seller, b.email::text as buyer from orders o join users b on b.id = o.buyer_id
       join users s on s.id = o.seller_id where o.state = 'paid' and o.delivery_type = 'manual'
       and o.delivery_proof = 'file' and s.email like '%@demo.praca' and b.email like '%@demo.praca'
       order by o.id desc limit 1`,
  );
  const { hash, seller, buyer: buyerOf } = order!;
  const vendor = await visit(site.url, phone);
  await signIn(vendor, seller);
  const { page } = vendor;
  await page.goto(`/pedido/${hash}`);
  await page.getByText('Quem vende prova a entrega com uma imagem ou um PDF.').waitFor();
  await page.getByRole('button', { name: 'Iniciar entrega' }).click();
  await page.getByLabel('Como você entregou').fill('Postei hoje às 10 h, com seguro.');
  await page.getByRole('button', { name: 'Marcar como entregue' }).click();
  await page.getByRole('alert').getByText('Envie pelo menos uma imagem ou um PDF').waitFor();
  const choose = page.getByLabel('Imagem ou PDF da entrega');
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c93' } })
    .png()
    .toBuffer();
  await choose.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('Nota') });
  await page.getByText('nota.txt: Envie uma imagem JPG, PNG ou WebP, ou um PDF.').waitFor();
  await choose.setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: photo });
  await page.getByText('Enviado', { exact: true }).waitFor();
  await expectAccessible(page, 'a delivery with its proof');
  // The text and the uploaded files are there again.
  await page.reload();
  await page.getByText('recibo.png').waitFor();
  await expect
    .poll(() => page.getByLabel('Como você entregou').inputValue())
    .toBe('Postei hoje às 10 h, com seguro.');
  await page.getByRole('button', { name: 'Marcar como entregue' }).click();
  await page.getByText('Entregue, falta confirmar').first().waitFor();

  const buyer = await visit(site.url);
  await signIn(buyer, buyerOf);
  await buyer.page.goto(`/pedido/${hash}`);
  await buyer.page.getByRole('button', { name: 'Ver imagem recibo.png' }).click();
  const image = buyer.page.getByRole('img', { name: /Prova recibo\.png/ });
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(60);
  await buyer.page.getByText('Integridade, 1 abertura').waitFor();
  await leave(vendor, buyer);
}, 120_000);

test('a buyer regrets unrevealed codes and is refunded at once, with a protocol number', async () => {
  const { hash } = await orderOf(
    `o.state = 'delivered' and o.delivery_type = 'automatic' and o.revealed_at is null`,
  );
  const buyer = await visit(site.url, phone);
  await signIn(buyer, buyerLogin);
  await buyer.page.goto(`/pedido/${hash}`);
  await buyer.page.getByRole('button', { name: 'Desistir da compra' }).press('Enter');
  const dialog = buyer.page.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: /No meu saldo/ }).click();
  await dialog.getByRole('button', { name: 'Desistir da compra' }).click();
  await buyer.page.getByRole('main').getByText('Reembolsado', { exact: true }).first().waitFor();
  // The notice card, which may be collapsed, says it too.
  const told = buyer.page
    .getByRole('main')
    .getByText(/ARR-[0-9A-Z]{4}/)
    .first();
  await told.waitFor();
  // A notice card covers the banner of pending tasks: it is shown once a visit.
  await buyer.page.reload();
  await told.waitFor();
  await buyer.page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(buyer.page, 'an order that was regretted');
  await expectWholeBooks(site);
  await leave(buyer);
}, 120_000);

test('a buyer asks to cancel a started delivery, and the seller agrees', async () => {
  const { hash, seller } = await orderOf(
    `o.state = 'in_delivery' and not exists (select from cancellation_requests q where q.order_id = o.id)`,
  );
  const buyer = await visit(site.url, phone);
  await signIn(buyer, buyerLogin);
  await buyer.page.goto(`/pedido/${hash}`);
  await buyer.page.getByRole('button', { name: 'Pedir cancelamento' }).press('Enter');
  const asking = buyer.page.getByRole('alertdialog');
  await asking.getByRole('textbox').fill('Comprei por engano o modelo errado.');
  await asking.getByRole('button', { name: 'Pedir cancelamento' }).click();
  await buyer.page
    .getByText(/^Você pediu o cancelamento/)
    .first()
    .waitFor();

  const vendor = await visit(site.url);
  await signIn(vendor, seller);
  // Without an answer the sale would be cancelled, so it is among the seller's tasks.
  await vendor.page.goto('/conta');
  await vendor.page
    .getByText(/pediu cancelamento\. Responda até/)
    .first()
    .waitFor();
  await vendor.page.goto(`/pedido/${hash}`);
  await vendor.page.getByText('Comprei por engano o modelo errado.').waitFor();
  await vendor.page.getByRole('button', { name: 'Aceitar cancelamento' }).click();
  await vendor.page.getByRole('alertdialog').getByRole('button', { name: 'Aceitar cancelamento' }).click();
  await vendor.page.getByRole('main').getByText('Cancelado', { exact: true }).first().waitFor();

  await expectRefundsSent(hash);
  await buyer.page.reload();
  await buyer.page
    .getByRole('region', { name: /^Reembolso de/ })
    .getByText('Devolvido', { exact: true })
    .waitFor();
  await expectWholeBooks(site);
  await leave(buyer, vendor);
}, 120_000);

test('a late seller loses the sale, and a withdrawal that the bank returns comes back completely with its reason', async () => {
  const { hash, seller } = await orderOf(`o.state = 'paid' and o.delivery_type = 'manual'`);
  const late = await visit(site.url);
  await signIn(late, seller);
  await late.page.goto(`/pedido/${hash}`);
  await late.page.getByRole('button', { name: 'Iniciar entrega' }).click();
  await late.page.getByRole('button', { name: 'Marcar como entregue' }).waitFor();
  const vendor = await visit(site.url, phone);
  // The session ends on the way, so the token is set where the form stores it.
  await people.logIn(vendor.page, { email: sellerLogin, password });
  const { app } = await people.enrolApp(vendor.page);
  const bench = await visit(site.url);
  await people.moveClock(bench.page, '+8 dias');

  const buyer = await visit(site.url, phone);
  await signIn(buyer, buyerLogin);
  await expectGivenBack(buyer.page, hash);

  await vendor.page.goto('/conta/transacoes');
  await vendor.page.waitForURL((url) => url.pathname === '/auth/login');
  await people.enterPassword(vendor.page, { email: sellerLogin, password });
  await people.enterCode(vendor.page, app);
  await vendor.page.waitForURL((url) => url.pathname === '/conta/transacoes');
  const before = await freeCents();
  await withdraw(vendor.page, 10_002);
  const boss = await visit(site.url);
  await signIn(boss, 'admin@demo.praca');
  await people.approveWithdrawal(boss.page, 'helena_vende');
  await retryInVain(boss.page, 'helena_vende');
  await expectReturned(vendor.page);
  expect(await freeCents()).toBe(before);

  await withdraw(vendor.page, 2_000, app);
  await people.approveWithdrawal(boss.page, 'helena_vende');
  await sendBackAtTheBench(bench.page);
  await expectSentBack(vendor.page);
  expect(await freeCents()).toBe(before);
  await expectWholeBooks(site);
  await leave(late, vendor, bench, buyer, boss);
}, 180_000);

/** A phone shows the end of a finished history, and expands it without losing the scroll position. */
async function expectHowItEnded(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByText('Recebimento confirmado').waitFor();
  await main.getByRole('button', { name: 'Ver histórico completo' }).press('Enter');
  await main.getByText('Pedido feito').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('ol');
}

/** The demo buyer's newest order of this kind that a demo seller sold, without any refund. */
async function orderOf(which: string): Promise<{ hash: string; seller: string }> {
  const [order] = await look<{ hash: string; seller: string }>(
    site,
    `select o.hash, s.email::text as seller from orders o join users b on b.id = o.buyer_id
       join users s on s.id = o.seller_id
     where b.email = $1 and s.email like '%@demo.praca' and ${which}
       and not exists (select from refunds r where r.order_id = o.id) order by o.id desc limit 1`,
    [buyerLogin],
  );
  return order!;
}

/** @returns the path of the order */
async function buyWithPix(page: Page): Promise<string> {
  await page.goto(`/anuncio/${await manualListing(site)}`);
  await people.startBuying(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ir para o pagamento/ })
    .click();
  await page.waitForURL(/\/pedido\//);
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  return new URL(page.url()).pathname;
}

async function payAtTheBench(bench: Page, waiting: Page): Promise<void> {
  const heading = await waiting.getByRole('heading', { level: 1 }).textContent();
  await bench.goto('/dev');
  const code = /Pedido (\w+)/.exec(heading!)![1]!;
  await bench
    .getByRole('listitem')
    .filter({ hasText: code })
    .getByRole('button', { name: /^Pagar:/ })
    .click();
  // The page updates by itself.
  await waiting.getByRole('main').getByText('Pago', { exact: true }).first().waitFor();
}

/** P15: a day after the promised time the order is cancelled and every centavo is refunded. */
async function expectGivenBack(page: Page, hash: string): Promise<void> {
  await page.goto(`/pedido/${hash}`);
  await page.getByRole('main').getByText('Cancelado', { exact: true }).first().waitFor();
  await expectRefundsSent(hash);
  await page.reload();
  const [{ cents } = { cents: '' }] = await look<{ cents: string }>(
    site,
    'select total_cents as cents from orders where hash = $1',
    [hash],
  );
  const amount = (Number(cents) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  const refund = page.getByRole('region', { name: new RegExp(`^Reembolso de R\\$\\s${amount}$`) });
  await refund.getByText('Devolvido', { exact: true }).waitFor();
}

/** Refunds are sent in the background; a page that is just being opened would miss the live update. */
async function expectRefundsSent(hash: string): Promise<void> {
  await expect
    .poll(() =>
      look(
        site,
        'select distinct r.state from refunds r join orders o on o.id = r.order_id where o.hash = $1',
        [hash],
      ),
    )
    .toEqual([{ state: 'completed' }]);
}

async function freeCents(): Promise<number> {
  const [row] = await look<{ cents: string }>(
    site,
    `select a.credits - a.debits as cents from money.accounts a join users u on u.id = a.case_id
     where a.kind = 'available' and u.email = $1`,
    [sellerLogin],
  );
  return Number(row!.cents);
}

/** The simulated bank refuses amounts that end in R$ 100,02; the fee is included. */
/** @param app whose code is asked for: the one of the sign-in was used by an earlier withdrawal */
async function withdraw(page: Page, netCents: number, app?: people.App): Promise<void> {
  await page.getByRole('button', { name: 'Sacar', exact: true }).first().press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Sacar por Pix' });
  await sheet.getByText('Cai no banco').waitFor();
  const free = await sheet.getByText('Grátis', { exact: true }).count();
  await sheet.getByLabel('Quanto').fill(String(netCents + (free ? 0 : 250)));
  await sheet
    .getByText((netCents / 100).toFixed(2).replace('.', ','))
    .first()
    .waitFor();
  await sheet.getByRole('button', { name: 'Confirmar saque' }).click();
  if (app) {
    await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
    await people.enterCode(page, app);
  }
  await page.getByRole('main').getByText('Solicitado').first().waitFor();
}

/** Staff retry without the delays between the three attempts, unless a delay has passed anyway. */
async function retryInVain(page: Page, username: string): Promise<void> {
  await page.goto('/dashboard/saques?aba=processando');
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByText(/^O banco recusou: /).waitFor();
  await row.getByText(/^Tentativa [12] de 3/).waitFor();
  const again = row.getByRole('button', { name: /^Tentar de novo/ });
  while (await row.isVisible()) await again.press('Enter', { timeout: 2_000 }).catch(() => undefined);
}

/** The bank had paid it, and returns it. */
async function sendBackAtTheBench(page: Page): Promise<void> {
  const payouts = page.getByRole('button', { name: /^Devolver: .*R\$\s20,00$/ });
  // The bank pays in the background, and the simulator's page does not update by itself.
  await expect
    .poll(
      async () => {
        await page.goto('/dev');
        await page.getByRole('heading', { level: 1 }).waitFor();
        return payouts.count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  await payouts.first().press('Enter');
  await page.getByText('Devolvido', { exact: true }).first().waitFor();
}

/** The dates of payment and return, above the withdrawal that never arrived. */
async function expectSentBack(page: Page): Promise<void> {
  // The page stays open and updates by itself.
  await page
    .getByText(/Pago em .* e devolvido pelo banco em .*voltaram inteiros ao seu saldo/)
    .waitFor({ timeout: 40_000 });
}

/** After three refusals: the reason, where the money is, and the next action. */
async function expectReturned(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto('/conta/transacoes');
        await page.getByRole('heading', { name: 'Saques' }).waitFor();
        return page.getByText('Devolvido ao saldo', { exact: true }).count();
      },
      { timeout: 40_000, interval: 1_000 },
    )
    .toBeGreaterThan(0);
  const words = page.getByText(/O banco devolveu.*voltaram inteiros ao seu saldo.*peça outro saque/);
  await words.waitFor();
  expect((await words.boundingBox())!.width).toBeGreaterThan(page.viewportSize()!.width * 0.7);
  await expectAccessible(page, 'a withdrawal that came back');
}
