import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { setProof, withSecondFactor } from '#test/accounts/second-factor.ts';
import { password } from '#test/accounts/people.ts';
import type { Person } from '#test/accounts/people.ts';
import { closeDue } from './closing.ts';
import { personalData } from './export/personal-data.ts';
import type { PersonalTable } from './export/personal-table.ts';

const decisions = Object.entries(personalData) as [string, PersonalTable][];

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

test('a closure needs a recent proof and the username, waits 14 days and can be cancelled (§4.17)', async () => {
  const { seller, id } = await sales.publishedListing();
  await setProof(sales, seller, 'stale');
  expect((await request(seller)).body.code).toBe('step_up_required');
  const wrong = await ask(seller, 'outra_pessoa');
  expect([wrong.status, wrong.body.errors.username]).toEqual([400, 'Digite seu nome de usuário como ele é.']);
  const asked = await ask(seller, seller.username.toUpperCase());
  expect(asked.status, asked.text).toBe(201);
  expect(Date.parse(asked.data.dueAt) - Date.parse(asked.data.requestedAt)).toBe(14 * day);
  expect((await sales.listing(id)).state).toBe('paused');
  expect((await ask(seller)).body.code).toBe('already_requested');
  // A later sign-in shows the pending closure.
  const signedIn = await sales.request('POST', '/sessions', { body: { login: seller.email, password } });
  const token = signedIn.data.token as string;
  const { data } = await sales.request('GET', '/privacy', { token });
  expect(data).toMatchObject({ closure: asked.data, closureWaitDays: 14, closureBlockedBy: [] });
  const taken = await sales.request('DELETE', '/account-closures/current', { token });
  expect(taken.data).toEqual({ ok: true });
  expect((await sales.request('GET', '/privacy', { token })).data.closure).toBeNull();
  expect((await sales.request('DELETE', '/account-closures/current', { token })).body.code).toBe('not_found');
  await sales.moveClock(15 * day);
  await sales.drain();
  expect(await stateOf(seller)).toBe('active');
});

test('twenty requests at once create one closure', async () => {
  const person = await sales.user();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['already_requested']),
  );
});

test('open orders, money, refunds, withdrawals and a staff role block a closure, each with a reason', async () => {
  const sale = await sales.paid();
  for (const person of [sale.seller, sale.buyer]) {
    const refused = await ask(person);
    expect([refused.status, refused.body.code]).toEqual([409, 'closure_blocked']);
    expect(refused.body.meta.reasons).toEqual(['Você tem 1 pedido em andamento. Espere que ele termine.']);
  }

  // The simulated bank never finishes a refund of this amount.
  const returned = await sales.paid({ priceCents: 10_005 });
  await sales.act(returned, returned.seller, 'cancellation', { reason: 'no_stock' });
  for (const person of [returned.seller, returned.buyer])
    expect((await ask(person)).body.meta.reasons).toEqual([
      'Há um reembolso a caminho. Espere que ele chegue.',
    ]);

  const sold = await sales.released();
  const [balance] = (await ask(sold.seller)).body.meta.reasons;
  expect(balance).toMatch(/^Você tem R\$\s[\d,]+ de saldo\. Saque o valor antes\.$/);
  const owner = sold.seller.token;
  expect((await sales.request('GET', '/privacy', { token: owner })).data.closureBlockedBy).toEqual([balance]);
  await withSecondFactor(sales, sold.seller);
  const cents = (await sales.request('GET', '/balances', { token: owner })).data.availableCents;
  const body = { amountCents: cents };
  await sales.request('POST', '/withdrawals', { token: owner, key: true, body });
  expect((await ask(sold.seller)).body.meta.reasons).toEqual([
    expect.stringMatching(/^Um saque de R\$\s[\d,]+ está a caminho\. Espere que ele termine\.$/),
  ]);

  const admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  expect((await ask(admin)).body.meta.reasons[0]).toMatch(/^Esta conta é da equipe/);

  const held = await sales.delivered();
  await sales.act(held, held.buyer, 'confirmation');
  expect((await ask(held.seller)).body.meta.reasons[0]).toMatch(/de vendas ainda vão entrar no seu saldo/);
});

test('a completed purchase that was paid in parts does not block a closure', async () => {
  const sale = await sales.placed({ priceCents: 10_000 });
  await sales.bank.payCharge(sale.reference, { amountCents: 6_000 });
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where order_id = ${sale.id} and state = 'pending'`.execute(sales.db);
  await sales.bank.payCharge(rows[0]!.reference);
  await sales.act(sale, sale.buyer, 'withdrawal-of-purchase');
  expect((await sales.refunds(sale)).map(({ state }) => state)).toEqual(['used', 'completed', 'completed']);
  const asked = await ask(sale.buyer);
  expect(asked.status, asked.text).toBeLessThan(300);
});

test('a closure that is due with an open order is postponed by a day at a time and notified once', async () => {
  const person = await sales.user();
  await ask(person);
  const sale = await sales.place(person, await sales.publishedListing());
  await sales.bank.payCharge(sale.reference);
  await sales.moveClock(14 * day - 60_000);
  // The order stays open: its seller has begun, and the clock of the delivery stands still.
  await sql`update orders set due_at = market_now() + interval '30 days' where id = ${sale.id}`.execute(
    sales.db,
  );
  await sales.moveClock(120_000);
  await sales.drain();
  await sales.moveClock(day);
  await sales.drain();
  expect(await stateOf(person)).toBe('closing');
  expect(await noticesOf(person)).toEqual(
    expect.arrayContaining(['A exclusão da sua conta precisa esperar']),
  );
  expect((await noticesOf(person)).filter((title) => title.includes('precisa esperar'))).toHaveLength(1);
});

test('the owner is notified at the request, two days before, and after the closure', async () => {
  const person = await sales.user();
  await ask(person);
  await sales.drain();
  expect(await lettersTo(person)).toEqual(['Pedido de exclusão da sua conta']);
  await sales.moveClock(12 * day + 60_000);
  await sales.drain();
  await sales.drain();
  expect(await lettersTo(person)).toEqual([
    'Pedido de exclusão da sua conta',
    'Sua conta será excluída em breve',
  ]);
  await sales.moveClock(2 * day);
  await sales.drain();
  // The account's mails are deleted with it; the last one is sent afterwards.
  expect(await lettersTo(person)).toEqual(['Sua conta foi excluída']);
});

test('eight workers close an account once', async () => {
  const person = await sales.user();
  await ask(person);
  await sales.moveClock(14 * day + 60_000);
  await Promise.all(Array.from({ length: 8 }, () => closeDue(sales.ctx)));
  await sales.drain();
  expect(await stateOf(person)).toBe('closed');
  const { rows } = await sql`select from events
    where kind = 'account.closed' and subject_id = ${person.id}`.execute(sales.db);
  expect(rows).toHaveLength(1);
});

test('after a closure nothing identifies the person except the data that the law requires (T136)', async () => {
  const { person, canaries, photoKey, sale } = await personWithEverything();
  const before = await moneyOf(person);
  expect((await ask(person)).status).toBe(201);
  await sales.drain();
  await sales.moveClock(12 * day + 60_000);
  await sales.drain();
  await sales.moveClock(2 * day);
  await sales.drain();
  expect(await stateOf(person)).toBe('closed');

  const found = await tablesWith(canaries);
  // Orders, their listings and evidence, retained identities, the reserved username, and the last mail; the table of
  // all municipalities has the name of the person's city.
  expect(found).toEqual(expect.arrayContaining(['retained_identities', 'username_reservations']));
  const allowed = new Set([
    'cities',
    'listing_versions',
    'listings',
    'mails',
    'orders',
    'retained_identities',
    'reveals',
    'username_reservations',
    'withdrawals',
  ]);
  expect(found.filter((table) => !allowed.has(table))).toEqual([]);
  expect(await lettersTo(person)).toEqual(['Sua conta foi excluída']);
  const { rows: kept } = await sql<{ title: string }>`
    select title from listings where seller_id = ${person.id} and title <> ''`.execute(sales.db);
  expect(kept).toHaveLength(1);

  expect(await sales.ctx.images.exists(photoKey)).toBe(false);
  expect(await moneyOf(person)).toEqual(before);
  await sales.checkBooks();
  expect((await sales.request('GET', '/user', { token: person.token })).status).toBe(401);
  const login = { login: person.email, password };
  expect((await sales.request('POST', '/sessions', { body: login })).body.code).toBe('wrong_credentials');
  expect((await sales.request('GET', `/public/profiles/${person.username}`)).status).toBe(404);
  expect((await sales.view(sale, sale.buyer)).seller).toBe(`conta-removida-${person.id}`);
  expect((await sales.request('GET', `/public/profiles/conta-removida-${person.id}`)).status).toBe(404);
});

test('only data that the law or the other side needs is kept, and every other table deletes it', async () => {
  const kept = decisions.filter(([, { onClosure }]) => onClosure === 'keep').map(([table]) => table);
  expect(kept.toSorted()).toEqual([
    'access_records',
    'account_closures',
    'account_securings',
    'analyses',
    'appealable_decisions',
    'appeals',
    'bank_lines',
    'cancellation_requests',
    'chargebacks',
    'complaint_appeals',
    'complaint_decisions',
    'complaint_events',
    'complaint_file_views',
    'complaint_files',
    'complaint_proposals',
    'complaint_requests',
    'complaints',
    'consents',
    'data_exports',
    'debt_payments',
    'delivery_file_views',
    'delivery_files',
    'dossiers',
    'events',
    'forced_moves',
    'fund_payments',
    'line_matches',
    'listing_versions',
    'money_decision_people',
    'money_decisions',
    'order_events',
    'order_files',
    'order_invoices',
    'order_message_decisions',
    'order_message_removals',
    'order_messages',
    'order_readers',
    'order_risks',
    'orders',
    'payments',
    'pickups',
    'rating_scores',
    'rating_windows',
    'ratings',
    'receipt_files',
    'receipts',
    'refunds',
    'reports',
    'retained_identities',
    'return_events',
    'returns',
    'reveals',
    'sale_blocks',
    'sale_contests',
    'seller_checks',
    'seller_levels',
    'settlements',
    'shipment_events',
    'shipments',
    'staff_blocks',
    'strikes',
    'table_exports',
    'ticket_files',
    'ticket_messages',
    'ticket_notes',
    'ticket_ratings',
    'tickets',
    'username_reservations',
    'vacations',
    'withdrawals',
  ]);
  const { rows } = await sql<{ id: number }>`select id from users where state = 'closed'`.execute(sales.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows)
    for (const [table, { onClosure, mine }] of decisions) {
      if (onClosure !== 'delete') continue;
      const left = await sql`select from ${sql.table(table)} t where ${mine(id)}`.execute(sales.db);
      expect(left.rows, table).toHaveLength(0);
    }
});

test('retained data is deleted when its time is over (§5)', async () => {
  const sale = await sales.released();
  await sql`update users set full_name = 'Guardada Por Lei', cpf = '39053344705' where id = ${sale.buyer.id}`.execute(
    sales.db,
  );
  await ask(sale.buyer);
  await sales.moveClock(14 * day + 60_000);
  await sales.drain();
  const kept = async () => {
    const { rows } = await sql<{ full_name: string; years: number }>`
      select full_name, extract(year from keep_until) - extract(year from market_now()) as years
      from retained_identities where user_id = ${sale.buyer.id}`.execute(sales.db);
    return rows.map(({ full_name, years }) => [full_name, Number(years)]);
  };
  expect(await kept()).toEqual([['Guardada Por Lei', 6]]);
  await sales.moveClock(6 * 366 * day);
  await sales.drain();
  expect(await kept()).toEqual([]);
});

test('the username of a closed account is free after its reservation, and its document at once', async () => {
  const person = await sales.user({ username: 'nome_livre' });
  await ask(person);
  await sales.moveClock(14 * day + 60_000);
  await sales.drain();
  const reserved = () =>
    sql`select from username_reservations where username = 'nome_livre'`.execute(sales.db);
  expect((await reserved()).rows).toHaveLength(1);
  await sales.moveClock(91 * day);
  await sales.drain();
  expect((await reserved()).rows).toHaveLength(0);
  const taken = await sales.user({ username: 'nome_livre' });
  expect(taken.id).not.toBe(person.id);
  const pretender = sales.user({ username: `conta-removida-${taken.id}` });
  await expect(pretender).rejects.toThrow('users_username_check');
});

const request = (person: Person, username = person.username) =>
  sales.request('POST', '/account-closures', { token: person.token, body: { username } });

/** Signs in with a recent proof. */
async function ask(person: Person, username = person.username) {
  await setProof(sales, person, 'fresh');
  return request(person, username);
}

async function stateOf({ id }: Person): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from users where id = ${id}`.execute(sales.db);
  return rows[0]!.state;
}

async function noticesOf({ id }: Person): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from notifications where user_id = ${id} order by id`.execute(sales.db);
  return rows.map(({ title }) => title);
}

async function lettersTo({ email }: Person): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where recipient = ${email} order by id`.execute(sales.db);
  return rows.map(({ subject }) => subject);
}

/** The ledger entries of the person and their orders. */
async function moneyOf({ id }: Person) {
  const { rows } = await sql`
    select a.kind, a.case_id, a.debits, a.credits from money.accounts a join money.account_kinds k on k.kind = a.kind
    where (k.owner = 'user' and a.case_id = ${id})
      or (k.owner = 'order' and a.case_id in (select id from orders where ${id} in (buyer_id, seller_id)))
    order by a.id`.execute(sales.db);
  expect(rows.length).toBeGreaterThan(1);
  return rows;
}

/** A person who used every feature; each stored text has a marker. */
async function personWithEverything() {
  const sale = await sales.released({ title: 'Luminária vendida com recibo' });
  const { seller: person } = sale;
  const { data: balances } = await sales.request('GET', '/balances', { token: person.token });
  await sql`update users set full_name = 'Canária da Silva', cpf = '52998224725' where id = ${person.id}`.execute(
    sales.db,
  );
  const body = { amountCents: balances.availableCents };
  await withSecondFactor(sales, person);
  const asked = await sales.request('POST', '/withdrawals', { token: person.token, key: true, body });
  expect(asked.status, asked.text).toBe(201);
  const admin = await withSecondFactor(sales, await sales.user({ role: 'admin' }));
  const decided = await sales.request('POST', `/staff/withdrawals/${asked.data.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'approve', note: '' },
  });
  expect(decided.status, decided.text).toBe(200);
  await sales.drain();

  const photoKey = 'ca'.repeat(16);
  for (const width of [320, 800, 1280]) await sales.ctx.images.write(photoKey, width, Buffer.from('foto'));
  await sales.draft({
    seller: person,
    title: 'Canário de rascunho',
    description: 'Canário de rascunho. '.repeat(5),
  });
  const other = await sales.publishedListing();
  await sales.request('POST', `/listings/${other.id}/questions`, {
    token: person.token,
    key: true,
    body: { text: 'Canário pergunta se ainda tem.' },
  });
  const id = person.id;
  await sql`update users set phone = '+5571987654321', phone_verified_at = now(), bio = 'Canário de bio',
    city = 'Canário de cidade', birth_date = '1990-01-01', identity_verified_at = now(),
    proven_document = coalesce(cpf, cnpj), document_proven_at = now(), document_proven_by = 'pix',
    state_reason = '', preferences = '{"mark": "canario-preferencia"}' where id = ${id}`.execute(sales.db);
  for (const statement of [
    sql`insert into images (owner_id, key, width, height) values (${id}, ${photoKey}, 100, 100)`,
    sql`insert into devices (user_id, token_hash, user_agent) values (${id}, 'x', 'canario-aparelho')`,
    sql`insert into passkeys (user_id, credential_id, public_key, device_type, backed_up, name)
      values (${id}, 'canario-credencial', 'x', 'singleDevice', false, 'canario-chave')`,
    sql`update sessions set user_agent = 'canario-navegador' where user_id = ${id}`,
    sql`insert into notifications (user_id, title, description, icon) values (${id}, 'canario-aviso', 'x', 'x')`,
    sql`insert into totp_secrets (user_id, secret_sealed) values (${id}, 'x') on conflict do nothing`,
    sql`insert into recovery_codes (user_id, code_hash) values (${id}, 'x')`,
    sql`insert into identities (issuer, subject, user_id, email) values ('https://idp', 'canario-sub', ${id}, 'canario@idp.br')`,
    sql`insert into one_time_secrets (user_id, kind, target, token_hash, expires_at)
      values (${id}, 'phone_confirmation', '+5571987654321', 'x', market_now() + interval '60 days')`,
    sql`insert into email_changes (user_id, old_email, new_email, done_at, expires_at)
      values (${id}, 'canario-antigo@exemplo.com.br', ${person.email}, market_now(), market_now())`,
    sql`insert into mails (recipient, subject, text_body) values ('canario-antigo@exemplo.com.br', 'x', 'canario-carta')`,
    sql`insert into text_messages (phone, body) values ('+5571987654321', 'canario-sms')`,
    sql`insert into legacy_records (user_id, kind, title, amount_cents, state, at)
      values (${id}, 'sale', 'canario-antigo', 1, 'x', now())`,
    sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, body)
      values (${id}, 'x', 'canario-chave-de-envio', 'x', 200, '{"mark": "canario-envio"}')`,
  ])
    await statement.execute(sales.db);
  await sales.request('POST', '/consents', { token: person.token, body: { kind: 'marketing', given: true } });
  await sales.request('POST', '/data-exports', { token: person.token });
  await sales.drain();
  await setProof(sales, person, 'fresh');
  // Personal data of the person; `canári` and `canario` mark every text written above.
  const canaries = [
    person.email,
    person.username,
    'Canári',
    'canario',
    '52998224725',
    '71987654321',
    photoKey,
    person.token,
  ];
  return { person, canaries, photoKey, sale };
}

/** The tables in which a text, JSON or array contains one of these, without those of the simulated bank. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; name: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'money', 'graphile_worker') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED', 'tsvector'))`.execute(
    sales.db,
  );
  expect(columns.length).toBeGreaterThan(100);
  const found = new Set<string>();
  for (const { schema, table, name } of columns) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} t
      where exists (select from unnest(${texts}::text[]) wanted
        where strpos(lower(${sql.ref(`t.${name}`)}::text), lower(wanted)) > 0) limit 1`.execute(sales.db);
    if (rows.length > 0) found.add(table);
  }
  return [...found].toSorted();
}
