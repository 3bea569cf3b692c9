import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
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

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

/** A paid order that the rules of risk looked at: instant, dear, and 30 points. */
async function examinedOrder(): Promise<number> {
  const facts = JSON.stringify({ amountCents: 90_000, instant: true, accountAgeMs: 1, bought: 9 });
  const [order] = await look<{ id: number }>(
    site,
    `insert into order_risks (order_id, buyer_id, seller_id, facts, score, reasons, action)
     select id, buyer_id, seller_id, '${facts}', 10, '{instant}', 'none' from orders
     where paid_at > now() - interval '20 days' order by id limit 1
     on conflict (order_id) do update set facts = excluded.facts returning order_id as id`,
  );
  return order!.id;
}

test('an admin labels an order as fraud and sees what a rule would have done to it before saving (F55, N09)', async () => {
  const id = await examinedOrder();
  const admin = await visit(site.url, { width: 375, height: 812 });
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  await page.goto(`/dashboard/pedidos/${id}#risco`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Registrar o que foi' }).click();
  const labels = page.getByRole('dialog', { name: /^O que o pedido/ });
  await labels.getByRole('button', { name: 'Registrar resultado' }).click();
  await labels.getByText('Escolha o que foi.').waitFor();
  await labels.getByRole('radio', { name: 'Fraude', exact: true }).check();
  await labels.getByLabel('Como você sabe').fill('O titular do cartão não conhece a compra.');
  await expectAccessible(page, 'what an order was');
  await expectNoSideScroll(page, 'what an order was');
  await labels.getByRole('button', { name: 'Registrar resultado' }).click();
  await page.getByText('registrado por @').waitFor();

  await page.goto('/dashboard/risco', { waitUntil: 'networkidle' });
  await page.getByText('Nenhum pedido retido agora.').waitFor();
  await page.getByRole('link', { name: 'Fraudes' }).click();
  await page.locator(`a[href="/dashboard/pedidos/${id}#risco"]`).waitFor();
  await expectAccessible(page, 'orders with risk');
  await expectNoSideScroll(page, 'orders with risk');
  await page.getByLabel('Sinal').selectOption({ label: 'Conta nova' });
  await page.getByText('Nenhum pedido com este sinal.').waitFor();
  await page.getByLabel('Sinal').selectOption({ label: 'Código entregue na hora' });
  await page.locator(`a[href="/dashboard/pedidos/${id}#risco"]`).waitFor();

  await page.goto('/dashboard/configuracoes?secao=seguranca', { waitUntil: 'networkidle' });
  await page.getByLabel('Pontos: código entregue na hora').fill('60');
  await page.getByRole('button', { name: /^Salvar segurança/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar mudanças' });
  await dialog.getByRole('button', { name: 'Ver o efeito' }).focus();
  await page.keyboard.press('Enter');
  const effect = dialog.getByRole('region', { name: 'Efeito da mudança' });
  await effect.getByRole('rowheader', { name: 'A equipe confere' }).waitFor();
  await effect.getByText('1 fraude', { exact: false }).first().waitFor();
  await expectAccessible(page, 'the effect of a change');
  await expectNoSideScroll(page, 'the effect of a change');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(
    await look(site, `select from rule_versions where rules #>> '{risk,weights,instant}' = '60'`),
  ).toEqual([]);
  await leave(admin);
}, 240_000);
