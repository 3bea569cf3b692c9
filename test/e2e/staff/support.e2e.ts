import type { Page } from 'playwright-core';
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

/** A person and staff write to each other: the panel on every screen and the desk (§1, §4.11). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const patience = { timeout: 20_000 };
const launcher = (page: Page) => page.locator('[data-slot=support-launcher]');
const panel = (page: Page) => page.getByRole('dialog', { name: /Atendimento|conversa|pergunta/i });
const said = (page: Page, text: string) => page.locator('[data-slot=message]').filter({ hasText: text });

test('a question, answers both ways, a file, the badge while closed, offline and online again', async () => {
  const ana = await visit(site.url);
  const bia = await visit(site.url);
  await signIn(ana, 'vendedora@demo.praca');
  await signIn(bia, 'suporte@demo.praca');

  await ana.page.goto('/anuncios');
  await launcher(ana.page).click();
  await panel(ana.page).getByRole('button', { name: 'Minha conta', exact: true }).click();
  await panel(ana.page).getByLabel('Sua pergunta').fill('Como troco meu e-mail?');
  await panel(ana.page).getByLabel('Sua pergunta').press('Enter');
  await said(ana.page, 'Como troco meu e-mail?').waitFor();
  await expectAccessible(ana.page, 'the panel');

  await bia.page.goto('/dashboard/suporte?setor=accounts');
  await bia.page.getByRole('link', { name: /Como troco meu e-mail/ }).click();
  await bia.page.getByRole('button', { name: 'Assumir' }).click();
  await bia.page.getByRole('button', { name: 'Com você' }).waitFor();
  await answer(bia.page, 'Em Conta, Segurança. Quer que eu mande o passo a passo?');
  await said(ana.page, 'Em Conta, Segurança').waitFor();
  await expectAccessible(bia.page, 'the desk');

  // A note is visible to staff only.
  await bia.page.getByRole('button', { name: 'Nota interna' }).click();
  await bia.page.getByLabel('Nota interna', { exact: true }).fill('Cliente antiga, tratar bem.');
  await bia.page.getByLabel('Nota interna', { exact: true }).press('Enter');
  await bia.page.locator('[data-slot=ticket-note]').waitFor();
  await bia.page.getByRole('button', { name: 'Responder' }).click();
  expect(await ana.page.getByText('Cliente antiga').count()).toBe(0);

  // A photo, which both sides see.
  await panel(ana.page)
    .locator('[data-slot=attachment-input]')
    .setInputFiles({ name: 'tela.png', mimeType: 'image/png', buffer: await photo() });
  await panel(ana.page).getByText('tela.png').waitFor();
  await panel(ana.page).getByRole('progressbar').waitFor({ state: 'detached' });
  await write(ana.page, 'Quero sim. Minha tela é esta.');
  for (const page of [ana.page, bia.page]) {
    const picture = said(page, 'Minha tela é esta').getByRole('img', { name: 'Foto' });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), patience)
      .toBeGreaterThan(0);
  }

  // While closed, each message increments the counter; opening resets it.
  await ana.page.keyboard.press('Escape');
  await panel(ana.page).waitFor({ state: 'detached' });
  await expect.poll(() => launcher(ana.page).evaluate((each) => each === document.activeElement)).toBe(true);
  await answer(bia.page, 'Primeiro passo.');
  await answer(bia.page, 'Segundo passo.');
  await expect.poll(() => launcher(ana.page).textContent(), patience).toBe('2');
  await expect
    .poll(() => launcher(ana.page).getAttribute('aria-label'))
    .toBe('Abrir atendimento, 2 mensagens novas');
  await expect.poll(() => ana.page.title()).toMatch(/^\(2\) /);
  await launcher(ana.page).click();
  await expect.poll(() => launcher(ana.page).textContent(), patience).toBe('');
  await panel(ana.page)
    .getByRole('button', { name: /Minha conta.*Segundo passo/s })
    .click();
  await said(ana.page, 'Segundo passo.').waitFor();

  // Without a connection the message is queued, sent on reconnection, and shown once.
  await ana.context.setOffline(true);
  await write(ana.page, 'Fiz tudo, obrigada!');
  await ana.page.getByText('Sem conexão. Sua mensagem sai quando a internet voltar.').waitFor();
  await answer(bia.page, 'Conseguiu?');
  await ana.context.setOffline(false);
  await said(bia.page, 'Fiz tudo, obrigada!').waitFor({ timeout: 40_000 });
  await said(ana.page, 'Conseguiu?').waitFor({ timeout: 40_000 });
  for (const page of [ana.page, bia.page]) expect(await said(page, 'Fiz tudo, obrigada!').count()).toBe(1);

  const resolve = bia.page.getByRole('button', { name: 'Resolver' });
  await resolve.click();
  await bia.page.getByRole('menuitem', { name: 'Dúvida respondida' }).click();
  // The next press resolves the reopened ticket.
  await resolve.waitFor({ state: 'hidden' });
  await panel(ana.page).getByRole('button', { name: 'Não, reabrir' }).click();
  await panel(ana.page).getByText('Em atendimento').waitFor();
  await resolve.click();
  await bia.page.getByRole('menuitem', { name: 'Problema resolvido' }).click();

  // The rating, in stars and text, which staff read at once; changed after the end.
  await panel(ana.page).getByRole('radio', { name: '4 de 5: Muito bom' }).click();
  await panel(ana.page).getByLabel('O que podemos melhorar').fill('Um vídeo curto ajudaria.');
  await expectAccessible(ana.page, 'the question how it was');
  await panel(ana.page).getByRole('button', { name: 'Enviar nota' }).click();
  await bia.page.getByText('«Um vídeo curto ajudaria.»').waitFor();
  await panel(ana.page).getByRole('button', { name: 'Sim, encerrar' }).click();
  await panel(ana.page).getByText('Este atendimento foi encerrado.').waitFor();
  await panel(ana.page).getByRole('button', { name: 'Mudar nota' }).click();
  await panel(ana.page).getByRole('radio', { name: '5 de 5: Excelente' }).click();
  await panel(ana.page).getByRole('button', { name: 'Enviar nota' }).click();
  await bia.page.getByText('Nota da pessoa').getByText('Nota 5,0 de 5').waitFor();
  ana.complaints.length = 0; // Messages of the browser about being offline.
  await leave(ana, bia);
}, 240_000);

test('the panel is visible 10 ms after mounting, and is removed after its closing transition, not before', async () => {
  const ana = await visit(site.url);
  const { page } = ana;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(ana, 'compradora@demo.praca');
  await page.goto('/anuncios');
  // The seed contains an unread answer.
  await expect.poll(() => launcher(page).textContent(), patience).toBe('1');
  // The chunk is loaded from now on.
  await launcher(page).click();
  await panel(page).waitFor();
  await launcher(page).click();
  await panel(page).waitFor({ state: 'detached' });

  const opened = await page.evaluate(
    () =>
      new Promise<{ hiddenFirst: boolean; delay: number }>((resolve) => {
        let mountedAt = 0;
        let hiddenFirst = false;
        const observer = new MutationObserver(() => {
          const element = document.querySelector('[data-slot=support-panel]');
          if (!element) return;
          if (!mountedAt) {
            mountedAt = performance.now();
            hiddenFirst = !element.hasAttribute('data-open');
          }
          if (!element.hasAttribute('data-open')) return;
          observer.disconnect();
          resolve({ hiddenFirst, delay: performance.now() - mountedAt });
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
        document.querySelector<HTMLElement>('[data-slot=support-launcher]')!.click();
      }),
  );
  expect(opened.hiddenFirst).toBe(true);
  expect(opened.delay).toBeGreaterThanOrEqual(9);
  expect(opened.delay).toBeLessThan(200);
  await page.waitForTimeout(300);

  const closed = await page.evaluate(
    () =>
      new Promise<{ endedAt: number; goneAt: number }>((resolve) => {
        const element = document.querySelector('[data-slot=support-panel]')!;
        let endedAt = 0;
        element.addEventListener('transitionend', (event) => {
          if (event.target === element && !endedAt) endedAt = performance.now();
        });
        new MutationObserver((_, observer) => {
          if (document.contains(element)) return;
          observer.disconnect();
          resolve({ endedAt, goneAt: performance.now() });
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>('[data-slot=support-launcher]')!.click();
      }),
  );
  expect(closed.endedAt).toBeGreaterThan(0);
  expect(closed.goneAt).toBeGreaterThanOrEqual(closed.endedAt);

  // A second press while it closes brings it back.
  await launcher(page).click();
  await page.locator('[data-slot=support-panel][data-open]').waitFor();
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-slot=support-launcher]')!;
    button.click();
    setTimeout(() => button.click(), 30);
  });
  await page.waitForTimeout(600);
  expect(await page.locator('[data-slot=support-panel][data-open]').count()).toBe(1);
  await leave(ana);
}, 120_000);

test('on a phone the panel covers the whole screen, and «falar com o atendimento» names the order', async () => {
  const ana = await visit(site.url, { width: 375, height: 812 });
  const { page } = ana;
  await signIn(ana, 'compradora@demo.praca');
  await page.goto('/conta/compras');
  await page.locator('main a[href^="/pedido/"]').first().click();
  await page.getByRole('button', { name: 'Falar com o atendimento' }).click();
  await panel(page)
    .getByText(/^Pedido /)
    .waitFor();
  const box = (await panel(page).boundingBox())!;
  expect([box.x, box.width, box.height]).toEqual([0, 375, 812]);
  await panel(page).getByLabel('Sua pergunta').fill('Está tudo certo com este pedido?');
  await panel(page).getByRole('button', { name: 'Enviar mensagem' }).click();
  await said(page, 'Está tudo certo').waitFor();
  await expectAccessible(page, 'the panel on a phone');
  await expectNoSideScroll(page, 'the panel on a phone');
  await leave(ana);
}, 120_000);

async function answer(page: Page, text: string): Promise<void> {
  const field = page.getByLabel(/^Resposta para @/);
  await field.fill(text);
  await field.press('Control+Enter');
  await said(page, text).waitFor();
}

async function write(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Mensagem para o atendimento');
  await field.fill(text);
  await field.press('Enter');
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#bf5f40' } })
    .png()
    .toBuffer();
}
