import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import {
  closeBrowser,
  endRoutes,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** «Enviar fotos pelo celular» (ADR 60): two browsers, of which only the computer is signed in. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const phoneSize = { width: 375, height: 812 };
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Enviar fotos pelo celular' });

/** Opens the photos of the demo seller's first draft. @returns how many it has */
async function openPhotos(page: Page): Promise<number> {
  const [draft] = await look<{ id: number; photos: number }>(
    site,
    `select l.id::int, cardinality(l.image_ids) as photos from listings l join users u on u.id = l.seller_id
      where u.email = 'vendedora@demo.praca' and l.state in ('draft', 'changes_requested') order by l.id limit 1`,
  );
  await page.goto(`/anunciar?id=${draft!.id}&passo=fotos`);
  await page.getByRole('button', { name: 'Enviar fotos pelo celular' }).waitFor();
  return draft!.photos;
}

/** The address in the QR code, as «Copiar link» copies it. */
async function linkOf(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await sheet(page).getByRole('button', { name: 'Copiar link' }).press('Enter');
  // It is copied asynchronously.
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe('');
  return copied();
}

/** The tab becomes visible again. @param lateAnswer the reply is from before any photo arrived */
async function lookAgain(page: Page, { lateAnswer = false } = {}): Promise<void> {
  const looks = '**/listings/*/photo-link';
  if (lateAnswer)
    await page.route(looks, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { link: object } };
      await route.fulfill({ response, json: { data: { link: { ...data.link, images: [] } } } });
    });
  const answered = page.waitForResponse(looks);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await answered).finished();
  await endRoutes(page);
}

const picture = async (background: string) => ({
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .png()
    .toBuffer(),
});

test('a phone that is not signed in adds photos to the draft, and the computer shows them', async () => {
  const computer = await visit(site.url);
  await signIn(computer, 'vendedora@demo.praca');
  const phone = await visit(site.url, phoneSize);
  const late = await visit(site.url, phoneSize);
  const { page } = computer;
  const before = await openPhotos(page);
  await page.getByRole('button', { name: 'Enviar fotos pelo celular' }).press('Enter');
  await sheet(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor();
  await expectAccessible(page, 'the square');
  const link = await linkOf(page);

  await phone.page.goto(link);
  await phone.page.getByRole('heading', { level: 1, name: 'Enviar fotos' }).waitFor();
  expect(new URL(phone.page.url()).hash).toBe('');
  await expectAccessible(phone.page, 'the page of the phone');
  await expectNoSideScroll(phone.page, 'the page of the phone');
  await sheet(page).getByText('Celular conectado', { exact: true }).waitFor();
  await phone.page
    .getByLabel('Tirar ou escolher fotos')
    .setInputFiles([await picture('#c33'), await picture('#3c3')]);
  await phone.page.getByText('2 de 2 fotos enviadas').waitFor({ state: 'attached' });
  await sheet(page).getByText('2 fotos chegaram pelo celular', { exact: false }).waitFor();
  await expectAccessible(page, 'photos that came');
  await lookAgain(page, { lateAnswer: true });
  await lookAgain(page);
  await sheet(page).getByText('2 fotos chegaram pelo celular', { exact: false }).waitFor();

  await late.page.goto(link);
  await late.page.getByRole('heading', { level: 1, name: 'Este link não vale mais' }).waitFor();
  await expectAccessible(late.page, 'a link that was opened');

  await phone.page.reload();
  await phone.page.getByText(`${before + 2} de 10 fotos no anúncio`).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('img', { name: /^Foto \d+ de/ }).count()).toBe(before + 2);
  await page.getByText('Rascunho salvo', { exact: false }).first().waitFor();

  await phone.page.getByRole('button', { name: 'Concluir envio' }).press('Enter');
  await phone.page.getByRole('heading', { level: 1, name: 'Pronto' }).waitFor();
  await page.reload();
  await page
    .getByText(`${before + 2} de 10`)
    .first()
    .waitFor();
  await leave(computer, phone, late);
});

test('the computer disconnects the phone, and creates another QR code', async () => {
  const computer = await visit(site.url);
  await signIn(computer, 'vendedora@demo.praca');
  const phone = await visit(site.url, phoneSize);
  const { page } = computer;
  await openPhotos(page);
  await page.getByRole('button', { name: 'Enviar fotos pelo celular' }).press('Enter');
  const link = await linkOf(page);
  await phone.page.goto(link);
  await phone.page.getByRole('heading', { level: 1, name: 'Enviar fotos' }).waitFor();
  await sheet(page).getByRole('button', { name: 'Desconectar o celular' }).press('Enter');
  await sheet(page).getByText('O celular foi desconectado.', { exact: false }).waitFor();
  await phone.page.getByLabel('Tirar ou escolher fotos').setInputFiles([await picture('#33c')]);
  await phone.page.getByRole('heading', { level: 1, name: 'Este link não vale mais' }).waitFor();
  await sheet(page).getByRole('button', { name: 'Gerar outro QR code' }).press('Enter');
  await sheet(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor();
  expect(await linkOf(page)).not.toBe(link);
  await leave(computer, phone);
});
