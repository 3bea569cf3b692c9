import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeBooks, look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import type { Theme } from '#test/e2e/visitor.ts';
import {
  closeBrowser,
  expectAccessible,
  expectNoSideScroll,
  leave,
  signIn,
  visit,
} from '#test/e2e/visitor.ts';

/** Staff read the signals for and against each withdrawal, and approve several with one proof. */
const patience = { timeout: 20_000 };
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const owner = {
  username: '',
  phone: '',
  email: 'vendedora@demo.praca',
  password: 'praca-demo-2026',
  fullName: 'Vera Duarte',
  cpf: '11144477735',
};
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: `@${username}` });
const states = () =>
  look<{ state: string; count: number }>(
    site,
    'select state, count(*)::int from withdrawals where attempts > 0 and decided_at > now() - interval $$1 hour$$ group by 1',
  );

/** The people with a pending withdrawal, the newest last. */
const waiting = () =>
  look<{ id: number; username: string }>(
    site,
    `select w.id, u.username::text from withdrawals w join users u on u.id = w.user_id
     where w.state in ('requested', 'in_review') order by w.id`,
  );

test('the sheet shows origin, signals, earlier ones and history; Back closes it, the arrows change the row', async () => {
  const admin = await visit(site.url);
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  await page.goto('/dashboard/saques', { waitUntil: 'networkidle' });
  for (const level of ['Baixo', 'Médio', 'Alto'])
    await page.getByText(level, { exact: true }).first().waitFor();
  await expectAccessible(page, 'the queue of withdrawals');

  const [first, second] = await waiting();
  await page.getByRole('link', { name: `@${first!.username}` }).click();
  const sheet = page.getByRole('dialog', { name: /^Saque de R\$/ });
  await sheet.getByRole('heading', { name: 'De onde veio o dinheiro' }).waitFor();
  await sheet
    .getByRole('link', { name: /^pedido / })
    .first()
    .waitFor();
  for (const part of ['Sinais', 'Saques anteriores', 'Histórico'])
    await sheet.getByRole('heading', { name: part }).waitFor();
  await sheet.getByText('Saque pedido').first().waitFor();
  await expectAccessible(page, 'the sheet of a withdrawal');
  await sheet.getByRole('button', { name: 'Próxima linha' }).press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('id'), patience).toBe(String(second!.id));
  await sheet.getByRole('button', { name: 'Aprovar saque' }).waitFor();
  await page.reload({ waitUntil: 'networkidle' });
  await sheet.getByText(`@${second!.username}`).first().waitFor();
  // A reload keeps the history entry of the opened sheet.
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/dashboard/saques');
  await leave(admin);
}, 90_000);

test.each<{ width: number; theme: Theme }>([
  { width: 375, theme: 'claro' },
  { width: 768, theme: 'escuro' },
  { width: 1280, theme: 'escuro' },
])('the queue and its sheet fit completely at $width in $theme', async ({ width, theme }) => {
  const support = await visit(site.url, { width, theme });
  const { page } = support;
  await signIn(support, 'suporte@demo.praca');
  await page.goto('/dashboard/saques', { waitUntil: 'networkidle' });
  await page.getByText('Alto', { exact: true }).first().waitFor();
  await expectNoSideScroll(page, 'the queue of withdrawals');
  await expectAccessible(page, 'the queue of withdrawals');
  await page.getByRole('link', { name: `@${(await waiting())[0]!.username}` }).click();
  await page.getByRole('heading', { name: 'Histórico' }).waitFor();
  await expectNoSideScroll(page, 'the sheet of a withdrawal');
  await expectAccessible(page, 'the sheet of a withdrawal');
  await leave(support);
});

test('several are approved with one second factor; one that a colleague decided meanwhile stays with the reason', async () => {
  const admin = await visit(site.url);
  const { page } = admin;
  await signIn(admin, 'admin@demo.praca');
  const { app } = await people.enrolApp(page);
  await look(site, `update sessions set second_factor_at = null, proved_at = null`);
  await page.goto('/dashboard/saques', { waitUntil: 'networkidle' });
  const rows = await waiting();
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { username } of rows) await rowOf(page, username).getByRole('checkbox').first().check();
  const bar = page.getByRole('region', { name: 'Ações para os selecionados' });
  await expectAccessible(page, 'chosen withdrawals');

  const taken = rows.at(-1)!;
  const helper = await visit(site.url);
  await signIn(helper, 'suporte@demo.praca');
  await bar.getByRole('button', { name: `Aprovar ${rows.length} saques` }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: /^Aprovar \d+ saques, total R\$/ });
  await dialog.getByText('Sai por Pix').waitFor();
  await expectAccessible(page, 'the question of a bulk approval');
  await helper.page.goto('/dashboard/saques', { waitUntil: 'networkidle' });
  await rowOf(helper.page, taken.username)
    .getByRole('button', { name: /^Aprovar/ })
    .press('Enter');
  await helper.page.getByRole('dialog', { name: /^Aprovar R\$/ }).waitFor();
  await expect
    .poll(
      async () => (await look(site, `select from queue_claims where queue = 'withdrawals'`)).length,
      patience,
    )
    .toBe(1);

  await dialog.getByRole('button', { name: /^Aprovar \d+ saques$/ }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await proof.waitFor();
  await people.enterCode(page, app);
  await dialog.getByText(/Em análise por @/).waitFor();
  await dialog.getByText(`${rows.length - 1} saques aprovados. 1 ficou como estava:`).waitFor();
  await expectAccessible(page, 'what of a bulk approval failed');
  await helper.page.getByRole('button', { name: 'Manter pendente' }).click();
  await expect
    .poll(
      async () => (await look(site, `select from queue_claims where queue = 'withdrawals'`)).length,
      patience,
    )
    .toBe(0);
  await dialog.getByRole('button', { name: 'Tentar de novo: Aprovar 1 saque' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await waiting()).length, patience).toBe(0);
  await expect.poll(async () => (await states()).map(({ state }) => state), patience).toEqual(['paid']);
  await expectWholeBooks(site);
  await leave(admin, helper);
}, 180_000);

test('the first withdrawal says beforehand what is missing, and offers each way to complete it', async () => {
  await look(
    site,
    `update users set full_name = null, cpf = null, birth_date = null, identity_verified_at = null,
       proven_document = null, document_proven_at = null, document_proven_by = null where email = '${owner.email}'`,
  );
  const { page, ...visitor } = await visit(site.url, { width: 375, height: 812 });
  await people.logIn(page, owner);
  await page.goto('/conta/transacoes');
  const missing = 'Para sacar, falta informar nome e CPF ou CNPJ e ativar a segunda etapa.';
  await page.getByText(missing).waitFor();
  await page.getByRole('button', { name: 'Sacar', exact: true }).first().press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Sacar por Pix' });
  await sheet.getByLabel('Quanto').fill('2000');
  await sheet.getByText('Celular confirmado, feito').waitFor();
  await sheet.getByText(/Ativar pausa os saques por 24 horas/).waitFor();
  await sheet.getByRole('button', { name: 'Confirmar saque' }).focus();
  await page.getByText(missing).last().waitFor();
  await expectAccessible(page, 'what a withdrawal misses');

  await sheet.getByRole('link', { name: 'Confirmar meus dados' }).click();
  await people.fillIdentity(page, owner);
  await sheet.getByText('Nome e CPF ou CNPJ, feito').waitFor();
  await sheet.getByRole('link', { name: /^(Ativar segunda etapa|Usar a trava deste aparelho)$/ }).click();
  await page.waitForURL(/\/conta\/seguranca/);
  const { app } = await people.enrolApp(page);
  await page.goto('/conta/transacoes?sacar=1');
  await sheet
    .getByText(/^Os saques esperam até/)
    .first()
    .waitFor();
  expect(await sheet.getByRole('heading', { name: 'Antes do primeiro saque' }).count()).toBe(0);
  // The amount typed before all of it.
  await expect.poll(() => sheet.getByLabel('Quanto').inputValue()).toContain('20,00');

  const bench = await visit(site.url);
  await people.moveClock(bench.page, '+1 dia');
  await people.moveClock(bench.page, '+1 hora');
  await page.reload();
  await sheet.getByRole('button', { name: 'Confirmar saque' }).click();
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await people.enterCode(page, app);
  await page.getByRole('main').getByText('Solicitado').first().waitFor();
  await leave({ page, ...visitor }, bench);
}, 180_000);
