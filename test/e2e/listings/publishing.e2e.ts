import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { decision, expectDisabled } from '#test/e2e/staff.ts';
import { closeBrowser, leave, signIn, visit } from '#test/e2e/visitor.ts';

/** A listing between its seller and final review, through the screens only (`sale.e2e.ts` sells one). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** For changes that the server makes asynchronously. */
const patience = { timeout: 30_000 };
const phone = { width: 375, height: 812 };
const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0';
const mark = randomBytes(4).toString('hex');
const title = `Moldes ${mark} de costura em PDF`;
const newTitle = `${title}, com vídeo`;
const search = `/anuncios?q=moldes+${mark}`;
const wish = 'Diga os tamanhos na descrição.';

test('a listing created on a phone is corrected as requested, then changed while its old version stays on sale', async () => {
  const author = await visit(site.url, phone);
  const reviewer = await visit(site.url);
  const stranger = await visit(site.url, { ...phone, userAgent });
  await signIn(author, 'vendedora@demo.praca');
  await signIn(reviewer, 'suporte@demo.praca');
  await publish(author.page);
  expect(await titleAt(search)).toBeNull();

  await askForChange(reviewer.page);
  await mend(author.page);
  await approve(reviewer.page);
  await expect.poll(() => titleAt(search), patience).toBe(title);
  await open(stranger.page, search);
  await stranger.page.getByRole('link', { name: title }).click();
  await stranger.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await stranger.page.getByText('do tamanho 2 ao 12').first().waitFor();
  await seeVisit(author.page);

  await changeTitle(author.page);
  // The new text is not approved yet: visitors read the old one.
  const { pathname } = new URL(stranger.page.url());
  for (const address of [pathname, search]) expect(await titleAt(address)).toBe(title);
  await approve(reviewer.page);
  for (const address of [pathname, search])
    await expect.poll(() => titleAt(address), patience).toBe(newTitle);
  await leave(author, reviewer, stranger);
});

test('stock is changed by keyboard in its row: too much is refused with a text, and the focus returns', async () => {
  const seller = await visit(site.url);
  const { page } = seller;
  await signIn(seller, 'vendedora@demo.praca');
  await open(page, '/conta/anuncios');
  const number = page.getByRole('button', { name: /^Mudar Estoque de/ }).first();
  const label = (await number.getAttribute('aria-label'))!.replace(/^Mudar (.*):.*$/, '$1');
  await number.press('Enter');
  const field = page.getByLabel(label, { exact: true });
  await field.fill('1000');
  await field.press('Enter');
  await expect.poll(() => field.getAttribute('aria-invalid'), patience).toBe('true');
  await field.fill('7');
  await field.press('Enter');
  await expectFocus(page, `Mudar ${label}: 7 unidades`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expectFocus(page, `Mudar ${label}: 7 unidades`);
  await leave(seller);
});

async function publish(page: Page): Promise<void> {
  await open(page, '/anunciar');
  await chooseByTitle(page);
  await next(page);
  await page.getByRole('heading', { name: 'Fotos', exact: true }).waitFor();
  await next(page);
  await expectFocus(page, 'Adicionar fotos');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/images', (route) => released.then(() => route.continue()));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: await photo() });
  await page.getByText('Capa', { exact: true }).waitFor();
  await next(page);
  await warnOfContact(page);
  await page.getByLabel('Formato').selectOption('PDF');
  await page
    .getByLabel('Descrição')
    .fill('Doze moldes de roupa de criança, para imprimir em casa e costurar.');
  await page.getByRole('radio', { name: /Eu entrego/ }).click();
  await page.getByLabel('Prazo de entrega', { exact: true }).selectOption('24');
  await next(page);
  await page.getByLabel(/^Preço/).fill('3900');
  await next(page);
  await page.getByRole('checkbox', { name: /O item é meu/ }).check();
  const send = page.getByRole('button', { name: 'Publicar anúncio' });
  await expectDisabled(send);
  await send.hover();
  await page.getByRole('tooltip').getByText('Espere as fotos terminarem de subir.').waitFor();
  release();
  await send.click();
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
  await expectFocus(page, 'Anúncio enviado para revisão');
}

/** The title leads to its category; another one is a press away, and what was typed stays. */
async function chooseByTitle(page: Page): Promise<void> {
  const field = page.getByLabel('Título');
  await field.fill('Zap 11 98765-4321');
  await page.getByText(/^Tire “11 98765-4321”/).waitFor();
  await next(page);
  await page.getByText('Escolha uma categoria para continuar.').waitFor();
  await field.fill(title);
  await page.getByText(/^Tire “/).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Arquivos e modelos' }).click();
  await page.getByRole('button', { name: 'Outra categoria' }).click();
  await expectFocusedLabel(page, 'Procure pelo nome');
  await page.getByLabel('Procure pelo nome').fill('e-books');
  await page.getByRole('radio', { name: /› E-books$/ }).click();
  await page.getByRole('button', { name: 'Voltar às sugestões' }).click();
  await page.getByRole('radio', { name: 'E-books', checked: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe(title);
}

async function expectFocusedLabel(page: Page, label: string): Promise<void> {
  const isFocused = () => page.getByLabel(label).evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused, patience).toBe(true);
}

async function warnOfContact(page: Page): Promise<void> {
  const description = page.getByLabel('Descrição');
  await description.fill('Dúvidas em moldes@exemplo.com.br ou www.exemplo.com.br');
  await page.getByText(/^Tire “moldes@exemplo\.com\.br”, “www\.exemplo\.com\.br”/).waitFor();
}

/** The keyboard focus moves to the next step, never back to the top of the document. */
async function expectFocus(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await expect.poll(focused, patience).toBe(name);
}

const next = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true }).click();

async function openReview(page: Page): Promise<void> {
  await open(page, '/dashboard/revisao');
  await page
    .getByRole('link', { name: new RegExp(mark) })
    .first()
    .click();
  await page
    .getByRole('heading', { name: new RegExp(mark) })
    .first()
    .waitFor();
}

async function askForChange(page: Page): Promise<void> {
  await openReview(page);
  await page.getByRole('button', { name: /^Pedir ajuste/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir ajuste' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel('Mensagem para o vendedor').fill(wish);
  const decided = decision(page);
  await dialog.getByRole('button', { name: 'Pedir ajuste' }).click();
  await decided;
}

async function approve(page: Page): Promise<void> {
  await openReview(page);
  const decided = decision(page);
  await page.getByRole('button', { name: /^Aprovar anúncio/ }).click();
  await decided;
}

async function mend(page: Page): Promise<void> {
  await open(page, '/conta/anuncios?aba=ajuste');
  await page.getByRole('link', { name: `Corrigir: ${title}` }).press('Enter');
  await page.getByText('A equipe pediu um ajuste').waitFor();
  await page.getByText(wish).waitFor();
  await page.getByRole('link', { name: 'Editar detalhes' }).click();
  await page
    .getByLabel('Descrição')
    .fill('Doze moldes de roupa de criança, do tamanho 2 ao 12, para imprimir em casa e costurar.');
  await next(page);
  await page.getByRole('heading', { level: 1, name: 'Preço e plano' }).waitFor();
  await next(page);
  await page.getByRole('button', { name: 'Publicar anúncio' }).click();
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
}

/** The seller, who also opened the page, and the reviewing robot see one visit: the visitor's. */
async function seeVisit(page: Page): Promise<void> {
  await open(page, '/conta/anuncios');
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: `Editar: ${title}` }) });
  const visits = async () => {
    await open(page, '/conta/anuncios');
    return row.getByText(/^\d+ visitas? em 30 dias$/).textContent();
  };
  await expect.poll(visits, patience).toBe('1 visita em 30 dias');
}

async function changeTitle(page: Page): Promise<void> {
  await open(page, '/conta/anuncios');
  await page.getByRole('link', { name: `Editar: ${title}` }).press('Enter');
  await page.getByRole('link', { name: 'Editar título, fotos e detalhes' }).press('Enter');
  await page.getByLabel('Título').fill(newTitle);
  await page.getByText('Passa pela revisão: título').waitFor();
  await next(page);
  await page.getByRole('heading', { level: 1, name: 'Fotos' }).waitFor();
  await next(page);
  await page.getByRole('heading', { level: 1, name: 'Detalhes' }).waitFor();
  await next(page);
  await page.getByRole('heading', { level: 1, name: 'Preço e plano' }).waitFor();
  await next(page);
  await page.getByRole('button', { name: 'Enviar para revisão' }).click();
  await page.getByRole('region', { name: 'Mudança em revisão' }).waitFor();
}

/** The listing's title on a page that anybody may read; null when there is none. */
async function titleAt(address: string): Promise<string | null> {
  const answer = await fetch(site.url + address);
  return new RegExp(`>(Moldes ${mark}[^<]*)</(?:a|h1)>`).exec(await answer.text())?.[1] ?? null;
}

/** A drawn cover, as a phone would send it. */
function photo(): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: '#9db7a3' } })
    .png()
    .toBuffer();
}
