import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';

/** Going back closes overlays on the page, and a form goes back one step at a time (design §4.8). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phone = { width: 375, height: 812 };
const patience = { timeout: 20_000 };
const place = (page: Page) => expect.poll(() => page.evaluate(() => location.pathname), patience);
const addressOf = (page: Page) => expect.poll(() => page.evaluate(() => location.search), patience);

test('on a phone going back closes the support panel, and a panel closed by its button adds no entry', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await open(page, '/categorias');
  await page.getByRole('link', { name: 'Início' }).last().click();
  await place(page).toBe('/');
  const panel = page.getByRole('dialog', { name: 'Atendimento' });
  await openSupport(page);
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await place(page).toBe('/');

  await openSupport(page);
  await panel.getByRole('button', { name: 'Fechar atendimento' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.goBack();
  await place(page).toBe('/categorias');
  await leave(visitor);
});

test('the menu of a phone closes by going back, and stays closed on the page that one returns to', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await open(page, '/como-funciona');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: /menu/i }).first().click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  await place(page).toBe('/como-funciona');

  await page.getByRole('button', { name: /menu/i }).first().click();
  await menu.getByRole('link', { name: 'Categorias' }).click();
  // The address changes before the page is rendered; going back earlier would still show the menu.
  await page.getByRole('heading', { level: 1, name: 'Categorias' }).waitFor();
  await menu.waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Como funciona' }).waitFor();
  await place(page).toBe('/como-funciona');
  expect(await menu.count()).toBe(0);
  await leave(visitor);
});

test('a row of the staff lists is closed by going back, and closing it returns to where it was opened', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'admin@demo.praca');
  await open(page, '/dashboard');
  await page.getByRole('link', { name: 'Usuários' }).first().click();
  await place(page).toBe('/dashboard/usuarios');
  const sheet = page.getByRole('dialog', { name: /^@/ });
  const row = page.getByRole('main').getByRole('link', { name: /@/ }).first();
  await row.click();
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  await addressOf(page).toBe('');

  await row.click();
  await sheet.waitFor();
  await sheet.getByRole('button', { name: 'Fechar', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.goBack();
  await place(page).toBe('/dashboard');
  await leave(visitor);
});

test('each step of a new listing is one history entry: back from the photos leads to its category', async () => {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await open(page, '/anunciar');
  await page.getByLabel('Título').fill('Guia de receitas de pão em PDF');
  await page.getByRole('button', { name: 'Outra categoria' }).click();
  await page.getByRole('radio', { name: /› E-books$/ }).click();
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Fotos' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'O que você vai anunciar?' }).waitFor();
  await addressOf(page).toMatch(/^\?id=\d+&passo=categoria$/);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Fotos' }).waitFor();
  await leave(visitor);
});

/** Personal content is rendered after the page: `arrival` is that element, and the helper waits for it. */
async function shiftOf(path: string, arrival: (page: Page) => Promise<void>): Promise<number> {
  const visitor = await visit(site.url, phone);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await page.addInitScript(watchShifts);
  await open(page, path);
  await arrival(page);
  await page.reload({ waitUntil: 'networkidle' });
  await arrival(page);
  const shifted = await shiftsOf(page);
  await leave(visitor);
  return shifted;
}

/** Runs in the page: collects its layout shifts. */
function watchShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
  ).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );

test('the banner of an order with pending payment causes no layout shift on reload', async () => {
  const shifted = await shiftOf('/conta/favoritos', (page) =>
    page.getByRole('complementary', { name: 'Pedido esperando pagamento' }).waitFor(),
  );
  expect(shifted).toBeLessThanOrEqual(0.05);
});

test('the banner of unfinished work causes no layout shift on reload of the home page', async () => {
  const shifted = await shiftOf('/', (page) =>
    page.getByRole('heading', { name: 'Continue de onde parou' }).waitFor(),
  );
  expect(shifted).toBeLessThanOrEqual(0.01);
});

test('cards of notices cause no layout shift on the next visit, at another width', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  await open(page, '/conta/favoritos');
  await noticeCards(page).waitFor();
  // Another tab is another visit.
  const next = await visitor.context.newPage();
  await next.setViewportSize(phone);
  await next.addInitScript(watchShifts);
  await next.goto('/conta/favoritos', { waitUntil: 'networkidle' });
  await noticeCards(next).waitFor();
  expect(await shiftsOf(next)).toBeLessThanOrEqual(0.05);
  await leave(visitor);
});

const noticeCards = (page: Page) => page.getByRole('complementary', { name: 'Avisos novos' });

async function openSupport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Abrir atendimento/ }).press('Enter');
  // It is in the page before it is visible, and adds its history entry only then.
  const panel = page.locator('[data-slot=support-panel]');
  await expect.poll(() => panel.evaluate((shown) => shown === document.activeElement), patience).toBe(true);
}
