import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { decision } from '#test/e2e/staff.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** Publishing a thing that is shipped (S01, S02), by keyboard on a phone. */
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
const title = 'Teclado mecânico compacto de viagem';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await button.press('Enter');
}

test('a thing is shipped from an address added on the way, and its page says how', async () => {
  const seller = await visit(site.url, phone);
  const { page } = seller;
  await signIn(seller, 'vendedor@demo.praca');
  await begin(page);

  const shipping = page.getByRole('radio', { name: 'Envio', exact: true });
  await shipping.focus();
  await shipping.press('Space');
  await page.getByText('Com peso, tamanho e endereço, mostramos quanto custa o frete.').waitFor();
  await page.getByRole('radio', { name: 'Eu entrego' }).waitFor({ state: 'detached' });
  await press(page, 'Continuar');
  // The first field with an error has the focus.
  await page.getByText('Diga quanto o pacote pesa, em gramas.').waitFor();
  await expect.poll(() => isFocused(field(page, 'Peso com a embalagem')), patience).toBe(true);
  await expectAccessible(page, 'a shipped listing with errors');

  await press(page, 'Livro');
  await expect.poll(() => field(page, 'Peso com a embalagem').inputValue()).toBe('500');
  await field(page, 'Peso com a embalagem').fill('1200');
  await field(page, 'Em quanto tempo você posta?').selectOption('2');
  await page.getByText('São 1,2 kg.').waitFor();
  await addAddress(page);
  await page.getByText(/^Frete estimado: São Paulo R\$\s\d/).waitFor();
  await page.getByRole('checkbox', { name: /Frete grátis/ }).press('Space');
  await page.getByRole('checkbox', { name: /Também aceito retirada em mãos/ }).press('Space');
  await expectNoSideScroll(page, 'a shipped listing');
  await expectAccessible(page, 'a shipped listing');

  await savedAsTyped(page);
  await finish(page);
  await approve();
  await readAsStranger();
  await leave(seller);
});

/** Title, category, photo and description. */
async function begin(page: Page): Promise<void> {
  await open(page, '/anunciar');
  await field(page, 'Título').fill(title);
  await page.getByRole('radio', { name: 'Teclados e mouses' }).press('Space');
  await press(page, 'Continuar');
  await page.getByRole('heading', { name: 'Fotos', exact: true }).waitFor();
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#7c93b8' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer });
  await page.getByText('Capa', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('progressbar', { name: /^Enviando/ }).count(), patience).toBe(0);
  await press(page, 'Continuar');
  await page.getByRole('heading', { name: 'Detalhes', exact: true }).waitFor();
  for (const select of await page.locator('main select').all())
    await select.selectOption({ index: 1 }).catch(() => undefined);
  await field(page, 'Marca').fill('Aurora');
  await field(page, 'Descrição').fill('Teclado de 61 teclas com cabo, pouco usado, na caixa original.');
}

/** In a sheet above the listing, which keeps what was typed. */
async function addAddress(page: Page): Promise<void> {
  await press(page, 'Cadastrar endereço');
  await page.getByRole('dialog', { name: 'Novo endereço' }).waitFor();
  await field(page, 'CEP').fill('80010000');
  await field(page, 'Rua ou avenida').fill('Rua XV de Novembro');
  await field(page, 'Número').fill('100');
  await field(page, 'Bairro').fill('Centro');
  await field(page, 'Cidade').fill('Curitiba');
  await field(page, 'Estado').selectOption('PR');
  await field(page, 'Quem recebe').fill('Bruno Teles');
  await field(page, 'Celular').fill('41988887777');
  await field(page, 'Nome deste endereço').fill('Loja');
  await expectAccessible(page, 'an address added while publishing');
  await field(page, 'Nome deste endereço').press('Enter');
  await page.getByRole('dialog', { name: 'Novo endereço' }).waitFor({ state: 'detached' });
  await expect
    .poll(() => field(page, 'De onde sai?').locator('option:checked').textContent(), patience)
    .toBe('Loja: Rua XV de Novembro, 100, Curitiba, PR');
  await expect.poll(() => field(page, 'Peso com a embalagem').inputValue()).toBe('1200');
}

async function savedAsTyped(page: Page): Promise<void> {
  await page.getByText('Rascunho salvo').first().waitFor(patience);
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('radio', { name: 'Envio', exact: true, checked: true }).waitFor();
  await expect.poll(() => field(page, 'Peso com a embalagem').inputValue(), patience).toBe('1200');
  await expect
    .poll(() => field(page, 'De onde sai?').locator('option:checked').textContent(), patience)
    .toMatch(/^Loja/);
  await page.getByRole('checkbox', { name: /Frete grátis/, checked: true }).waitFor();
}

async function finish(page: Page): Promise<void> {
  await press(page, 'Continuar');
  await page.getByLabel(/^Preço/).fill('18900');
  await press(page, 'Continuar');
  await page.getByText('Frete grátis · ou retirada').first().waitFor();
  await page.getByText('1,2 kg · 24 × 17 × 4 cm').waitFor();
  await page.getByRole('checkbox', { name: /O item é meu/ }).press('Space');
  await press(page, 'Publicar anúncio');
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
}

async function approve(): Promise<void> {
  const reviewer = await visit(site.url);
  const { page } = reviewer;
  await signIn(reviewer, 'suporte@demo.praca');
  await open(page, '/dashboard/revisao');
  await page.getByRole('link', { name: title }).first().press('Enter');
  await page.getByRole('heading', { name: title }).first().waitFor();
  await page.getByText('posta em até 2 dias úteis').first().waitFor();
  const decided = decision(page);
  await page.getByRole('button', { name: /^Aprovar anúncio/ }).press('Enter');
  await decided;
  await leave(reviewer);
}

async function readAsStranger(): Promise<void> {
  const stranger = await visit(site.url, phone);
  const { page } = stranger;
  await expect
    .poll(async () => {
      await open(page, '/anuncios?q=teclado+compacto+viagem');
      return page.getByRole('link', { name: title }).count();
    }, patience)
    .toBeGreaterThan(0);
  await page.getByText('Frete grátis · ou retirada').first().waitFor();
  await page.getByRole('link', { name: title }).press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('Envio para todo o Brasil, posta em até 2 dias úteis').first().waitFor();
  await page.getByText('Retirada em mãos em Curitiba, PR').first().waitFor();
  expect(await page.content()).not.toContain('XV de Novembro');
  await expectNoSideScroll(page, 'the page of a shipped listing');
  await leave(stranger);
}
