import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import * as kit from '#test/ledger/setup.ts';
import * as books from '#test/ledger/steps.ts';
import { breaks } from './queries.ts';

/** `money.post` called by hand, as no code of ours would: what it refuses without help from TypeScript. */
let database: TestDatabase;
let app: Kysely<DB>;
let buyerId: number;
let sellerId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 2, applicationName: 'test' });
  [buyerId, sellerId] = (await kit.createLedgerUsers(app, 2)).userIds as [number, number];
});

afterAll(async () => {
  expect(await breaks(app)).toEqual([]);
  await app.destroy();
  await database.drop();
});

const check = '23514';
const place = () => kit.placeSale(app, { buyerId, sellerId, totalCents: 10_000 });
const call = (values: string) => `select money.post(${values})`;

describe('a journal', () => {
  it.each([
    ['zero', '0', check],
    ['negative', '-1', check],
    ['above the maximum', '10000000001', check],
    ['above a bigint', '9223372036854775808', '22003'],
    ['nothing', 'null', '23502'],
  ])('cannot carry an amount that is %s', async (_, amount, code) => {
    const { orderId, paymentId } = await place();
    const values = `'capture:order:${orderId}', 'capture', ${orderId}, ${paymentId}, '{escrow,psp_cash}',
      '{${orderId},0}', '{2}', '{1}', array[${amount}::bigint]`;
    await refused(call(values), code);
  });

  it('cannot be unbalanced, without legs, of an unknown kind, without a subject, or against the rules', async () => {
    const { orderId: id, paymentId } = await place();
    const about = `'capture:order:${id}', 'capture', ${id}, ${paymentId}`;
    await refused(
      call(`${about}, '{escrow,psp_cash}', '{${id},0}', '{2,2}', '{1}', '{10000,1}'`),
      check,
      'journal_form',
    );
    await refused(call(`${about}, '{escrow,psp_cash}', '{${id},0}', '{1}', '{1}', '{10000}'`), check);
    await refused(call(`${about}, '{}', '{}', '{}', '{}', '{}'`), check, 'journal_form');
    await refused(call(`${about}, '{escrow}', '{${id}}', '{1}', '{1}', '{10000}'`), check);
    await refused(call(`${about}, '{escrow,nothing}', '{${id},0}', '{2}', '{1}', '{10000}'`), '23502');
    await refused(
      call(`${about}, '{available,psp_cash}', '{${buyerId},0}', '{2}', '{1}', '{10000}'`),
      check,
      'leg_rule',
    );
    await refused(
      call(`'mint', 'mint', 1, null, '{escrow,psp_cash}', '{1,0}', '{2}', '{1}', '{1}'`),
      check,
      'journal_form',
    );
    await refused(
      call(
        `'release:order:99999', 'release', 99999, null, '{available,pending_release}', '{1,9}', '{2}', '{1}', '{1}'`,
      ),
      'P0002',
    );
  });
});

async function refused(statement: string, code: string, constraint?: string): Promise<void> {
  expect(await books.statementFailure(app, statement), statement).toMatchObject({
    code,
    ...(constraint && { constraint }),
  });
}
