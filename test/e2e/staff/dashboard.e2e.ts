import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#test/e2e/books.ts';
import { letterTo } from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { expectDisabled, knock } from '#test/e2e/staff.ts';
import { closeBrowser, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';
import type { Visitor } from '#test/e2e/visitor.ts';

/**
 * The work of staff, area by area: the main action of each is done once, and actions that support may not do are
 * explained.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const reason = 'Recebemos três avisos sobre pagamento por fora.';

test('support finds an order by keyboard, and writes a note that staff read there', async () => {
  const support = await enter('suporte@demo.praca');
  const { page } = support;
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Filas' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/dashboard/pedidos');
  const first = rowOf(page, 'Pedidos').getByRole('link').first();
  const code = (await first.textContent())!;

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Área, pessoa, pedido ou anúncio').fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await page.getByRole('heading', { level: 1, name: `Pedido ${code}` }).waitFor();
  await page.getByLabel('Nova nota').fill('Conferi com quem comprou: chegou bem.');
  await page.getByRole('button', { name: 'Guardar nota' }).click();
  await page.getByText('Conferi com quem comprou: chegou bem.', { exact: true }).last().waitFor();
  await expectDisabled(page.getByRole('button', { name: 'Mudar situação' }));
  await leave(support);
});

test('a report is decided, and its listing is suspended with a reason and republished', async () => {
  const [listing] = await look<{ id: number; title: string }>(
    site,
    `select id, title from listings where state = 'published' order by id limit 1`,
  );
  const { id, title } = listing!;
  await look(
    site,
    `insert into reports (protocol, reporter_id, target_kind, target_id, reason)
     select 'D-E2E0-0001', id, 'listing', $1, 'outside_deal' from users where email = 'compradora@demo.praca'`,
    [id],
  );
  const support = await enter('suporte@demo.praca');
  const { page } = support;
  await page.goto('/dashboard/denuncias', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: `A denúncia de ${title} procede` }).click();
  const decision = page.getByRole('dialog', { name: 'A denúncia procede?' });
  await decision.getByLabel('Explicação').fill('Obrigada. O anúncio sai do ar enquanto olhamos.');
  await decision.getByRole('button', { name: 'Decidir que procede' }).click();
  await page.getByText('Denúncia decidida').first().waitFor();

  await page.goto(`/dashboard/anuncios?id=${id}`, { waitUntil: 'networkidle' });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Suspender', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Suspender anúncio' });
  await dialog.getByLabel('Motivo', { exact: true }).fill(reason);
  await dialog.getByRole('button', { name: 'Suspender anúncio' }).click();
  await sheet.getByRole('button', { name: 'Voltar ao ar' }).waitFor();
  await sheet.getByText(`«${reason}»`).waitFor();
  await expectDisabled(sheet.getByRole('button', { name: 'Encerrar' }));
  await leave(support);
});

test('a person is found, shown unmasked to an admin only, given a birth, suspended and restored', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/usuarios?busca=vendedor%40demo.praca', { waitUntil: 'networkidle' });
  await rowOf(page, 'Usuários').getByRole('link').first().click();
  const sheet = page.getByRole('dialog').first();
  await sheet.getByRole('button', { name: 'Mostrar dados' }).click();
  const looking = page.getByRole('dialog', { name: /^Mostrar os dados de/ });
  await looking.getByLabel('Motivo').fill(reason);
  await looking.getByRole('button', { name: 'Mostrar dados' }).click();
  await looking.getByText('vendedor@demo.praca').waitFor();
  await looking.getByRole('button', { name: 'Esconder dados' }).click();

  await sheet.getByRole('button', { name: 'Registrar nascimento' }).click();
  const birth = page.getByRole('dialog', { name: /^Registrar o nascimento de/ });
  await birth.getByLabel('Data de nascimento').fill('1990-04-12');
  await birth.getByLabel('Motivo').fill('Data do RG que a pessoa mostrou em vídeo.');
  await birth.getByRole('button', { name: 'Salvar nascimento' }).click();
  await sheet.getByText('18 anos ou mais, pela equipe').waitFor();

  await sheet.getByRole('button', { name: 'Suspender', exact: true }).click();
  const suspending = page.getByRole('dialog', { name: /^Suspender @/ });
  await suspending.getByLabel('Motivo').fill(reason);
  await suspending.getByRole('button', { name: 'Suspender conta' }).click();
  await sheet.getByText(`Motivo: «${reason}»`).waitFor();
  await sheet.getByRole('button', { name: 'Voltar ao normal' }).click();
  const restoring = page.getByRole('dialog', { name: /^Voltar ao normal: @/ });
  await restoring.getByLabel('Motivo').fill('Era outra pessoa. Pedimos desculpas.');
  await restoring.getByRole('button', { name: 'Voltar ao normal' }).click();
  await sheet.getByRole('button', { name: 'Suspender', exact: true }).waitFor();

  await page.goto('/dashboard?aba=registro', { waitUntil: 'networkidle' });
  const record = page.getByRole('table', { name: 'Registro de ações' });
  await record.getByText('Dados mostrados').first().waitFor();
  await record.getByText(`«${reason}»`).first().waitFor();
  await expectAccessible(page, 'the record');
  await leave(admin);
});

test('a field added to a category is required of its sellers', async () => {
  const draft = await someDraft();
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto(`/dashboard/categorias/${draft.slug}?aba=atributos`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Novo campo' }).click();
  await page.getByRole('textbox', { name: 'Nome', exact: true }).last().fill('Cor da caixa');
  await page.getByRole('button', { name: 'Salvar categoria' }).click();
  await page.getByText('Categoria salva').first().waitFor();

  const seller = await enter('vendedora@demo.praca');
  await seller.page.goto(`/anunciar?id=${draft.id}&passo=detalhes`);
  await seller.page.getByLabel('Cor da caixa').waitFor();
  await leave(seller);
  await leave(admin);
});

test('a category with a longer release delay says so to its sellers, and too short a retention is refused', async () => {
  const draft = await someDraft();
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto(`/dashboard/categorias/${draft.slug}`, { waitUntil: 'networkidle' });
  const retention = page.getByLabel('Retenção própria');
  await retention.fill('6');
  // By keyboard: notice cards may cover the button.
  const saving = page.getByRole('button', { name: 'Salvar categoria' });
  await saving.press('Enter');
  await page.getByText('A retenção é de ao menos 7 dias.').waitFor();
  await retention.fill('21');
  await saving.press('Enter');
  await page.getByText('Categoria salva').first().waitFor();

  const seller = await enter('vendedora@demo.praca');
  await seller.page.goto(`/anunciar?id=${draft.id}&passo=preco`);
  await seller.page.getByText(/21 dias depois da entrega, o prazo de «/).waitFor();
  await leave(seller);
  await leave(admin);
});

test('a fee is changed with a reason and a preview of its effect, and the fee page shows it', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/planos', { waitUntil: 'networkidle' });
  await page.getByLabel('Tarifa de venda').first().fill('8,7');
  await page.getByText('(antes R$ 90,10)').waitFor();
  await save(page, 'planos');
  await page.getByRole('heading', { name: 'Histórico' }).waitFor();
  await page.getByText(reason).first().waitFor();

  const visitor = await visit(site.url);
  await visitor.page.goto('/tarifas');
  await visitor.page
    .getByText(/8,7\s*%/)
    .first()
    .waitFor();
  await leave(visitor);
  await leave(admin);
});

test('a rule is changed in the settings and its history shows who, why and the old value', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/configuracoes?secao=marca', { waitUntil: 'networkidle' });
  await page.getByLabel('Nome', { exact: true }).fill('Praça Nova');
  await save(page, 'marca');
  await page.getByRole('link', { name: 'Histórico' }).click();
  const version = page.getByRole('listitem').filter({ hasText: 'Praça Nova' });
  await version.getByText(reason).waitFor();
  await page.getByRole('link', { name: 'Conexões' }).click();
  await page.getByRole('button', { name: 'Testar conexão: banco de dados' }).click();
  await page.getByText(/^Conexão ok em/).waitFor();
  await leave(admin);
});

test('a letter’s wording is changed, previewed, and used for the next letter', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/configuracoes?secao=emails&carta=nova-senha', { waitUntil: 'networkidle' });
  await page.getByLabel('Assunto').fill('Senha nova para {{senha}}');
  await page.getByRole('button', { name: 'Ver como fica' }).click();
  await page.getByText('Estes nomes não existem: {{senha}}.').waitFor();
  await page.getByLabel('Assunto').fill('Senha nova para {{nome}}');
  await page.getByRole('button', { name: 'Ver como fica' }).click();
  await page.getByRole('region', { name: 'Prévia' }).getByText('Senha nova para clara_compra').waitFor();
  await expectAccessible(page, 'the words of a letter');
  await save(page, 'e-mail');

  const visitor = await visit(site.url);
  await visitor.page.goto('/auth/recovery', { waitUntil: 'networkidle' });
  await visitor.page.getByLabel('E-mail', { exact: true }).fill('compradora@demo.praca');
  await visitor.page.getByRole('button', { name: 'Enviar link' }).click();
  await visitor.page.getByText(/Se houver conta com/).waitFor();
  await letterTo(visitor.page, 'compradora@demo.praca', 'Senha nova para ');
  await leave(visitor, admin);
});

test('a list is arranged, saved as a view, and exported to a file without formulas', async () => {
  const title = '=HYPERLINK("http://golpe.exemplo";"clique")';
  await look(
    site,
    `update listings set title = $1 where id = (select id from listings where state = 'published' and plan = 'prata' order by id desc limit 1)`,
    [title],
  );
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/anuncios', { waitUntil: 'networkidle' });
  const table = page.getByRole('table', { name: 'Anúncios' });
  const head = (name: string) => table.getByRole('columnheader', { name });
  await page.getByRole('button', { name: 'Situação', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Ativo' }).click();
  await page.waitForURL(/situacao=published/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Plano', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Prata' }).click();
  await page.waitForURL(/plano=prata/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  await page.getByLabel('Nome da visão').fill('No ar');
  await page.getByRole('button', { name: 'Salvar visão' }).last().click();
  await page.getByRole('link', { name: 'No ar' }).waitFor();
  await page.getByRole('button', { name: 'Escolher colunas' }).click();
  await page.getByRole('checkbox', { name: 'Vendedor' }).click();
  await head('Vendedor').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const settled = page.waitForResponse(
    (reply) =>
      reply.url().includes('/table-settings/') &&
      reply.request().postDataJSON()?.density === 'roomy' &&
      reply.ok(),
  );
  await page.getByRole('button', { name: 'Usar linhas espaçadas' }).click();
  await settled;

  await page.goto('/dashboard/anuncios', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'No ar' }).click();
  await page.waitForURL(/plano=prata/);
  await page.getByRole('button', { name: 'Usar linhas compactas' }).waitFor();
  expect(await head('Vendedor').count()).toBe(0);

  await page.getByRole('button', { name: 'Exportar em CSV' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar esta lista' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  await page.getByRole('button', { name: 'Exportar em CSV' }).click();
  await page.getByRole('button', { name: /^Baixar o arquivo de/ }).waitFor();
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(text).toContain(`"'=HYPERLINK(""http://golpe.exemplo"";""clique"")"`);
  expect(text).not.toMatch(/(^|;)"?=HYPERLINK/m);
  await leave(admin);
});

test('a filter that is opened right after another stays open, and adds to the request in progress', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/anuncios', { waitUntil: 'networkidle' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/staff/listings?*', (route) => released.then(() => route.continue()));
  // As on a slow machine: deferred work runs after the next press.
  await page.evaluate(() => {
    const soon = window.setTimeout;
    window.setTimeout = ((work: () => void, ms = 0) => soon(work, Math.max(ms, 600))) as typeof setTimeout;
  });
  const open = (name: string) => page.getByRole('button', { name, exact: true });
  await open('Situação').click();
  await page.getByRole('checkbox', { name: 'Ativo' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Ativo' }).waitFor({ state: 'detached' });
  await open('Plano').click();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.getByRole('checkbox', { name: 'Prata' }).click();
  release();
  await page.waitForURL(/plano=prata/);
  expect(new URL(page.url()).searchParams.get('situacao')).toBe('published');
  await leave(admin);
});

test('filters chosen while the list loads are shown at once, and a view saved meanwhile has all of them', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  const name = `Pausados ${randomBytes(4).toString('hex')}`;
  await page.goto('/dashboard/anuncios', { waitUntil: 'networkidle' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/staff/listings?*', (route) => released.then(() => route.continue()));
  await page.getByRole('button', { name: 'Situação', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Ativo' }).click();
  await page.getByRole('checkbox', { name: 'Pausado' }).click();
  await page.getByRole('checkbox', { name: 'Ativo', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Plano', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Prata' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar visão' }).click();
  await page.getByLabel('Nome da visão').fill(name);
  await page.getByRole('button', { name: 'Salvar visão' }).last().click();
  const view = page.getByRole('link', { name });
  const query = new URLSearchParams((await view.getAttribute('href'))!.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ plano: 'prata', situacao: 'published,paused' });
  release();
  await page.waitForURL(/plano=prata/);
  await page.goBack();
  await page.getByRole('button', { name: 'Situação', exact: true }).waitFor();
  await leave(admin);
});

test('the books balance in one sentence, and a payment is reconciled with the bank again', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard?aba=livros', { waitUntil: 'networkidle' });
  await page.getByText('Tudo fecha, até o último centavo.').waitFor();
  await page.goto('/dashboard/pagamentos', { waitUntil: 'networkidle' });
  await page
    .getByRole('button', { name: /^Conciliar agora o pagamento/ })
    .first()
    .click();
  await page
    .getByText(/Nada mudou no banco|Pagamento atualizado/)
    .first()
    .waitFor();
  await leave(admin);
});

test('an admin enters the account of the mail server, tests it, and its password is never returned', async () => {
  const admin = await enter('admin@demo.praca');
  const { page } = admin;
  await page.goto('/dashboard/configuracoes?secao=conexoes', { waitUntil: 'networkidle' });
  // Notices cover the right edge until they are read.
  const opener = page.getByRole('button', { name: 'Configurar e-mail' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Configurar e-mail' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await opener.press('Enter');
  await dialog.getByRole('button', { name: 'Propor credenciais' }).click();
  await dialog.getByText('Diga por que está mudando').waitFor();
  await dialog.getByLabel('Servidor').fill('127.0.0.1');
  await dialog.getByLabel('Porta').fill('9');
  await dialog.getByLabel('Usuário').fill('praca');
  await dialog.getByLabel('Senha').fill('senha-do-correio-7c1d');
  await dialog.getByLabel('Remetente').fill('avisos@exemplo.com.br');
  await dialog.getByRole('button', { name: 'Testar conexão' }).click();
  await dialog.getByText('O serviço não respondeu. Confira o endereço e a rede.').waitFor();
  await dialog.getByLabel('Motivo').fill(reason);
  await expectAccessible(page, 'the account of a service');
  await dialog.getByRole('button', { name: 'Propor credenciais' }).click();
  await page.getByText('Mudança proposta').first().waitFor();
  await confirmAsSecond('e-mail');
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByText('••••7c1d').waitFor();
  expect(await page.content()).not.toContain('senha-do-correio');
  await page.getByRole('button', { name: 'Remover credenciais de e-mail' }).press('Enter');
  const asked = page.getByRole('alertdialog');
  await asked.getByLabel('Motivo').fill(reason);
  await asked.getByRole('button', { name: 'Propor remoção' }).click();
  await page.getByText('Mudança proposta').first().waitFor();
  await confirmAsSecond('e-mail');
  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(() => page.getByText('••••7c1d').count()).toBe(0);
  await leave(admin);
});

test('actions that support may not do are shown with the reason, and refused by the API', async () => {
  const support = await enter('suporte@demo.praca');
  const { page } = support;
  await page.goto('/dashboard/planos', { waitUntil: 'networkidle' });
  await page.getByText('Você pode ver os planos. Só administradores podem mudá-los.').waitFor();
  await expect.poll(() => page.getByLabel('Tarifa de venda').first().getAttribute('readonly')).not.toBeNull();
  await page.goto('/dashboard/configuracoes?secao=conexoes', { waitUntil: 'networkidle' });
  await expectDisabled(page.getByRole('button', { name: 'Testar conexão: banco de dados' }));
  await expectDisabled(page.getByRole('button', { name: 'Configurar pagamentos' }));
  await page.goto('/dashboard/categorias/gift-cards-jogos', { waitUntil: 'networkidle' });
  await expectDisabled(page.getByRole('button', { name: 'Salvar categoria' }));
  await page.goto('/dashboard/pagamentos', { waitUntil: 'networkidle' });
  await expectDisabled(page.getByRole('button', { name: /^Conciliar agora o pagamento/ }).first());
  await expectDisabled(page.getByRole('button', { name: 'Só administradores exportam listas.' }));
  const [person] = await look<{ id: number }>(
    site,
    `select id from users where email = 'vendedora@demo.praca'`,
  );
  await page.goto(`/dashboard/usuarios?id=${person!.id}`, { waitUntil: 'networkidle' });
  for (const name of ['Mudar papel', 'Encerrar conta', 'Mostrar dados'])
    await expectDisabled(page.getByRole('button', { name, exact: true }));

  const [category] = await look<{ id: number }>(
    site,
    `select id from categories where slug = 'gift-cards-jogos'`,
  );
  const [payment] = await look<{ id: number }>(site, 'select id from payments order by id limit 1');
  const doors: [method: string, path: string, body: object][] = [
    ['POST', '/staff/settings/versions', { basedOn: 1, changes: { 'brand.name': 'Outra' }, reason }],
    ['POST', '/staff/connection-checks', { kind: 'database' }],
    ['POST', '/staff/credentials/sms/removal', { basedOn: null, reason }],
    ['PATCH', `/staff/categories/${category!.id}`, { name: 'Outra' }],
    ['POST', `/staff/payments/${payment!.id}/reconciliation`, {}],
    ['POST', '/staff/table-exports', { table: 'anuncios', query: {} }],
    ['POST', `/staff/users/${person!.id}/unmaskings`, { reason }],
  ];
  for (const [method, path, body] of doors)
    expect([path, await knock(page, method, path, body)]).toEqual([path, 403]);
  await leave(support);
});

/** A draft of a demo seller, and its category. */
async function someDraft(): Promise<{ id: number; slug: string }> {
  const [draft] = await look<{ id: number; slug: string }>(
    site,
    `select l.id, c.slug from listings l join users u on u.id = l.seller_id join categories c on c.id = l.category_id
     where u.email = 'vendedora@demo.praca' and l.state = 'draft' limit 1`,
  );
  return draft!;
}

async function enter(login: string): Promise<Visitor> {
  const visitor = await visit(site.url);
  await signIn(visitor, login);
  return visitor;
}

/** Another admin reads the proposed change and confirms it. */
async function confirmAsSecond(about: string): Promise<void> {
  const second = await enter('admin2@demo.praca');
  const { page } = second;
  await page.goto('/dashboard/mudancas', { waitUntil: 'networkidle' });
  await page
    .getByRole('heading', { name: new RegExp(about) })
    .first()
    .waitFor();
  await expectAccessible(page, 'what waits for a second person');
  await page.getByRole('button', { name: 'Conferir e confirmar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar mudança' }).click();
  await page.getByText('Mudança confirmada').first().waitFor();
  await leave(second);
}

const rowOf = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1);

/** «Salvar {noun}», the reason, and the resulting version. */
async function save(page: Page, noun: string): Promise<void> {
  await page.getByRole('button', { name: `Salvar ${noun}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar mudanças' });
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Salvar mudanças' }).click();
  await dialog.waitFor({ state: 'detached' });
}
