import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, expectAccessible, signIn, visit } from './visitor.ts';

/** Navigation without a connection (design §4.9): no page is blank and no input is lost. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('a page that is not loaded yet waits for the connection, and the current page stays', async () => {
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await page.goto('/', { waitUntil: 'networkidle' });
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('bicicleta do');
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Perguntas frequentes' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Sem conexão com o site' });
  await said.waitFor();
  await expectAccessible(page, 'a page that waits');
  await said.getByRole('button', { name: 'Tentar de novo' }).click();
  await said.waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await expect.poll(() => search.inputValue()).toBe('bicicleta do');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Perguntas frequentes' }).waitFor();
  expect(await said.count()).toBe(0);
  await visitor.close();
});

test('a page whose data fails to load says so, and loads on retry', async () => {
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  const results = page.getByRole('heading', { level: 1, name: (await page.locator('h1').textContent())! });
  const cards = page.getByRole('main').getByRole('article');
  const opened = cards.first().getByRole('link').first();
  const first = await opened.textContent();
  await opened.click();
  // The address changes before the page is rendered; going back earlier would meet results that are still being read.
  await page.getByRole('heading', { level: 1, name: first! }).waitFor();
  await page.goBack();
  // The listing has cards too, of similar listings.
  await results.waitFor();
  await context.setOffline(true);
  const link = cards.nth(1).getByRole('link').first();
  const title = await link.textContent();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Você está sem internet' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('heading', { level: 1, name: title! }).waitFor();
  await visitor.close();
});

test('a confirmation whose code did not load waits for the connection, and the page stays', async () => {
  const other = await visit(site.url);
  await signIn(other, 'compradora@demo.praca');
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  const code = '**/build/alert-dialog-panel-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/conta/seguranca', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Encerrar as outras sessões/ }).press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Sem conexão com o site' });
  await said.waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Segurança');
  await page.unroute(code);
  await context.setOffline(false);
  await page.getByRole('alertdialog').waitFor();
  await visitor.close();
  await other.close();
});

test('a dialog whose code is not loaded waits for the connection, and the page stays', async () => {
  const visitor = await visit(site.url);
  const { page, context } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await page.goto('/anuncios');
  const path = (await page.getByRole('article').getByRole('link').first().getAttribute('href'))!;
  await page.goto(path, { waitUntil: 'networkidle' });
  const question = page.getByLabel('Sua pergunta');
  await question.fill('Ainda está na garantia?');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Denunciar anúncio' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Sem conexão com o site' });
  await said.waitFor();
  await expect.poll(() => question.inputValue()).toBe('Ainda está na garantia?');
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'Denunciar anúncio' }).waitFor();
  expect(await said.count()).toBe(0);
  await visitor.close();
});
