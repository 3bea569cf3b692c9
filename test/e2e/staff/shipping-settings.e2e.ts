import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

test('an admin proposes another price of the freight table, part by part (S02)', async () => {
  const admin = await visit(site.url);
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  await page.goto('/dashboard/configuracoes?secao=envios', { waitUntil: 'networkidle' });
  const part = page.getByRole('group', { name: 'PAC, mesmo estado', exact: true });
  await part.getByLabel('Até 1 kg').fill('21,50');
  await expectAccessible(page, 'the settings of shipping');
  await page.getByRole('button', { name: 'Salvar envios e frete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar mudanças' });
  await dialog.getByText('PAC, mesmo estado: até 1 kg').waitFor();
  await dialog.getByText('outro admin confirmar').waitFor();
  await dialog.getByLabel('Motivo').fill('Novo contrato com os Correios.');
  await dialog.getByRole('button', { name: 'Salvar mudanças' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [proposed] = await look<{ change: unknown }>(
    site,
    `select payload -> 'changes' -> 0 as change from staff_proposals order by id desc limit 1`,
  );
  expect(proposed!.change).toEqual({ path: 'shipping.table.pac.sameState.kg1', before: 2_290, after: 2_150 });
  await leave(admin);
});
