import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createRandom } from '#demo/random.ts';
import { buggyApplication } from '#test/buggy-application.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createLedgerUsers } from '#test/ledger/setup.ts';
import { breaks, trialBalance } from './queries.ts';

const operations = 13_600;
const clients = 8;
const people = 12;
const seed = Date.now() % 1_000_000;

let database: TestDatabase;
let app: Kysely<DB>;
let userIds: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: clients, applicationName: 'test' });
  ({ userIds } = await createLedgerUsers(app, people));
});

afterAll(async () => {
  await app.destroy();
  await database.drop();
});

it(
  `the books stay balanced through ${operations} careless operations by ${clients} clients (seed ${seed})`,
  { retry: 0, timeout: 300_000 },
  async () => {
    const { run, outcomes, names } = buggyApplication(app, userIds);
    const share = (done: number) => done < operations / clients;
    await Promise.all(
      Array.from({ length: clients }, (_, client) => run(createRandom(seed + client).next, share)),
    );

    const rows = await trialBalance(app);
    const sum = (side: 'debitsCents' | 'creditsCents') => rows.reduce((all, row) => all + row[side], 0);
    expect(sum('debitsCents')).toBe(sum('creditsCents'));
    expect(await breaks(app)).toEqual([]);
    expect(rows.find((row) => row.kind === 'psp_cash')!.balanceCents).toBe(await cashByTheCases());
    // The run is worth something only if every fact both happened and was refused several times. The
    // rarest fact is written about twenty times in a run, and sometimes only ten times.
    for (const name of names) {
      expect(outcomes.get(`${name} written`), `${name} written, seed ${seed}`).toBeGreaterThan(3);
      if (name !== 'place')
        expect(outcomes.get(`${name} refused`), `${name} refused, seed ${seed}`).toBeGreaterThan(10);
    }
  },
);

/** What the bank must hold, told by the cases alone and not by the ledger. */
async function cashByTheCases(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (
      (select coalesce(sum(received_cents), 0) from payments where method <> 'balance')
      - (select coalesce(sum(amount_cents), 0) from refunds where state = 'completed' and destination = 'original')
      - (select coalesce(sum(case direction when 'taken' then amount_cents else -amount_cents end), 0) from chargebacks)
      - (select coalesce(sum(amount_cents - fee_cents), 0) from withdrawals where state = 'paid'))::bigint as cents`.execute(
    app,
  );
  return rows[0]!.cents;
}
