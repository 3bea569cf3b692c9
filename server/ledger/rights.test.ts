import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger/setup.ts';
import * as payouts from '#test/ledger/withdrawals.ts';
import * as books from '#test/ledger/steps.ts';
import { breaks } from './queries.ts';

/** What the application's own role may not do, whatever the code in it says: one row of each kind is there to lose. */
let database: TestDatabase;
let app: Kysely<DB>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 4, applicationName: 'test' });
  const { userIds } = await kit.createLedgerUsers(app, 2);
  const place = () => kit.placeSale(app, { buyerId: userIds[0]!, sellerId: userIds[1]!, totalCents: 10_000 });
  const [sale, cancelled] = [await place(), await place()];
  for (const fact of [kit.paymentSteps, kit.deliverySteps, kit.completionSteps, kit.releaseSteps])
    await books.writeSteps(app, fact(sale));
  await books.writeSteps(
    app,
    payouts.requestSteps({ userId: userIds[1]!, amountCents: 2_000, feeCents: 250 }),
  );
  await books.writeSteps(app, kit.paymentSteps(cancelled));
  await books.writeSteps(app, kit.cancellationSteps(cancelled));
});

afterAll(async () => {
  expect(await breaks(app)).toEqual([]);
  await app.destroy();
  await database.drop();
});

describe('the application’s role', () => {
  const tables = [
    'money.accounts',
    'money.journals',
    'money.transfers',
    'money.account_kinds',
    'money.journal_kinds',
    'money.leg_rules',
    'money.status',
    'order_transitions',
    'order_states',
    'case_transitions',
  ];
  it.each(tables)('cannot write %s in any way', async (table) => {
    await refused(`insert into ${table} default values`);
    const { rows } = await sql<{ column: string }>`
      select attname as column from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1`.execute(app);
    await refused(`update ${table} set ${rows[0]!.column} = ${rows[0]!.column}`);
    await refused(`delete from ${table}`);
    await refused(`truncate ${table} cascade`);
    await refused(`alter table ${table} add column x int`);
    await refused(`drop table ${table} cascade`);
    await refused(`alter table ${table} disable trigger all`);
    await refused(`create trigger t before insert on ${table} execute function refuse_change()`);
  });

  it.each([
    ['switch triggers off for the session', `set session_replication_role = replica`],
    ['become the owner', `set role praca_owner`],
    ['drop the writer', `drop function money.post`],
    ['write a function into the books', `create function money.x() returns int language sql as 'select 1'`],
    ['create a table in the ledger', `create table money.x ()`],
    ['drop the whole ledger', `drop schema money cascade`],
    ['grant itself privileges', `alter schema money owner to praca_app`],
    ['drop a tie', `drop trigger journals_money on money.journals`],
    ['lift the overdraft check', `alter table money.accounts drop constraint no_overdraft`],
    ['lock everybody out', `lock table money.accounts in access exclusive mode`],
    ['compare a replay by itself', `select money.is_replay('a', 1, '{}', '{}', '{}', '{}', '{}')`],
    ['take a new number for a journal', `select nextval('money.journals_id_seq')`],
    ['move the clock', `update clock set offset_ms = 0`],
  ])('cannot %s', async (_, statement) => {
    await refused(statement);
  });

  it.each([
    ['turn an order’s state', `update orders set state = 'completed'`],
    ['turn an order’s sequence', `update orders set state_seq = 9`],
    ['change a total', `update orders set total_cents = 1, unit_price_cents = 1`],
    ['change a commission', `update orders set commission_cents = 0`],
    ['change who sells', `update orders set seller_id = buyer_id`],
    ['delete an order', `delete from orders`],
    ['close an order by its date', `update orders set closed_at = now()`],
    ['add to an order’s story', `insert into order_events default values`],
    ['rewrite an order’s story', `update order_events set to_state = 'completed'`],
    ['delete an order’s history', `delete from order_events`],
    ['change a refund', `update refunds set amount_cents = 1`],
    ['turn a refund to another payment', `update refunds set payment_id = 1`],
    ['delete a refund', `delete from refunds`],
    ['change whose money a refund is', `update refunds set source = 'platform'`],
    ['change what is blocked', `update sale_blocks set amount_cents = 0`],
    ['delete a block', `delete from sale_blocks`],
    ['change the rule of a sale', `update orders set commission_bps = 0`],
    ['change what a complaint interrupted', `update orders set state_before = 'completed'`],
    ['change a withdrawal', `update withdrawals set amount_cents = 1`],
    ['swap the key of a withdrawal', `update withdrawals set pix_key = 'x@example.com'`],
    ['swap the owner of a withdrawal', `update withdrawals set user_id = 1`],
    ['change what a charge asks', `update payments set amount_cents = 1`],
    ['move a payment to another order', `update payments set order_id = 1`],
    ['delete a payment', `delete from payments`],
    ['change whose settlement it is', `update settlements set seller_id = 1`],
    ['delete a settlement', `delete from settlements`],
    [
      'create an approved one',
      `insert into withdrawals (user_id, amount_cents, fee_cents, pix_key_type, pix_key, holder_name,
       state) values (1, 1, 0, 'cpf', '11144477735', 'Ana', 'approved')`,
    ],
    ['be born paid', `insert into orders (state) values ('paid')`],
  ])('cannot %s', async (_, statement) => {
    await refused(statement);
  });
});

async function refused(statement: string): Promise<void> {
  expect(await books.statementFailure(app, statement), statement).toMatchObject({ code: '42501' });
}
