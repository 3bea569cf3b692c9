import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn } from './people.ts';
import { openSite } from './site.ts';
import type { Site } from './site.ts';
import { closeBrowser, leave, signIn, visit } from './visitor.ts';

/**
 * Tasks without a mouse, within the Tab stops of design §4.13, counted from the named skip link or the title; arrows,
 * Enter and typing are not counted. The focus is visible at every stop and is never lost.
 */
/** For changes that the page makes asynchronously. */
const patience = { timeout: 20_000 };
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('(a) searching and filtering take 14 Tab stops at most', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await page.goto('/', { waitUntil: 'networkidle' });
  for (let skip = 0; skip < 3; skip++) await page.keyboard.press('Tab');
  await expectFocus(page, 'Ir para a busca');
  const keys = counted(page);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Buscar anúncios');
  // Suggestions for the first letters may come earlier.
  const suggested = page.waitForResponse(/\/suggestions\?q=teclado$/);
  await page.keyboard.type('teclado');
  await drawn(page, await suggested);
  const meant = await page.getByRole('option').first().locator('span').first().textContent();
  const search = page.getByRole('combobox', { name: 'Buscar anúncios' });
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => search.inputValue()).toBe(meant);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => search.inputValue()).toBe('teclado');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Resultados para');

  await keys.tabTo('Todas');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('link', { name: 'Remover filtro: Informática' }).waitFor();
  await expectFocus(page, 'Informática');
  await keys.tabTo('Envio');
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Remover filtro: Envio' }).waitFor();
  await expectFocus(page, 'Envio');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Resultados');
  await keys.tabTo('Teclado');
  expect(keys.stops()).toBeLessThanOrEqual(14);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/anuncio\//);
  await expectFocus(page, 'Teclado');
  await leave(visitor);
});

test('(c) publishing takes 45 Tab stops at most', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  chooseWhenAsked(page, await photo('azul', '#9db7a3'), await photo('verde', '#bf5f40'));
  await page.goto('/anunciar', { waitUntil: 'networkidle' });
  await page.getByLabel('Título').focus();
  const keys = counted(page);
  // Guesses for the first words may come earlier; they would be replaced while one has the focus.
  const guessed = page.waitForResponse((reply) => /usa[+]mouse$|usa%20mouse$/.test(reply.url()));
  await page.keyboard.type('Guia de teclado para quem não usa mouse');
  await drawn(page, await guessed);
  await page.getByRole('radio', { name: 'Teclados e mouses' }).waitFor();
  await keys.tabTo('Outra categoria');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Procure pelo nome');
  await page.keyboard.type('e-books');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, '› E-books');
  await page.keyboard.press('Enter');
  await keys.tabTo('Continuar');
  await page.keyboard.press('Enter');

  await expectFocus(page, 'Fotos');
  await keys.tabTo('Adicionar fotos');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Foto 2 de 2' }).waitFor();
  await expect.poll(() => page.getByRole('progressbar', { name: /^Enviando/ }).count(), patience).toBe(0);
  await keys.tabTo('Opções da foto 2', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Mover para antes' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, 'Mover para antes');
  await page.keyboard.press('Enter');
  await page.getByText('Foto 2 movida para a posição 1').waitFor({ state: 'attached' });
  await keys.tabTo('Continuar');
  await page.keyboard.press('Enter');

  await expectFocus(page, 'Detalhes');
  await keys.tabTo('Formato');
  await chooseFirst(page);
  await keys.tabTo('Descrição');
  await page.keyboard.type('Quarenta páginas com os atalhos de cada programa, um por página.');
  await keys.tabTo('Eu entrego');
  await page.keyboard.press('Space');
  await keys.tabTo('Prazo de entrega');
  await chooseFirst(page);
  await keys.tabTo('Continuar');
  await page.keyboard.press('Enter');

  await expectFocus(page, 'Preço e plano');
  await keys.tabTo('Preço');
  await page.keyboard.type('2500');
  await keys.tabTo('Prata');
  await page.keyboard.press('ArrowRight');
  await expectFocus(page, 'Ouro');
  await page.keyboard.press('ArrowLeft');
  await keys.tabTo('Continuar');
  await page.keyboard.press('Enter');

  await expectFocus(page, 'Confira e publique');
  await keys.tabTo('O item é meu');
  await page.keyboard.press('Space');
  await keys.tabTo('Publicar anúncio');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
  expect(keys.stops()).toBeLessThanOrEqual(45);
  await leave(visitor);
});

test('(d) answering a question and writing to staff take 20 Tab stops at most', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  await signIn(visitor, 'vendedora@demo.praca');
  chooseWhenAsked(page, await photo('tela', '#9db7a3'));
  await page.goto('/conta/perguntas', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).focus();
  const keys = counted(page);
  await keys.tabTo('Responder:');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Sua resposta');
  await page.keyboard.type('Serve sim, e vai hoje.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Serve sim, e vai hoje.').waitFor();

  await page.locator('[data-slot=support-launcher]').waitFor();
  await page.keyboard.press('F6');
  await expectFocus(page, 'Abrir atendimento');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Atendimento');
  await keys.tabTo('Minha conta');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Nova pergunta');
  await keys.tabTo('Anexar arquivo');
  await page.keyboard.press('Enter');
  const panel = page.locator('[data-slot=support-panel]');
  await panel.getByText('tela.png').waitFor();
  await panel.getByRole('progressbar').waitFor({ state: 'detached' });
  await keys.tabTo('Sua pergunta');
  await page.keyboard.type('Como troco meu e-mail? A tela é esta.');
  await page.keyboard.press('Enter');
  await panel.locator('[data-slot=message]').filter({ hasText: 'Como troco meu e-mail?' }).waitFor();
  await expectFocus(page, 'Conversa');
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Abrir atendimento');
  expect(keys.stops()).toBeLessThanOrEqual(20);
  await leave(visitor);
});

test('a form sent empty moves the focus to its first error, on a slow phone too', async () => {
  const visitor = await visit(site.url);
  const { page } = visitor;
  const slow = await visitor.context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const [path, button, field] of [
    ['/auth/register', 'Criar conta', 'Nome de usuário'],
    ['/auth/login', 'Entrar', 'E-mail ou nome de usuário'],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: button, exact: true }).press('Enter');
    await expectFocus(page, field);
  }
  await leave(visitor);
});

/** The first option of a closed list. */
async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const farthest = 20;

/** Presses Tab and counts; each stop must be visible. */
function counted(page: Page) {
  let stops = 0;
  return {
    stops: () => stops,
    async tabTo(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
      const passed: string[] = [];
      for (let press = 0; press < farthest; press++) {
        await page.keyboard.press(key);
        stops += 1;
        const { words, seen } = await focused(page);
        expect(seen, `the focus on «${words}» does not show`).toBe(true);
        if (words.startsWith(name)) return;
        passed.push(words);
      }
      throw new Error(`«${name}» is not within reach: ${passed.join(' | ')}`);
    },
  };
}

async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(async () => (await focused(page)).words, patience).toMatch(name);
}

/** The accessible name of the focused element, and whether its focus ring is visible and uncovered. */
function focused(page: Page): Promise<{ words: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
    // The body contains every text: nothing is focused yet.
    if (element === document.body) return { words: '', seen: false };
    const words =
      element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    const ringed = [element, element.parentElement, element.closest('label'), element.closest('form')].some(
      (part) =>
        part !== null &&
        [undefined, '::after', '::before'].some((pseudo) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(part!, pseudo);
          return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        }),
    );
    return { words: words.trim(), seen: ringed };
  });
}

/** Answers the file dialog of the system, which the page's keys cannot reach. */
function chooseWhenAsked(page: Page, ...files: Awaited<ReturnType<typeof photo>>[]): void {
  page.once('filechooser', (chooser) => void chooser.setFiles(files));
}

/** A plain picture, as a phone would send it. */
async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: `${name}.png`, mimeType: 'image/png', buffer };
}
