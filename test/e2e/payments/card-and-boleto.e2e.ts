import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { freePort } from '#test/process/server-process.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, leave, visit } from '#test/e2e/visitor.ts';

/**
 * One purchase by card, after a refusal and a change of the method, another by boleto and a third by a Pix in two
 * parts, through the screens only. The card's number is typed into the bank's frame and never leaves it.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const newcomer = { email: 'vendedor@demo.praca', password: 'praca-demo-2026' };
const buyer = { email: 'compradora@demo.praca', password: 'praca-demo-2026' };

test('a card is declined with its reason, and another pays the same order', async () => {
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await people.logIn(page, buyer);
  await buyWith(page, /^Cartão de crédito/);
  await page.getByRole('heading', { name: 'Cartão de crédito' }).waitFor();

  await withoutFields(page);

  // The frame is loaded again, so its script can run only after its fields are shown.
  await typeCard(page, '4000000000000002');
  expect(await reachOf(page)).toEqual({ site: 'SecurityError', origin: 'null' });
  await pay(page);
  // The button is a screen below: the reply scrolls into view and takes the focus.
  const declined = page.getByText('O cartão não tem limite para este valor.');
  await declined.waitFor();
  await expect.poll(() => isInView(declined)).toBe(true);
  await expect.poll(() => focused(page)).toBe('Pagamento');

  await typeCard(page, '4111111111111111');
  await page.getByLabel('Parcelas').selectOption('2');
  await pay(page);
  await page
    .getByRole('heading', { name: 'Pagamento confirmado' })
    .or(page.getByText('Pago', { exact: true }))
    .first()
    .waitFor();
  expect(await paidWith(page)).toEqual({ method: 'card', state: 'confirmed', card_last4: '1111' });
  expect(
    sent.filter((request) => /4111111111111111|4000000000000002/.test(request.replaceAll(' ', ''))),
  ).toEqual([]);
  await leave({ page, ...visitor });
}, 120_000);

test('a card in installments has the same figures from the listing to its refund', async () => {
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(page, buyer);
  const { offer, price } = await offerOf(page);
  await buyWith(page, /^Cartão de crédito/);
  await typeCard(page, '4111111111111111');
  const plans = page.getByLabel('Parcelas');
  await expect.poll(() => plans.locator('option').last().textContent()).toContain(offer);
  await plans.selectOption('3');
  const [, interest, total] = /\+ juros do cartão (R\$\s[\d.,]+) = (R\$\s[\d.,]+)/.exec(
    (await page.getByText(/^Compra R\$.* juros do cartão/).textContent())!,
  )!;
  await pay(page, `Pagar ${total}`);
  await expect.poll(() => valueOf(page, 'Total pago')).toBe(total);
  expect(await valueOf(page, 'Total do pedido')).toBe(price);
  expect(await valueOf(page, 'Juros do cartão')).toBe(interest);
  expect(await valueOf(page, 'Parcelas no cartão')).toContain('3× de R$');

  await page.getByRole('button', { name: 'Cancelar compra' }).click();
  await page.getByRole('alertdialog').getByText(`Os juros das parcelas, ${interest}, não passam`).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar compra' }).click();
  const refund = page.getByRole('region', { name: `Reembolso de ${price}` });
  await refund.waitFor();
  await page.getByText(`Os juros das parcelas, ${interest}, não passam pela`).first().waitFor();
  expect(await valueOf(page, 'Reembolso')).toBe(price);
  expect(await valueOf(page, 'Total pago')).toBe(total);
  await leave({ page, ...visitor });
}, 120_000);

test('a card is typed into fields of another origin, which can read nothing of the site', async () => {
  const port = String(await freePort());
  const apart = await openSite({ PORT: port, CARD_FIELDS_URL: `http://127.0.0.1:${port}` });
  onTestFinished(() => apart.close());
  const { page, ...visitor } = await visit(apart.url);
  await people.logIn(page, buyer);
  await buyWith(page, /^Cartão de crédito/);
  await typeCard(page, '4111111111111111');
  expect(await reachOf(page)).toEqual({ site: 'SecurityError', origin: `http://127.0.0.1:${port}` });
  await pay(page);
  await page
    .getByRole('heading', { name: 'Pagamento confirmado' })
    .or(page.getByText('Pago', { exact: true }))
    .first()
    .waitFor();
  await leave({ page, ...visitor });
}, 120_000);

test('an expired Pix of a pending order can be renewed, and the boleto before it has expired too', async () => {
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  const bench = await visit(site.url);
  await people.logIn(page, buyer);
  await buyWith(page, /^Boleto/);
  await page.getByRole('button', { name: 'Copiar código do boleto' }).waitFor();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Pagamento');

  await people.moveClock(bench.page, '+1 hora');
  await page.reload();
  await page.getByText('Este Pix venceu').waitFor();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await leave({ page, ...visitor }, bench);
}, 120_000);

test('a boleto has a line to copy and a barcode, and the page moves on when it is paid', async () => {
  const { page, ...visitor } = await visit(site.url);
  const bench = await visit(site.url);
  await people.logIn(page, buyer);
  await buyWith(page, /^Boleto/);
  await page.getByRole('button', { name: 'Copiar código do boleto' }).waitFor();
  await page.getByRole('img', { name: 'Código de barras do boleto' }).waitFor();
  const title = await page.getByRole('link', { name: /.+/ }).first().textContent();
  expect(title).toBeTruthy();

  await bench.page.goto('/dev');
  await bench.page
    .getByRole('listitem')
    .filter({ hasText: 'Boleto' })
    .getByRole('button', { name: /^Pagar:/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Copiar código do boleto' }).waitFor({ state: 'detached' });
  expect(await paidWith(page)).toMatchObject({ method: 'boleto', state: 'confirmed' });
  await leave({ page, ...visitor }, bench);
}, 120_000);

test('a boleto asks for the CPF that the account lacks, beside the chosen method', async () => {
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  await query(
    `update users set cpf = null, full_name = null, birth_date = null, identity_verified_at = null,
       proven_document = null, document_proven_at = null, document_proven_by = null where email = $1`,
    [newcomer.email],
  );
  await people.logIn(page, newcomer);
  await page.goto(`/anuncio/${await slugOnSale()}`);
  await people.startBuying(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: /^Boleto/ }).click();
  await sheet.getByLabel('Nome de quem paga').fill('Clara Nunes');
  await sheet.getByLabel('CPF ou CNPJ de quem paga').fill('11144477700');
  await sheet.getByRole('button', { name: /Ir para o pagamento/ }).click();
  await sheet.getByText('Este CPF ou CNPJ não existe. Confira os números.').waitFor();
  await expect.poll(() => sheet.getByLabel('Nome de quem paga').inputValue()).toBe('Clara Nunes');
  await expect.poll(() => sheet.getByRole('radio', { name: /^Boleto/ }).isChecked()).toBe(true);
  await sheet.getByLabel('CPF ou CNPJ de quem paga').fill('11144477735');
  await sheet.getByRole('button', { name: /Ir para o pagamento/ }).click();
  await page.waitForURL(/\/pedido\//);
  await page.getByRole('button', { name: 'Copiar código do boleto' }).waitFor();

  // A method chosen later asks in the same way.
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await page.getByRole('button', { name: 'Pagar com boleto' }).click();
  await page.getByLabel('Nome de quem paga').fill('Clara Nunes');
  await page.getByLabel('CPF ou CNPJ de quem paga').fill('11144477735');
  await page.getByRole('button', { name: 'Pagar com boleto com estes dados' }).click();
  await page.getByRole('button', { name: 'Copiar código do boleto' }).waitFor();
  await leave({ page, ...visitor });
}, 120_000);

test('a partly paid Pix states the missing amount, and the rest pays the order', async () => {
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  const bench = await visit(site.url);
  await people.logIn(page, buyer);
  await buyWith(page, /^Pix(?! com)/);
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
  await payAtBench(bench.page, 'Pagar valor menor', 'Pagamento a menor enviado');
  const missing = page.locator('[data-slot="banner"]', { hasText: 'Faltam R$' });
  await missing.waitFor();
  await payAtBench(bench.page, 'Pagar', 'Pagamento enviado');
  await missing.waitFor({ state: 'detached' });
  expect(await paidWith(page)).toMatchObject({ method: 'pix', state: 'confirmed' });
  await leave({ page, ...visitor }, bench);
}, 120_000);

/** Price and installments as the listing's page and its card in the search show them. */
async function offerOf(page: Page): Promise<{ price: string; offer: string }> {
  const slug = await slugOnSale();
  await page.goto(`/anuncio/${slug}`);
  const text = (await page.getByText(/^\d+× de R\$.* no cartão/).textContent())!;
  const price = (await page.locator('[data-slot="price"]').first().textContent())!;
  const offer = /^\d+× de R\$\s[\d.,]*\d/.exec(text)![0];
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await page.goto(`/anuncios?q=${encodeURIComponent(title)}`);
  const card = page.locator('[data-slot="listing-card"]', { has: page.locator(`[data-card="${slug}"]`) });
  await card.getByText(offer, { exact: true }).waitFor();
  return { price, offer };
}

/** A line of the order's summary. */
const valueOf = async (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()
    .textContent();

/** The provider's fields fail to load: pressing says so instead of waiting forever, and loads them again. */
async function withoutFields(page: Page): Promise<void> {
  await page.route('**/dev/card-fields?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await page.getByText('Os campos do cartão não responderam').waitFor();
  await page.unroute('**/dev/card-fields?*');
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
}

/** By keyboard: right after a scroll the browser may send a click to the provider's frame, where the button was not. */
const pay = (page: Page, name: string | RegExp = /^Pagar R\$/) =>
  page.getByRole('button', { name }).press('Enter');

const isInView = (what: Locator) =>
  what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** The newest pending Pix at the simulated bank. */
async function payAtBench(page: Page, way: string, done: string): Promise<void> {
  await page.goto('/dev');
  const charge = page.getByRole('listitem').filter({ hasText: 'Aberta' }).filter({ hasText: 'Pix' });
  await charge
    .getByRole('button', { name: new RegExp(`^${way}: `) })
    .first()
    .click();
  await page.getByText(done, { exact: true }).first().waitFor();
}

/** A listing of another person with manual delivery, so that the order keeps its state after the payment. */
async function buyWith(page: Page, method: RegExp): Promise<void> {
  await page.goto(`/anuncio/${await slugOnSale()}`);
  await people.startBuying(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: method }).click();
  await sheet.getByRole('button', { name: /Ir para o pagamento/ }).click();
  await page.waitForURL(/\/pedido\//);
}

async function slugOnSale(): Promise<string> {
  const listing = await query<{ slug: string }>(
    `select l.slug from listings l join users u on u.id = l.seller_id
     where l.state = 'published' and l.delivery_type = 'manual' and l.stock > 0 and l.price_cents > 2000
       and u.email <> all ($1::text[]) order by l.id limit 1`,
    [[buyer.email, newcomer.email]],
  );
  return listing!.slug;
}

/** The data of the page that a script in the provider's frame could read, among them the session's token. */
async function reachOf(page: Page): Promise<{ site: string; origin: string }> {
  const fields = page.frameLocator('iframe[title="Dados do cartão"]');
  return fields.locator('body').evaluate(() => {
    let reached = 'all of it';
    try {
      void parent.localStorage.length;
    } catch (error) {
      reached = (error as Error).name;
    }
    return { site: reached, origin: self.origin };
  });
}

async function typeCard(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Dados do cartão"]');
  await fields.getByLabel('Número do cartão').fill(number);
  // The site's own fonts, or the frame would look foreign.
  await expect.poll(() => fields.locator('body').evaluate(letters)).toEqual(['Figtree Variable loaded']);
  await fields.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
  await fields.getByLabel('Validade').fill('1239');
  await fields.getByLabel('Código de segurança').fill('123');
}

async function paidWith(page: Page): Promise<object | undefined> {
  const hash = new URL(page.url()).pathname.split('/').at(-1);
  let found: { state?: string } | undefined;
  await expect
    .poll(async () => {
      found = await query(
        `select p.method, p.state, p.card_last4 from payments p join orders o on o.id = p.order_id
         where o.hash = $1 order by p.id desc limit 1`,
        [hash],
      );
      return found?.state;
    })
    .toBe('confirmed');
  return found;
}

async function query<T>(text: string, values: unknown[]): Promise<T | undefined> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  return client
    .query(text, values)
    .then(({ rows }) => rows[0])
    .finally(() => client.end());
}

function letters(): string[] {
  return [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`);
}
