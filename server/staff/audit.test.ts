import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import { recordDecision } from '#server/events/events.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { setProof } from '#test/accounts/second-factor.ts';

let market: Market;
let admin: Person;
let support: Person;
let person: Person;
beforeAll(async () => {
  market = await createMarket();
  [admin, support] = [await market.user({ role: 'admin' }), await market.user({ role: 'support' })];
  person = await market.user();
});
afterAll(() => market.close());

const log = (who: Person, query = '') =>
  market.request('GET', `/staff/audit-log${query}`, { token: who.token });
const exportOf = (body: object, who = admin) =>
  market.request('POST', '/staff/table-exports', { token: who.token, key: true, body });
const decided = (reason: string, actor: Person | null = admin) =>
  inTransaction(market.ctx.db, (tx) =>
    recordDecision(tx, {
      kind: 'staff.noted',
      actor,
      subject: { kind: 'user', id: person.id },
      before: { state: 'active' },
      after: { state: 'restricted' },
      reason,
      ip: '203.0.113.9',
    }),
  );

test('a decision is listed with its author, address, changes and reason, newest first', async () => {
  await decided('primeira');
  await decided('segunda', support);
  const { data } = await log(support);
  expect(data.items.slice(0, 2)).toMatchObject([
    { actor: support.username, role: 'support', reason: 'segunda' },
    {
      kind: 'staff.noted',
      actor: admin.username,
      role: 'admin',
      reason: 'primeira',
      ip: '203.0.113.9',
      before: { state: 'active' },
      after: { state: 'restricted' },
      subject: { kind: 'user', id: person.id, path: `/dashboard/usuarios?id=${person.id}` },
    },
  ]);
});

test('every action of staff records the IP address it came from', async () => {
  const other = await market.user();
  await market.request('DELETE', `/staff/users/${other.id}/sessions`, {
    token: admin.token,
    ip: '198.51.100.7',
  });
  const { data } = await log(admin, `?subject=user&subjectId=${other.id}`);
  expect(data.items).toMatchObject([{ kind: 'account.sessions_ended_by_staff', ip: '198.51.100.7' }]);
});

test('an audit entry is rolled back with its transaction', async () => {
  await inTransaction(market.ctx.db, async (tx) => {
    await recordDecision(tx, {
      kind: 'staff.noted',
      actor: admin,
      subject: { kind: 'user', id: person.id },
      before: null,
      after: null,
      reason: 'desfeita',
    });
    throw new Error('undone');
  }).catch(() => undefined);
  const { rows } = await sql`select 1 as found from audit_log where reason = 'desfeita'`.execute(
    market.ctx.db,
  );
  expect(rows).toEqual([]);
});

test('neither the application nor the database owner can change or delete an entry (T112)', async () => {
  await decided('fica');
  const statements = [
    `update events set data = '{}' where data ->> 'reason' = 'fica'`,
    `delete from events where data ->> 'reason' = 'fica'`,
    `truncate events cascade`,
    `update audit_log set ip = '127.0.0.1'`,
    `delete from audit_log`,
  ];
  for (const url of [market.database.appUrl, market.database.ownerUrl]) {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await expect(client.query(statement), statement).rejects.toThrow();
    await client.end();
  }
  const { rows } = await sql<{ ip: string }>`select ip from audit_log where reason = 'fica'`.execute(
    market.ctx.db,
  );
  expect(rows).toEqual([{ ip: '203.0.113.9' }]);
});

test('it is filtered by actor, subject and date', async () => {
  await decided('só do atendimento', support);
  const bySupport = (await log(admin, '?by=support')).data.items;
  expect(bySupport.length).toBeGreaterThan(0);
  expect(bySupport.every(({ role }: { role: string }) => role === 'support')).toBe(true);
  const byName = (await log(admin, `?q=%40${admin.username}`)).data.items;
  expect(byName.every(({ actor }: { actor: string }) => actor === admin.username)).toBe(true);
  expect((await log(admin, '?to=2020-01-01')).data).toMatchObject({ items: [], count: 0, next: null });
  for (const bad of ['?by=user', '?sort=ip', '?cursor=abc', '?from=2026-02-31', '?size=1000', '?x=1'])
    expect((await log(admin, bad)).status, bad).toBe(400);
});

test('an export of an unknown list or with unknown filters is refused', async () => {
  expect((await exportOf({ table: 'nada', query: {} })).body).toMatchObject({
    status: 400,
    errors: { table: 'Esta lista não existe.' },
  });
  expect((await exportOf({ table: 'registro', query: { by: 'user' } })).status).toBe(400);
});

test('only admins export it, each by a link of their own, and formulas in the file are text', async () => {
  await decided('=HYPERLINK("http://mau.example")');
  const ask = (who: Person) =>
    market.request('POST', '/staff/table-exports', {
      token: who.token,
      key: true,
      body: { table: 'registro', query: { by: 'admin' } },
    });
  expect((await ask(support)).body.code).toBe('forbidden');
  expect((await ask(admin)).status).toBe(202);
  await market.drain();
  const files = async (who: Person) =>
    (await market.request('GET', '/staff/table-exports', { token: who.token })).data.items;
  expect(await files(support)).toEqual([]);
  const [file] = await files(admin);
  expect(file).toMatchObject({ table: 'registro', state: 'ready', rows: expect.any(Number) });
  const openIt = (who: Person) =>
    market.request('POST', `/staff/table-exports/${file.id}/openings`, { token: who.token });
  await setProof(market, admin, 'stale');
  expect((await openIt(admin)).body.code).toBe('step_up_required');
  await setProof(market, admin, 'fresh');
  expect((await openIt(support)).body.code).toBe('forbidden');
  expect((await openIt(await market.user({ role: 'admin' }))).body.code).toBe('not_found');
  const { text } = await market.request('GET', `/${(await openIt(admin)).data.url}`, { token: admin.token });
  expect(text.startsWith('\ufeffQuando;Quem;')).toBe(true);
  expect(text).toMatch(/\r\n\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2};\w+;Administração;Anotação;Pessoa \d+;/);
  expect(text).toContain(';situação: Ativa;');
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T|;admin;|staff\.noted/);
  expect(text).toContain(`"'=HYPERLINK(""http://mau.example"")"`);
  expect(text.trim().split('\r\n')).toHaveLength(file.rows + 1);
  await market.moveClock(8 * 86_400_000);
  await market.drain();
  expect((await files(admin))[0]).toMatchObject({ state: 'expired' });
  await setProof(market, admin, 'fresh');
  expect((await openIt(admin)).body.code).toBe('not_found');
});

test('a long export also sends a mail that links to the list and not to the file', async () => {
  const boss = await market.user({ role: 'admin' });
  const mailed = async () =>
    (await sql<{ url: string }>`select url from mails where recipient = ${boss.email}`.execute(market.ctx.db))
      .rows;
  expect(await mailed()).toEqual([]);
  await sql`insert into events (kind, actor_id, actor_role, subject_kind, subject_id, data)
    select e.kind, e.actor_id, e.actor_role, e.subject_kind, e.subject_id, e.data
    from (select * from events where actor_role = 'admin' order by id limit 1) e, generate_series(1, 10001)`.execute(
    market.ctx.db,
  );
  expect((await exportOf({ table: 'registro', query: { by: 'admin' } }, boss)).status).toBe(202);
  await market.drain();
  expect(await mailed()).toEqual([{ url: `${market.ctx.config.publicUrl}/dashboard?aba=registro` }]);
});
