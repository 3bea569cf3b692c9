import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWholeBooks, look } from '#test/e2e/books.ts';
import * as people from '#test/e2e/people.ts';
import { openSite } from '#test/e2e/site.ts';
import type { Site } from '#test/e2e/site.ts';
import { expectDisabled, knock } from '#test/e2e/staff.ts';
import { closeBrowser, endRoutes, expectAccessible, leave, signIn, visit } from '#test/e2e/visitor.ts';
import type { Visitor } from '#test/e2e/visitor.ts';

/**
 * Area by area as support and as admin (§4.15): both stay signed in, and forbidden actions are tried at the API with
 * the person's own token.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await closeBrowser();
  await site.close();
});

const areas = {
  'Visão geral': '/staff/overview',
  Revisão: '/staff/reviews',
  Reclamações: '/staff/complaints',
  Comprovantes: '/staff/receipts',
  Saques: '/staff/withdrawals',
  Denúncias: '/staff/reports',
  Recursos: '/staff/appeals',
  Risco: '/staff/order-risks',
  Atendimento: '/staff/tickets',
  Reembolsos: '/staff/refunds',
  Pedidos: '/staff/orders',
  Pagamentos: '/staff/payments',
  Usuários: '/staff/users',
  Anúncios: '/staff/listings',
  Categorias: '/staff/categories',
  Planos: '/staff/settings',
  Configurações: '/staff/settings',
} as const;
const others = ['/staff/books', '/staff/audit-log', '/staff/queues', '/staff/payment-health'];
const reason = 'Conferido com as duas pessoas e com o banco.';

const patience = { timeout: 20_000 };

let support: Visitor;
let admin: Visitor;
const enter = async (login: string) => {
  const visitor = await visit(site.url);
  await signIn(visitor, login);
  return visitor;
};

test('every area: support and admin have access, with one heading each; anyone else is refused', async () => {
  [support, admin] = [await enter('suporte@demo.praca'), await enter('admin@demo.praca')];
  await Promise.all([support, admin].map(walkThrough));
  const buyer = await enter('compradora@demo.praca');
  await buyer.page.goto('/dashboard/saques');
  await buyer.page.waitForURL((url) => url.pathname === '/');
  for (const path of [...Object.values(areas), ...others])
    expect([path, await knock(buyer.page, 'GET', path)]).toEqual([path, 403]);
  await leave(buyer);
});

test('revisão: an item that a colleague opened says so, is taken over on purpose, and risky ones are not for support', async () => {
  const [item] = await look<{ id: number }>(
    site,
    `select l.id from listings l join categories c on c.id = l.category_id
     where l.state = 'in_review' and c.risk_class = 'normal' order by l.submitted_at limit 1`,
  );
  const path = `/dashboard/revisao?id=${item!.id}`;
  const colleague = await usernameOf('suporte@demo.praca');
  const took = { support: takeOf(support.page), admin: takeOf(admin.page) };
  const held = support.page.waitForResponse((reply) => reply.url().includes('/staff/holds/reviews/'));
  await support.page.goto(path);
  await held;
  const tellLate = await emptyFirstLook(admin.page);
  await admin.page.goto(path);
  const told = decisionOf(admin.page).getByText(
    `Em análise por @${colleague}. Para decidir, assuma a análise.`,
  );
  await told.waitFor();
  await tellLate();
  expect(await told.count()).toBe(1);
  await expectDisabled(approvalIn(admin.page));
  const verdict = { decision: 'approve', reasons: [], note: '' };
  const door = `/staff/reviews/${item!.id}/decision`;
  expect(await knock(admin.page, 'POST', door, verdict)).toBe(409);
  await expectAccessible(admin.page, 'an item of a colleague');
  await took.admin.press('Enter');
  await told.waitFor({ state: 'hidden' });
  await took.support.waitFor();
  expect(await knock(support.page, 'POST', door, verdict)).toBe(409);

  const [risky] = await look<{ id: number }>(
    site,
    `select l.id from listings l join categories c on c.id = l.category_id
     where l.state = 'in_review' and c.risk_class <> 'normal' order by l.submitted_at limit 1`,
  );
  await support.page.goto(`/dashboard/revisao?id=${risky!.id}`);
  await expectDisabled(approvalIn(support.page));
  expect(await knock(support.page, 'POST', `/staff/reviews/${risky!.id}/decision`, verdict)).toBe(403);
  await admin.page.goto(`/dashboard/revisao?id=${risky!.id}`);
  await expect.poll(() => approvalIn(admin.page).getAttribute('aria-disabled'), patience).not.toBe('true');
});

test('revisão: an item that is left before its claim was answered stays unclaimed', async () => {
  const { page } = admin;
  const [item] = await look<{ id: number }>(
    site,
    `select id from listings where state = 'in_review' order by submitted_at desc limit 1`,
  );
  await page.goto('/dashboard');
  const { promise: gone, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/staff/holds/reviews/*', async (route) => {
    if (route.request().method() === 'PUT') await gone;
    await route.continue();
  });
  const claimed = page.waitForRequest((call) => call.method() === 'PUT' && call.url().includes('/holds/'));
  // The item of the test before is released too.
  const hold = `/holds/reviews/${item!.id}`;
  const ended = [people.saved(page, 'PUT', hold), people.saved(page, 'DELETE', hold)];
  await page.goto(`/dashboard/revisao?id=${item!.id}`);
  await claimed;
  await page.getByRole('link', { name: 'Visão geral' }).first().press('Enter');
  await page.waitForURL('**/dashboard');
  release();
  await Promise.all(ended);
  expect(await look(site, 'select holder_id from queue_claims where item_id = $1', [item!.id])).toEqual([]);
  await endRoutes(page);
});

test('saques: support approves up to its limit, an admin above it', async () => {
  await support.page.goto('/dashboard/saques');
  const requested = `select w.id, u.username::text from withdrawals w join users u on u.id = w.user_id
    where w.state in ('requested', 'in_review') and w.amount_cents between $1 and $2 order by w.amount_cents`;
  const [small] = await look<{ username: string }>(site, requested, [0, 10_000]);
  const [left] = await look<{ id: number; username: string }>(site, requested, [10_001, 200_000]);
  const approval = support.page
    .getByRole('row')
    .filter({ hasText: left!.username })
    .getByRole('button', { name: /^Aprovar/ });
  await letGo(support.page, small!.username);
  await expect.poll(() => approval.getAttribute('aria-disabled')).toBe(null);
  await lower('withdrawal.supportLimitCents', 10_000);
  // Changed rules apply everywhere within a second.
  await expect
    .poll(async () => {
      await support.page.reload();
      return approval.getAttribute('aria-disabled');
    }, patience)
    .toBe('true');
  const door = `/staff/withdrawals/${left!.id}/decision`;
  expect(await knock(support.page, 'POST', door, { decision: 'approve', note: '' })).toBe(403);
  await letGo(admin.page, left!.username);
  expect(await knock(admin.page, 'POST', door, { decision: 'reject', note: reason })).toBe(409);
  await expectWholeBooks(site);
});

test('reembolsos: above its limit support reads the reason, and an admin approves the refund', async () => {
  const [refund] = await look<{ id: number; hash: string; buyer: string }>(
    site,
    `select r.id, o.hash, u.username::text as buyer from refunds r join orders o on o.id = r.order_id
       join users u on u.id = o.buyer_id where r.state = 'in_review' order by r.id limit 1`,
  );
  const { id, buyer } = refund!;
  const approve = (page: Page) =>
    page.getByRole('button', { name: new RegExp(`^Aprovar reembolso de .* para @${buyer}$`) });
  await support.page.goto('/dashboard/reembolsos');
  await expectDisabled(approve(support.page));
  await support.page.getByText('Acima do limite do suporte. Um administrador decide.').first().waitFor();
  const door = `/staff/refunds/${id}/decision`;
  expect(await knock(support.page, 'POST', door, { decision: 'approve', note: '' })).toBe(403);

  await admin.page.goto('/dashboard/reembolsos');
  await approve(admin.page).press('Enter');
  const dialog = admin.page.getByRole('dialog', { name: new RegExp(`^Devolver .* para @${buyer}`) });
  await dialog.getByLabel('Observação (opcional)').fill(reason);
  await expectAccessible(admin.page, 'deciding a refund');
  await dialog.getByRole('button', { name: /^Devolver R\$/ }).click();
  await admin.page.getByText('Reembolso aprovado').first().waitFor();
  await expect
    .poll(async () => (await look(site, 'select state from refunds where id = $1', [id]))[0], patience)
    .toEqual({ state: 'completed' });
  expect(await knock(admin.page, 'POST', door, { decision: 'approve', note: '' })).toBe(409);
  await expectWholeBooks(site);
});

test('pedidos: only an admin forces a move, with a reason that its history shows', async () => {
  const [order] = await look<{ id: number; hash: string }>(
    site,
    `select id, hash from orders where state = 'in_delivery' and total_cents <= 50000 order by id desc limit 1`,
  );
  const { id, hash } = order!;
  await support.page.goto(`/dashboard/pedidos/${id}`);
  await expectDisabled(support.page.getByRole('button', { name: 'Mudar situação' }));
  const move = { event: 'force_cancellation', reason };
  expect(await knock(support.page, 'POST', `/staff/orders/${hash}/forced-moves`, move)).toBe(403);

  await admin.page.goto(`/dashboard/pedidos/${id}`);
  await admin.page.getByRole('button', { name: 'Mudar situação' }).press('Enter');
  const dialog = admin.page.getByRole('dialog', { name: /^Mudar a situação do pedido/ });
  await dialog
    .getByRole('radio', { name: /^Reembolsar pedido|^Cancelar pedido/ })
    .first()
    .click();
  await dialog.getByLabel('Motivo').fill(reason);
  await expectAccessible(admin.page, 'moving an order');
  await dialog
    .getByRole('button', { name: /pedido$/ })
    .last()
    .click();
  await admin.page.getByText('Situação do pedido mudada', { exact: true }).first().waitFor();
  await admin.page.getByText(reason).first().waitFor();
  await expectWholeBooks(site);
});

test('usuários: support suspends for a week at most, and no one decides about themselves', async () => {
  const [person] = await look<{ id: number }>(site, `select id from users where username = 'igor_zanetti'`);
  const door = (what: string, id = person!.id) => `/staff/users/${id}/${what}`;
  await support.page.goto(`/dashboard/usuarios?id=${person!.id}`);
  const sheet = support.page.getByRole('dialog').first();
  await sheet.getByRole('button', { name: 'Suspender', exact: true }).click();
  const dialog = support.page.getByRole('dialog', { name: 'Suspender @igor_zanetti?' });
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Suspender conta' }).click();
  await sheet.getByText(`Motivo: «${reason}»`).waitFor();
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  for (const body of [
    { event: 'suspend', until, reason },
    { event: 'ban', reason },
  ])
    expect(await knock(support.page, 'PUT', door('state'), body)).toBe(403);
  const role = { role: 'admin', username: 'igor_zanetti', reason };
  expect(await knock(support.page, 'PUT', door('role'), role)).toBe(403);
  for (const { page } of [support, admin]) {
    const [own] = await look<{ id: number; username: string }>(
      site,
      'select id, username::text from users where email = $1',
      [page === admin.page ? 'admin@demo.praca' : 'suporte@demo.praca'],
    );
    const self = { role: 'user', username: own!.username, reason };
    expect(await knock(page, 'PUT', door('role', own!.id), self)).toBe(403);
    expect(await knock(page, 'PUT', door('state', own!.id), { event: 'ban', reason })).toBe(403);
  }
});

test('denúncias and anúncios: an admin dismisses a report; permanent removal is not for support', async () => {
  await support.page.goto('/dashboard/denuncias');
  await support.page.getByRole('table', { name: 'Denúncias' }).waitFor();
  await admin.page.goto('/dashboard/denuncias');
  await admin.page.getByRole('button', { name: 'A denúncia de celular_novo_df não procede' }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'A denúncia não procede?' });
  await dialog.getByLabel('Explicação').fill('Conferimos o documento: a loja é dele.');
  await dialog.getByRole('button', { name: 'Decidir que não procede' }).click();
  await admin.page.getByText('Denúncia decidida').first().waitFor();
  const [listing] = await look<{ id: number }>(
    site,
    `select id from listings where state = 'published' order by id desc limit 1`,
  );
  const door = `/staff/listings/${listing!.id}/moderation`;
  expect(await knock(support.page, 'POST', door, { action: 'remove', reason })).toBe(403);
  await admin.page.goto(`/dashboard/anuncios?id=${listing!.id}`);
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Encerrar', exact: true }).click();
  const ending = admin.page.getByRole('alertdialog', { name: 'Encerrar anúncio' });
  await ending.getByLabel('Motivo', { exact: true }).fill(reason);
  await ending.getByRole('button', { name: 'Encerrar anúncio' }).click();
  await admin.page
    .getByText('Este anúncio já foi encerrado.')
    .or(admin.page.getByText(`«${reason}»`))
    .first()
    .waitFor();
});

test('comprovantes, reclamações, categorias, planos and configurações: the calls that need an admin', async () => {
  const [appealed] = await look<{ id: number }>(
    site,
    `select id from complaints where state = 'appealed' limit 1`,
  );
  const [category] = await look<{ id: number }>(
    site,
    `select id from categories where parent_id is not null limit 1`,
  );
  const ruling = { result: 'release', grounds: `${reason} E com o anúncio.`, rule: 'CDC, art. 35' };
  await support.page.goto('/dashboard/comprovantes');
  await expectDisabled(support.page.getByRole('button', { name: 'Carregar extrato' }));
  await support.page.goto('/dashboard/categorias');
  await expectDisabled(support.page.getByRole('button', { name: 'Nova categoria' }));
  const doors: [method: string, path: string, body: object][] = [
    ['POST', '/staff/bank-lines', { statement: 'id;data;valor;nome;documento\n1;22/11/2026;1,00;Ana;' }],
    ['POST', `/staff/complaints/${appealed!.id}/appeal-decision`, ruling],
    ['POST', '/staff/categories', { name: 'Outra', parentId: null }],
    ['POST', `/staff/categories/${category!.id}/removal`, { moveTo: null }],
    ['POST', '/staff/settings/versions', { basedOn: 1, changes: { 'plans.prata.feeBps': 1 }, reason }],
    ['POST', '/staff/pages/termos/versions', { basedOn: 1, markdown: '# Termos\n\n## Um\nTexto.', reason }],
  ];
  for (const [method, path, body] of doors)
    expect([path, await knock(support.page, method, path, body)]).toEqual([path, 403]);
});

test('pagamentos: an admin reconciles all pending payments and traces one; support reads', async () => {
  await support.page.goto('/dashboard/pagamentos');
  await expectDisabled(support.page.getByRole('button', { name: 'Conciliar agora', exact: true }).first());
  expect(await knock(support.page, 'POST', '/staff/payment-reconciliations')).toBe(403);
  await admin.page.goto('/dashboard/pagamentos');
  await admin.page.getByText('Pendentes há mais de 30 min').waitFor();
  await admin.page.getByRole('button', { name: 'Conciliar agora', exact: true }).first().press('Enter');
  await admin.page.getByText(/^(\d+ conferidos?: |Nenhuma cobrança espera)/).waitFor();
  await admin.page.getByRole('table', { name: 'Pagamentos' }).getByRole('link').first().click();
  const sheet = admin.page.getByRole('dialog', { name: /^Pagamento \d+$/ });
  await sheet.getByRole('heading', { name: 'Tentativas deste pedido' }).waitFor();
  await expectAccessible(admin.page, 'a payment');
  await admin.page.goto('/dashboard/pagamentos?aba=sem-pedido');
  await admin.page
    .getByText(/^Mesmo valor/)
    .first()
    .waitFor();
  await expectAccessible(admin.page, 'money without an order');
});

test('atendimento: two tickets become one; an unanswered one returns to its queue', async () => {
  const [mine, other] = await look<{ id: number; protocol: string }>(
    site,
    `select t.id, t.protocol from tickets t join users u on u.id = t.user_id
     where u.email = 'vendedora@demo.praca' and t.state = 'open' order by t.id`,
  );
  await admin.page.goto(`/dashboard/suporte?id=${other!.id}`);
  await admin.page.getByRole('button', { name: `Juntar a este: ${mine!.protocol}` }).press('Enter');
  const dialog = admin.page.getByRole('alertdialog', { name: 'Juntar atendimentos' });
  await expectAccessible(admin.page, 'making one of two tickets');
  await dialog.getByRole('button', { name: 'Juntar atendimentos' }).click();
  await admin.page.waitForURL((url) => url.searchParams.get('id') === String(mine!.id));
  await admin.page.goto(`/dashboard/suporte?fila=open&id=${other!.id}`);
  await admin.page.getByText('Continua no ').first().waitFor();

  await support.page.goto(`/dashboard/suporte?id=${mine!.id}`);
  await support.page.getByRole('button', { name: 'Assumir' }).press('Enter');
  await support.page.getByRole('button', { name: 'Com você' }).waitFor();
  await leave(support, admin);
  // A quarter of an hour of service time, whatever the time is now.
  const bench = await visit(site.url);
  await people.moveClock(bench.page, '+3 dias');
  const back = await enter('admin@demo.praca');
  const silent = await usernameOf('suporte@demo.praca');
  await expect
    .poll(
      async () => (await look(site, 'select assignee_id from tickets where id = $1', [mine!.id]))[0],
      patience,
    )
    .toEqual({ assignee_id: null });
  await back.page.goto(`/dashboard/suporte?fila=open&id=${mine!.id}`);
  await back.page.getByText(new RegExp(`Voltou para a fila em .*: @${silent} ficou sem responder`)).waitFor();
  await leave(bench, back);
});

/** Follows every link of the sidebar, without a reload. */
async function walkThrough({ page }: Visitor): Promise<void> {
  await page.goto('/dashboard');
  const nav = page.getByRole('navigation', { name: 'Painel', exact: true });
  for (const name of Object.keys(areas)) {
    await nav.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).count(), { ...patience, message: name })
      .toBe(1);
  }
  for (const tab of ['livros', 'registro']) {
    await page.goto(`/dashboard?aba=${tab}`);
    await page.getByRole('table').first().waitFor();
  }
}

/** On phones its hint is above the item too. */
const decisionOf = (page: Page) => page.getByRole('complementary', { name: 'Decisão' });
const approvalIn = (page: Page) => page.getByRole('button', { name: /^Aprovar anúncio/ }).first();
const takeOf = (page: Page) => decisionOf(page).getByRole('button', { name: 'Assumir análise' });

/** The first poll of claims says «no one», and its reply is delayed until after the following polls. */
async function emptyFirstLook(page: Page): Promise<() => Promise<void>> {
  const looks = '**/staff/holds/reviews';
  const first = page.waitForRequest(looks);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  await page.route(
    looks,
    async (route) => {
      await gone;
      await route.fulfill({ json: { data: { items: [] } } });
    },
    { times: 1 },
  );
  return async () => {
    resolve();
    await people.drawn(page, (await (await first).response())!);
  };
}

async function usernameOf(email: string): Promise<string> {
  const [row] = await look<{ username: string }>(site, 'select username::text from users where email = $1', [
    email,
  ]);
  return row!.username;
}

/** Approves a pending request, and waits until it is written. */
async function letGo(page: Page, username: string): Promise<void> {
  await people.approveWithdrawal(page, username);
  const asked = `select w.id from withdrawals w join users u on u.id = w.user_id
    where u.username = $1 and w.state in ('requested', 'in_review')`;
  await expect.poll(() => look(site, asked, [username]), patience).toEqual([]);
}

/** An admin changes one rule, by the call that the settings make. */
async function lower(path: string, value: number): Promise<void> {
  const [version] = await look<{ id: number }>(site, 'select max(id)::int as id from rule_versions');
  const body = { basedOn: version!.id, changes: { [path]: value }, reason };
  expect(await knock(admin.page, 'POST', '/staff/settings/versions', body)).toBe(201);
  const [proposal] = await look<{ id: number }>(site, 'select max(id)::int as id from staff_proposals');
  const second = await visit(site.url);
  await signIn(second, 'admin2@demo.praca');
  await second.page.goto('/dashboard/mudancas');
  expect(await knock(second.page, 'POST', `/staff/proposals/${proposal!.id}/confirmation`, {})).toBe(200);
  await leave(second);
}
