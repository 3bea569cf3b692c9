import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger/setup.ts';
import * as books from '#test/ledger/steps.ts';
import { breaks } from './queries.ts';
import { checkRecent, freezeStatus } from './reconcile.ts';

let database: TestDatabase;
let app: Kysely<DB>;
let owner: Kysely<DB>;
let people: readonly number[];

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 4, applicationName: 'test' });
  owner = connect(database.ownerUrl, { max: 2, applicationName: 'test' });
  ({ userIds: people } = await kit.createLedgerUsers(app, 3));
});
afterEach(async () => {
  await sql`update money.status set frozen_at = null, reason = null`.execute(owner);
  expect(await breaks(app)).toEqual([]);
});
afterAll(async () => {
  await app.destroy();
  await owner.destroy();
  await database.drop();
});

async function released() {
  const [buyerId, sellerId] = people as [number, number];
  const sale = await kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
  for (const fact of [kit.paymentSteps, kit.deliverySteps, kit.completionSteps, kit.releaseSteps])
    await books.writeSteps(app, fact(sale));
  return sale;
}

/** Moves the mark as a look of a minute later does. */
async function nextMinute(): Promise<void> {
  await sql`update money.check_progress set at = at - interval '1 minute'`.execute(owner);
  expect(await checkRecent(app)).toEqual([]);
}

/** Adds to counters past every guard, as only the owner of the server could. */
async function tamper(orderId: number, kind: string, by: number): Promise<void> {
  await sql`update money.accounts set credits = credits + ${by}
    where kind = ${kind} and case_id = ${orderId}`.execute(owner);
}

test('the check passes for balanced books, and every journal is checked twice', async () => {
  await released();
  const mark = async () =>
    (
      await sql<{ before_last: number; last: number; newest: number }>`
        select before_last, last, (select max(id) from money.journals) as newest from money.check_progress`.execute(
        app,
      )
    ).rows[0]!;
  const first = await mark();
  await nextMinute();
  expect(await mark()).toMatchObject({ before_last: first.last, last: first.newest });
  // Looks that follow each other at once are one.
  expect(await checkRecent(app)).toEqual([]);
  expect(await mark()).toMatchObject({ before_last: first.last });
  await nextMinute();
  expect(await mark()).toMatchObject({ before_last: first.newest, last: first.newest });
});

test('a balance changed by SQL freezes money, whatever account it is and however old it is (T133)', async () => {
  const sale = await released();
  await nextMinute();
  await nextMinute();
  await tamper(sale.orderId, 'escrow', 1);
  expect((await checkRecent(app)).map(({ id }) => id)).toEqual(['I1']);
  expect(await freezeStatus(app)).toMatchObject({ reason: 'I1 ledger debits are not credits' });
  await expect(released()).rejects.toMatchObject({ code: 'money_frozen' });
  expect(await checkRecent(app)).toEqual([]);
  await tamper(sale.orderId, 'escrow', -1);
});

test('two changes that cancel out in the sum freeze it too, where money moved recently', async () => {
  const one = await released();
  await tamper(one.orderId, 'escrow', 5);
  await sql`update money.accounts set debits = debits + 5
    where kind = 'available' and case_id = ${people[1]!}`.execute(owner);
  const found = await checkRecent(app);
  expect(found.map(({ id }) => id)).not.toContain('I1');
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['I3', 'I4']));
  await tamper(one.orderId, 'escrow', -5);
  await sql`update money.accounts set debits = debits - 5
    where kind = 'available' and case_id = ${people[1]!}`.execute(owner);
});

test('a state without its events is reported with its order', async () => {
  const sale = await released();
  await sql`alter table orders disable trigger user`.execute(owner);
  await sql`update orders set state_seq = state_seq + 1 where id = ${sale.orderId}`.execute(owner);
  expect(await checkRecent(app)).toMatchObject([{ id: 'I5', subjectId: sale.orderId }]);
  await sql`update orders set state_seq = state_seq - 1 where id = ${sale.orderId}`.execute(owner);
  await sql`alter table orders enable trigger user`.execute(owner);
});

test('ten processes that check at once report a violation once', async () => {
  const sale = await released();
  await tamper(sale.orderId, 'escrow', 1);
  const found = await Promise.all(Array.from({ length: 10 }, () => checkRecent(app)));
  expect(found.filter((each) => each.length > 0)).toHaveLength(1);
  await tamper(sale.orderId, 'escrow', -1);
});

test('the application cannot record a check itself, nor bypass the freeze', async () => {
  for (const statement of [
    'update money.check_progress set last = 1000000',
    'delete from money.check_progress',
    'select money.breaks_since(0)',
  ])
    await expect(sql.raw(statement).execute(app), statement).rejects.toMatchObject({ code: '42501' });
});
