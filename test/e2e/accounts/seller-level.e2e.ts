import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoLevelSales } from '#demo/market/accounts.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { closeBrowser, expectAccessible, expectNoSideScroll, leave, visit } from '#test/e2e/visitor.ts';

/** A seller reads their level and contests what counts against it; staff decide, and the seller reads why (§4.13). */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const password = 'praca-demo-2026';
const words = 'A pessoa recebeu tudo no prazo e só reclamou depois de usar o item por dias.';
const grounds = 'Lemos a conversa do pedido: a reclamação foi aberta sem motivo.';

/** The demo seller with most complaints that count. */
async function claimedSeller(): Promise<string> {
  const client = new Client(site.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(
      `select s.email::text from complaints c join orders o on o.id = c.order_id join users s on s.id = o.seller_id
      where s.email like '%@demo.praca' and s.role = 'user' and not (c.state = 'closed'
        and (c.ending = 'withdrawn' or c.result is not distinct from 'release'))
      group by s.email order by count(*) desc, s.email limit 1`,
    );
    return rows[0]!.email;
  } finally {
    await client.end();
  }
}

test('a seller contests a sale that counts against their level, and staff take it out of the count', async () => {
  const vendor = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(vendor.page, { email: await claimedSeller(), password });
  await vendor.page.goto('/conta/vendas');
  await vendor.page.getByRole('link', { name: 'Seu nível', exact: true }).click();
  await vendor.page.getByRole('heading', { name: /^Seu nível: / }).waitFor();
  await expectNoSideScroll(vendor.page, 'the level page');
  await expectAccessible(vendor.page, 'the level page');
  await vendor.page
    .getByRole('button', { name: /^Contestar: / })
    .first()
    .click();
  await vendor.page.getByRole('button', { name: 'Enviar contestação' }).click();
  await vendor.page.getByText('Conte o que aconteceu em ao menos 20 letras.').first().waitFor();
  await vendor.page.getByLabel('O que aconteceu').fill(words);
  await vendor.page.getByRole('button', { name: 'Enviar contestação' }).click();
  await vendor.page.getByText('Contestação em análise').waitFor();

  const staff = await visit(site.url);
  await people.enterByOneClick(staff.page, 'suporte@demo.praca');
  await staff.page.goto('/dashboard/usuarios');
  await staff.page.getByRole('link', { name: 'Contestações de nível' }).click();
  await staff.page.getByText(words).waitFor();
  await expectAccessible(staff.page, 'the contests');
  await staff.page.getByRole('button', { name: /^Decidir: / }).click();
  await staff.page.getByRole('radio', { name: 'Não conta: abuso de quem comprou' }).click();
  await staff.page.getByLabel('Motivo').fill(grounds);
  await staff.page.getByRole('button', { name: 'Decidir', exact: true }).click();
  await staff.page.getByText('Nenhuma contestação à espera.').waitFor();

  await vendor.page.reload();
  await vendor.page.getByText('Contestação aceita').waitFor();
  await vendor.page.getByText(`A equipe: ${grounds}`).waitFor();
  expect(await vendor.page.getByText('Fora da conta: Abuso de quem comprou: 1 venda.').count()).toBe(1);
  await leave(vendor, staff);
}, 180_000);

test('fees name what each level needs and brings', async () => {
  const { page } = await visit(site.url, { width: 375, height: 812 });
  await page.goto('/tarifas#niveis');
  await page.getByRole('heading', { name: 'Quem vende bem paga menos' }).waitFor();
  await page.getByText(`${demoLevelSales.diamond} vendas concluídas e uma conversa com a equipe`).waitFor();
  await expectNoSideScroll(page, 'the fees');
  await page.close();
}, 60_000);

test('a visitor reads the open numbers, and downloads a day of the ledger', async () => {
  const { page } = await visit(site.url, { width: 375, height: 812 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Transparência' }).click();
  await page.getByRole('heading', { name: 'Livro de lançamentos' }).waitFor();
  await expectNoSideScroll(page, 'the open numbers');
  await expectAccessible(page, 'the open numbers');
  await page.close();
}, 60_000);
