import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** Buyer and staff make the dossier of a disputed order and verify it (N07). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const script = join(import.meta.dirname, '../../../bin/verify-dossier.js');

/** A demo order with a complaint. */
async function disputedOrder(): Promise<{ id: number; hash: string; email: string }> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number; hash: string; email: string }>(
      `select o.id::int, o.hash, b.email::text from complaints c join orders o on o.id = c.order_id
        join users b on b.id = o.buyer_id
      where b.email like '%@demo.praca' and b.role = 'user' order by c.id desc limit 1`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/** Saves a file by the keyboard. */
async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).press('Enter');
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

test('a buyer makes the dossier of an order with the keyboard, and its files verify', async () => {
  const order = await disputedOrder();
  const buyer = await visit(site.url, { width: 375, height: 812 });
  const { page } = buyer;
  await people.logIn(page, { email: order.email, password });
  await page.goto(`/pedido/${order.hash}`);
  await page.getByRole('button', { name: 'Gerar dossiê' }).press('Enter');
  await page.getByText(/^Dossiê de .* pronto\./).waitFor();
  await expectNoSideScroll(page, 'an order with its dossier');
  await expectAccessible(page, 'an order with its dossier');
  const pdf = await saved(page, 'Baixar PDF');
  expect(pdf.name).toMatch(/^dossie-.*-compra\.pdf$/);
  expect((await readFile(pdf.path)).subarray(0, 5).toString()).toBe('%PDF-');
  const json = await saved(page, 'Baixar JSON');
  expect(json.name).toMatch(/^dossie-.*-compra\.json$/);

  await page.goto('/transparencia');
  const command = await page.getByText(/^node bin\/verify-dossier\.js/).textContent();
  const key = command!.split(' ').at(-1)!;
  const found = spawnSync(process.execPath, [script, json.path, '--key', key], { encoding: 'utf8' });
  expect(found.stderr).toBe('');
  expect(found.stdout).toContain('Confere.');
  await leave(buyer);
});

test('an admin makes one for an authority, with a reason', async () => {
  const order = await disputedOrder();
  const staff = await visit(site.url);
  const { page } = staff;
  await people.enterByOneClick(page, 'admin@demo.praca');
  await page.goto(`/dashboard/pedidos/${order.id}`);
  await page.getByRole('button', { name: 'Para uma autoridade' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('O banco contestou o pagamento deste pedido.');
  await expectAccessible(page, 'the reason of a dossier');
  await dialog.getByRole('button', { name: 'Gerar dossiê' }).click();
  await page.getByText(/^Dossiê de .* pronto\./).waitFor();
  expect((await saved(page, 'Baixar PDF')).name).toMatch(/-autoridade\.pdf$/);
  await leave(staff);
});
