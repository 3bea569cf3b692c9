import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';

/** Input before hydration is replayed afterwards (decision 33). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('scripts are requested after the photos of the first screen', async () => {
  const visitor = await visit(site.url, { width: 375 });
  const { page } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/anuncios', { waitUntil: 'networkidle' });
  const scripts = asked.flatMap((path, index) => (path.endsWith('.js') ? [index] : []));
  const eager = await page
    .locator('img[loading=eager]')
    .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).currentSrc).pathname));
  expect(scripts.length).toBeGreaterThan(10);
  expect(eager.length).toBeGreaterThan(2);
  for (const photo of eager) expect(asked.indexOf(photo), photo).toBeLessThan(scripts[0]!);
  await leave(visitor);
});

test('a search typed before hydration is kept, and a filter ticked before it is applied', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const release = await holdScripts(page);
  await page.goto('/anuncios');
  const search = page.getByRole('banner').locator('input[name=q]');
  await search.fill('teclado');
  await page.getByRole('checkbox', { name: /na hora/i }).check();
  release();
  await page.waitForURL(/entrega=na-hora/);
  await expect.poll(() => search.inputValue()).toBe('teclado');
  await leave(visitor);
});

test('a sort order chosen before hydration is applied', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const release = await holdScripts(page);
  await page.goto('/anuncios');
  await page.getByLabel(/Ordenar/).selectOption({ label: 'Menor preço' });
  release();
  await page.waitForURL(/ordem=menor-preco/);
  await leave(visitor);
});

test('a button pressed before hydration does its work, and a form is sent by the script, not by the browser', async () => {
  const visitor = await visit(site.url, { width: 375 });
  const { page } = visitor;
  let release = await holdScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  release();
  await page.getByRole('dialog').getByRole('link', { name: 'Categorias' }).waitFor();

  release = await holdScripts(page);
  await page.goto('/auth/login');
  await page.getByLabel('E-mail ou nome de usuário').fill('compradora@demo.praca');
  await page.getByLabel('Senha', { exact: true }).fill('praca-demo-2026');
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.waitForURL(`${site.url}/`);
  await leave(visitor);
});

test('a question sent before the session is loaded is published without another sign-in', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'compradora@demo.praca');
  await page.goto('/anuncios');
  const path = (await page.getByRole('article').getByRole('link').first().getAttribute('href'))!;
  const scripts = await holdScripts(page);
  const user = await hold(page, '**/api/v1/user');
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(path);
  await page.getByLabel('Sua pergunta').fill('Ela aceita pilhas comuns?');
  await page.getByRole('button', { name: 'Perguntar' }).click();
  const asked = page.waitForResponse((response) => response.url().endsWith('/questions'));
  scripts();
  // Long enough for hydration, and for a redirect of a visitor who is not signed in.
  await page.waitForFunction(() => document.querySelector('[aria-label^="Favoritar"]'));
  user();
  expect((await asked).status()).toBe(201);
  await page.getByText('Ela aceita pilhas comuns?').first().waitFor();
  expect(visited).not.toContain('/auth/login');
  await leave(visitor);
});

/** Delays the entry script until it is released. */
function holdScripts(page: Page): Promise<() => void> {
  return hold(page, '**/build/entry.client*');
}

async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}
