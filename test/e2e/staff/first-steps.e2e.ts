import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { administer, databaseUrl, dropDatabase } from '#test/database.ts';
import { approveOpenDocuments, sendDocuments } from '#test/e2e/document-steps.ts';
import * as people from '#test/e2e/people.ts';
import { decision } from '#test/e2e/staff.ts';
import { closeBrowser, expectAccessible, leave, visit } from '#test/e2e/visitor.ts';
import { endPrograms, run, untilListening } from '#test/process/program.ts';
import type { Program } from '#test/process/program.ts';
import { freePort } from '#test/process/server-process.ts';

/** An owner's first day: a new server, whose only way in is the link that its start prints. */
const { ownerUrl, appUrl } = inject('demo');
const database = `first_${randomBytes(6).toString('hex')}`;
let program: Program;
let url: string;
beforeAll(async () => {
  await administer(ownerUrl, async (client) => {
    await client.query(`create database ${database} template template0`);
  });
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  program = await run({
    PORT: port,
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl(ownerUrl, database),
    DATABASE_APP_URL: databaseUrl(appUrl, database),
    SECRET_KEY: 'f'.repeat(64),
    LOG_LEVEL: 'error',
  });
  await untilListening(program);
});
afterAll(async () => {
  await closeBrowser();
  await endPrograms();
  await dropDatabase(ownerUrl, database);
});

const patience = { timeout: 30_000 };
const shop = 'Feira da Ana';
const title = 'Receitas da avó em PDF';

test('an owner gets from the printed link to a shop with its first listing, by the pages alone', async () => {
  const began = Date.now();
  const owner = await visit(url);
  await createOwner(owner.page);
  await setUp(owner.page);

  const author = await visit(url, { width: 375, height: 812 });
  const bench = await visit(url);
  const seller = people.newPerson('vende');
  await people.register(author.page, seller);
  await people.confirmEmail(author.page, bench.page, seller);
  await people.confirmPhone(author.page, bench.page, seller);
  await people.confirmIdentity(author.page, seller);
  await proveAge(author.page, owner.page, seller.username);
  await publish(author.page);
  await approve(owner.page);

  const stranger = await visit(url);
  const link = stranger.page.getByRole('link', { name: title });
  await expect
    .poll(async () => {
      await people.open(stranger.page, '/anuncios');
      return link.count();
    }, patience)
    .toBe(1);
  await link.click();
  await stranger.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await stranger.page.getByText('Feira da Ana Ltda').first().waitFor();
  expect(Date.now() - began).toBeLessThan(600_000);
  await leave(owner, author, bench, stranger);
});

async function createOwner(page: Page): Promise<void> {
  const link = /http:\/\/\S+\/primeiro-acesso\?token=\S+/.exec(program.output())![0];
  const owner = people.newPerson('dona');
  await people.open(page, link);
  await page.getByLabel('E-mail', { exact: true }).fill(owner.email);
  await page.getByLabel('Nome de usuário', { exact: true }).fill(owner.username);
  await page.getByLabel('Senha', { exact: true }).fill(owner.password);
  await people.tick(page.getByRole('checkbox'));
  await expectAccessible(page, 'the first access');
  await page.getByRole('button', { name: 'Criar conta e continuar' }).click();
  await page.waitForURL(/\/conta\/seguranca/);
  await people.enrolApp(page);
}

async function setUp(page: Page): Promise<void> {
  await people.open(page, '/dashboard/primeiros-passos');
  await page.getByRole('heading', { level: 1, name: 'Primeiros passos' }).waitFor();
  await expectAccessible(page, 'the first steps');
  const step = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  await step('Marca').getByRole('button', { name: 'Preencher aqui' }).click();
  await step('Marca').getByLabel('Nome', { exact: true }).fill(shop);
  await save(page, 'marca');
  // The next save names the version that this one made, which is read after the dialog closes.
  await step('Marca').getByText('sem logotipo próprio').waitFor();
  await step('Empresa').getByRole('button', { name: 'Preencher aqui' }).click();
  await step('Empresa').getByLabel('Razão social').fill('Feira da Ana Ltda');
  await step('Empresa').getByLabel('CNPJ da empresa').fill('11.222.333/0001-81');
  await step('Empresa').getByLabel('Endereço').fill('Largo da Ordem, 10, Centro, Curitiba, PR, 80020-000');
  await step('Empresa').getByLabel('E-mail de contato').fill('contato@feira.com.br');
  await save(page, 'empresa');

  for (const [name, button] of [
    ['Pagamentos', /Criar Pix/],
    ['E-mail', 'Enviar carta para mim'],
  ] as const) {
    await step(name).getByRole('button', { name: button }).click();
    await step(name).getByRole('status').filter({ hasText: /./ }).waitFor();
  }
  await step('Categorias')
    .getByRole('button', { name: /Contas e itens digitais/ })
    .click();
  await page.getByText('Categorias criadas').first().waitFor();
}

/** Saves what is typed in a step, with its reason, at once. */
async function save(page: Page, noun: string): Promise<void> {
  await page.getByRole('button', { name: `Salvar ${noun}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar mudanças' });
  await dialog.getByLabel('Motivo').fill('Abertura da loja');
  await dialog.getByRole('button', { name: 'Salvar mudanças' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The form asks for a document before anything is typed (F58); the owner approves it. */
async function proveAge(page: Page, staff: Page, username: string): Promise<void> {
  await people.open(page, '/anunciar');
  await page.getByText('Confirme sua idade para publicar').waitFor();
  await expectAccessible(page, 'the form of a seller without a proven age');
  await page.getByRole('link', { name: 'Enviar documento' }).click();
  await sendDocuments(page);
  await people.open(staff, '/dashboard/usuarios/documentos');
  await staff.getByRole('button', { name: `Abrir documentos de @${username}` }).click();
  await approveOpenDocuments(staff, username);
}

async function publish(page: Page): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await people.open(page, '/anunciar');
  await page.getByLabel('Título').fill(title);
  await page.getByRole('button', { name: 'Escolher na lista' }).click();
  await page.getByLabel('Procure pelo nome').fill('livros');
  await page.getByRole('radio', { name: /Livros digitais$/ }).click();
  await next();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: await photo() });
  await page.getByText('Capa', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('progressbar', { name: /^Enviando/ }).count(), patience).toBe(0);
  await next();
  await page.getByLabel('Formato').selectOption('PDF');
  await page
    .getByLabel('Descrição')
    .fill('Quarenta receitas da família, com fotos e medidas, para ler no celular ou imprimir em casa.');
  await page.getByRole('radio', { name: /Eu entrego/ }).click();
  await page.getByLabel('Prazo de entrega', { exact: true }).selectOption('24');
  await next();
  await page.getByLabel(/^Preço/).fill('3900');
  await next();
  await page.getByRole('checkbox', { name: /O item é meu/ }).check();
  await page.getByRole('button', { name: 'Publicar anúncio' }).click();
  await page.getByRole('heading', { name: 'Anúncio enviado para revisão' }).waitFor();
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 900, channels: 3, background: '#b35c2e' } })
    .png()
    .toBuffer();
}

async function approve(page: Page): Promise<void> {
  await people.open(page, '/dashboard/revisao');
  await page.getByRole('link', { name: title }).first().click();
  const decided = decision(page);
  await page.getByRole('button', { name: /^Aprovar anúncio/ }).click();
  await decided;
}
