import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, signOut } from '#test/e2e/people.ts';
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

/** Results by the place that listings are sent from (S13). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const saoPaulo = 3_550_308;
/** Without listings, and 15 km from those of São Paulo. */
const guarulhos = 3_518_800;

test('a city is chosen by keyboard, shown as a filter, sorted by distance, remembered and offered again', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, '/anuncios');
  const filters = page.getByRole('complementary', { name: 'Filtros' });
  await filters.getByRole('button', { name: 'Cidade ou CEP' }).press('Enter');
  const city = filters.getByRole('combobox', { name: 'Cidade' });
  await city.focus();
  await city.fill('guarulhos');
  await page.getByRole('option', { name: 'Guarulhos, SP' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`/anuncios?cidade=${guarulhos}&km=50`);
  const chip = page.getByRole('link', { name: 'Remover filtro: até 50 km de Guarulhos, SP' });
  await chip.waitFor();
  await expect.poll(() => city.inputValue()).toBe('Guarulhos, SP');
  await page.getByText('Só anúncios com cidade.').waitFor();
  const cards = page.getByRole('article');
  expect(await cards.count()).toBeGreaterThan(0);
  expect(await cards.filter({ hasText: /, SP/ }).count()).toBe(await cards.count());

  const distance = filters.getByRole('combobox', { name: 'Distância' });
  await distance.focus();
  await distance.selectOption('Qualquer distância');
  await page.waitForURL(`/anuncios?cidade=${guarulhos}&km=todos`);
  await page.getByRole('link', { name: 'Remover filtro: perto de Guarulhos, SP' }).waitFor();
  await page.getByRole('combobox', { name: 'Ordenar' }).selectOption('Mais perto');
  await page.waitForURL(/ordem=mais-perto/);
  await page.getByText('vêm por último').waitFor();
  await page.getByRole('link', { name: /^Carregar mais/ }).press('Enter');
  await page.waitForURL(/pagina=2/);
  await expect.poll(() => cards.count()).toBe(48);
  const distances = (await cards.allInnerTexts()).flatMap((text) => {
    const km = /· a ([\d.]+) km/.exec(text)?.[1];
    return km ? [Number(km.replace('.', ''))] : [];
  });
  expect(distances.length).toBeGreaterThan(10);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  await expectAccessible(page, 'results by distance');
  await expectNoSideScroll(page, 'results by distance');

  await page.getByRole('link', { name: 'Remover filtro: perto de Guarulhos, SP' }).press('Enter');
  await page.waitForURL('/anuncios');
  await page.getByRole('link', { name: 'perto de Guarulhos, SP', exact: true }).press('Enter');
  await page.waitForURL(`/anuncios?cidade=${guarulhos}&km=todos`);
  await leave(visitor);
});

test('a state replaces the city, and a postal code chooses its city', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, `/anuncios?cidade=${saoPaulo}&km=50`);
  const filters = page.getByRole('complementary', { name: 'Filtros' });
  await filters.getByRole('combobox', { name: 'Estado' }).selectOption({ value: 'PE' });
  await page.waitForURL('/anuncios?estado=PE');
  await page.getByRole('link', { name: 'Remover filtro: Pernambuco' }).waitFor();
  await filters.getByRole('button', { name: 'Cidade ou CEP' }).click();
  const code = filters.getByLabel('CEP', { exact: true });
  await code.fill('0131010');
  await code.blur();
  await filters.getByText('O CEP tem 8 números.').waitFor();
  await code.fill('66010000');
  await page.waitForURL(/\/anuncios\?cidade=1501402&km=50$/);
  await page.getByRole('link', { name: 'Remover filtro: até 50 km de Belém, PA' }).waitFor();
  await leave(visitor);
});

test('the remembered place ends with the session', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await open(page, `/anuncios?cidade=${saoPaulo}&km=100`);
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':lugar')).length);
  await expect.poll(stored).toBe(1);
  await open(page, '/anuncios');
  await page.getByRole('link', { name: 'até 100 km de São Paulo, SP', exact: true }).waitFor();
  await signOut(page);
  expect(await stored()).toBe(0);
  await open(page, '/anuncios');
  await page.getByRole('button', { name: 'Cidade ou CEP' }).waitFor();
  expect(await page.getByRole('link', { name: /São Paulo, SP$/ }).count()).toBe(0);
  await leave(visitor);
});

test('without results around a city the least wider distance with some is offered', async () => {
  const client = new Client(site.ownerUrl);
  await client.connect();
  await client.query(`update listings set city_id = 3556701 where city_id = ${saoPaulo}`);
  await client.end();
  const visitor = await visit(site.url, { width: 375 });
  const { page } = visitor;
  await open(page, `/anuncios?cidade=${saoPaulo}&km=25`);
  await page.getByRole('heading', { name: 'Nenhum anúncio com este filtro.' }).waitFor();
  await expectAccessible(page, 'no results around a city');
  await page.getByRole('link', { name: /^Ver até 100 km de São Paulo, SP: \d+ anúncios?$/ }).press('Enter');
  await page.waitForURL(`/anuncios?cidade=${saoPaulo}&km=100`);
  await page.getByRole('article').first().waitFor();
  await leave(visitor);
});

test('the sheet of a phone has the place, and the list of cities fills the screen', async () => {
  const visitor = await visit(site.url, { width: 375 });
  const { page } = visitor;
  await open(page, '/anuncios');
  await page.getByRole('link', { name: /^Filtros/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('button', { name: 'Cidade ou CEP' }).click();
  await sheet.getByRole('button', { name: 'Cidade', exact: true }).click();
  await page.getByRole('combobox', { name: 'Cidade' }).fill('recife');
  await page.getByRole('option', { name: 'Recife, PE' }).click();
  await page.waitForURL('/anuncios?cidade=2611606&km=50');
  await expectAccessible(page, 'the sheet of filters with a place');
  await sheet.getByRole('button', { name: /^Ver \d+ anúncios?/ }).click();
  await page.getByRole('link', { name: 'Remover filtro: até 50 km de Recife, PE' }).waitFor();
  await leave(visitor);
});

test('an unknown city shows the other results and says so', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await open(page, '/anuncios?cidade=9999999&km=50&entrega=na-hora');
  await page.getByText('Esta cidade não existe. Escolha uma da lista.').waitFor();
  expect(await page.getByRole('article').count()).toBeGreaterThan(0);
  await leave(visitor);
});

test('without JavaScript a state is a choice, and a typed city or postal code is found', async () => {
  const { page, close } = await visit(site.url, { javaScript: false });
  await page.goto('/anuncios');
  await page.getByLabel('Estado').selectOption({ value: 'PE' });
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  await page.waitForURL(/estado=PE/);
  await page.getByRole('link', { name: 'Remover filtro: Pernambuco' }).waitFor();
  await page.goto('/anuncios');
  await page.getByLabel('Cidade ou CEP').fill('belém, pa');
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  await page.waitForURL('/anuncios?cidade=1501402&km=50');
  await page.getByLabel('Distância').selectOption('Até 200 km');
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  await page.waitForURL(/cidade=1501402&km=200/);
  await page.getByLabel('Cidade ou CEP').fill('80020-310');
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  await page.waitForURL('/anuncios?cidade=4106902&km=50');
  await page.goto('/anuncios');
  await page.getByLabel('Cidade ou CEP').fill('xyzzy');
  await page.getByRole('button', { name: 'Aplicar filtros' }).click();
  const typed = page.getByLabel('Cidade ou CEP');
  await expect.poll(() => typed.getAttribute('aria-invalid')).toBe('true');
  const problem = page.locator(`[id="${await typed.getAttribute('aria-describedby')}"]`);
  await expect.poll(() => problem.textContent()).toContain('Não achamos esta cidade.');
  await close();
});
