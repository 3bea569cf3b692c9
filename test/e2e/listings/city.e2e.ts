import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, leave, signIn, visit } from '#test/e2e/visitor.ts';

/** The city that a listing is sent from (S13). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('the seller of a thing for pickup chooses its city by keyboard, and it is saved', async () => {
  const seller = await visit(site.url);
  const { page } = seller;
  await signIn(seller, 'vendedora@demo.praca');
  await open(page, '/anunciar');
  await page.getByLabel('Título').fill('Teclado mecânico compacto');
  await page.getByRole('radio', { name: 'Teclados e mouses' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('heading', { name: 'Fotos', exact: true }).waitFor();
  const id = new URL(page.url()).searchParams.get('id');
  await open(page, `/anunciar?id=${id}&passo=detalhes`);
  const pickup = page.getByRole('radio', { name: 'Retirada em mãos' });
  await pickup.focus();
  await pickup.press('Space');
  const city = page.getByRole('combobox', { name: 'Em que cidade é a retirada?' });
  await city.waitFor();
  await city.focus();
  await city.fill('belem');
  await page.getByRole('option', { name: 'Belém, PA' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => city.inputValue()).toBe('Belém, PA');
  await expect
    .poll(
      async () => {
        await page.reload();
        return city.inputValue();
      },
      { timeout: 30_000 },
    )
    .toBe('Belém, PA');
  await leave(seller);
});
