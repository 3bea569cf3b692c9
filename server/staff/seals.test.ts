import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { breaks } from '#server/ledger/queries.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { sealDecisions } from './seals.ts';

let sales: Sales;
let owner: Kysely<DB>;
let admin: Person;
beforeAll(async () => {
  sales = await openSales();
  owner = connect(sales.database.ownerUrl, { max: 1, applicationName: 'test' });
  admin = await sales.user({ role: 'admin' });
});
afterEach(async () => expect(await faults()).toEqual([]));
afterAll(async () => {
  await owner.destroy();
  await sales.close();
});

const faults = () => breaks(sales.db);

/** @returns the id of the decision's event */
async function decide(): Promise<number> {
  const { id } = await sales.user();
  const body = { reason: 'Pedido da pessoa, por telefone.' };
  await sales.request('POST', `/staff/users/${id}/unmaskings`, { token: admin.token, body });
  const { rows } = await sql<{ id: number }>`select max(id) as id from events where subject_id = ${id}
    and kind = 'account.unmasked'`.execute(sales.db);
  return rows[0]!.id;
}

/** Runs a statement as the database owner could, without triggers. */
async function unguarded(statement: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`alter table events disable trigger user`.execute(tx);
    await sql`alter table audit_seals disable trigger user`.execute(tx);
    await sql.raw(statement).execute(tx);
    await sql`alter table events enable trigger user`.execute(tx);
    await sql`alter table audit_seals enable trigger user`.execute(tx);
  });
}

test('every decision is sealed once, also when ten processes seal, and no other event is', async () => {
  const decided = [await decide(), await decide(), await decide()];
  await sales.paid();
  await Promise.all(Array.from({ length: 10 }, () => sealDecisions.run(sales.ctx)));
  expect(await sealDecisions.run(sales.ctx)).toBe(0);
  const { rows } = await sql<{ n: number; id: number; role: string }>`
    select s.n, e.id, e.actor_role as role from audit_seals s join events e on e.id = s.event_id order by s.n`.execute(
    sales.db,
  );
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.filter(({ id }) => decided.includes(id))).toHaveLength(3);
  expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(['admin']));
});

test('one changed letter is found and names its decision, and no other (T112)', async () => {
  const [changed, next] = [await decide(), await decide()];
  await sealDecisions.run(sales.ctx);
  await unguarded(`update events set data = jsonb_set(data, '{reason}', '"Pedido da pessoa, por telefono."')
    where id = ${changed}`);
  expect(await faults()).toEqual([
    { id: 'I12', subject: 'decision', subjectId: changed, fault: 'a decision is not what was sealed' },
  ]);
  await unguarded(`update events set data = jsonb_set(data, '{reason}', '"Pedido da pessoa, por telefone."')
    where id = ${changed}`);
  await unguarded(`update events set kind = 'account.trusted' where id = ${next}`);
  expect(await faults()).toMatchObject([{ id: 'I12', subjectId: next }]);
  await unguarded(`update events set kind = 'account.unmasked' where id = ${next}`);
});

test('a deleted decision and a deleted seal are found', async () => {
  const [gone, unsealed] = [await decide(), await decide()];
  await decide();
  await sealDecisions.run(sales.ctx);
  await unguarded(`create table kept as select * from events where id = ${gone}`);
  await unguarded(`delete from events where id = ${gone}`);
  expect(await faults()).toMatchObject([{ subjectId: gone, fault: 'a decision is gone' }]);
  await unguarded('insert into events overriding system value select * from kept');
  expect(await faults()).toEqual([]);
  await unguarded(`create table kept_seal as select * from audit_seals where event_id = ${unsealed}`);
  await unguarded(`delete from audit_seals where event_id = ${unsealed}`);
  expect(await faults()).toMatchObject([{ fault: 'a seal is gone' }]);
  await unguarded('insert into audit_seals select * from kept_seal');
  await unguarded('drop table kept, kept_seal');
});

test('neither the application nor the owner of the tables can write a seal', async () => {
  for (const statement of [
    `insert into audit_seals (n, event_id, hash) values (1000000, 1, sha256(''))`,
    `update audit_seals set hash = sha256('')`,
    'delete from audit_seals',
    'truncate audit_seals',
  ])
    await expect(sql.raw(statement).execute(sales.db), statement).rejects.toMatchObject({ code: '42501' });
  for (const statement of [`update audit_seals set hash = sha256('')`, 'delete from audit_seals'])
    await expect(sql.raw(statement).execute(owner), statement).rejects.toThrow();
});

test('staff see the newest seal, so that they can store it elsewhere', async () => {
  await decide();
  await sealDecisions.run(sales.ctx);
  const { data } = await sales.request('GET', '/staff/books', { token: admin.token });
  const { rows } = await sql<{ number: number }>`select max(n) as number from audit_seals`.execute(sales.db);
  expect(data.seal).toMatchObject({ number: rows[0]!.number, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
