import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, leave, visit } from '#test/e2e/visitor.ts';

/** A seller of the demo market checks their money: why it is held, the statement, its file and a receipt. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('every centavo is explained, found, downloaded and confirmed by a receipt', async () => {
  const seller = await visit(site.url);
  const { page } = seller;
  await people.enterByOneClick(page, 'vendedora@demo.praca');
  await page.goto('/conta/transacoes');
  await askWhyItIsHeld(page);
  await narrow(page);
  await download(page);
  const address = await openReceipt(page);

  const stranger = await visit(site.url);
  await stranger.page.goto(address);
  await stranger.page.getByRole('heading', { level: 1, name: 'Recibo' }).waitFor();
  await stranger.page
    .getByText(/^..\*\*\*$/)
    .first()
    .waitFor();
  await leave(seller, stranger);
}, 120_000);

async function askWhyItIsHeld(page: Page): Promise<void> {
  const held = page.getByRole('region', { name: 'Por que está retido?' });
  await held.locator('summary').filter({ hasText: 'A liberar' }).press('Enter');
  const line = held.locator('details[open] li details').first();
  await line.locator('summary').press('Enter');
  await line.getByText('corre o prazo de reclamação').waitFor();
  await line
    .getByText(/O valor entra automaticamente no saldo disponível em \d+ \w+ \d{4}, \d\d:\d\d/)
    .waitFor();
  await line.getByRole('link', { name: /^Ver pedido/ }).waitFor();
}

async function narrow(page: Page): Promise<void> {
  await page.getByLabel('Tipo').selectOption('Saques');
  await page.waitForURL(/tipo=saques/);
  await page.getByText('Saque pedido').first().waitFor();
  await expect.poll(() => page.getByText('Venda liberada').count()).toBe(0);
  await page.getByLabel('Período').selectOption('Hoje');
  await page.getByRole('heading', { name: 'Nenhum movimento no período.' }).waitFor();
  await page.getByRole('link', { name: 'Ver tudo' }).press('Enter');
  await page.getByText('Venda liberada').first().waitFor();
}

async function download(page: Page): Promise<void> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar planilha' }).press('Enter');
  const file = await arriving;
  expect(file.suggestedFilename()).toBe('extrato-praca.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\u{feff}Data;Hora;Descrição')).toBe(true);
  expect(text).toContain(';Venda liberada;');
}

async function openReceipt(page: Page): Promise<string> {
  await page
    .getByRole('link', { name: /^Recibo: Venda liberada/ })
    .first()
    .press('Enter');
  await page.getByRole('button', { name: 'Imprimir recibo' }).waitFor();
  return new URL(page.url()).pathname;
}
