import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import type { DB } from '#db/schema.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { breaks } from './queries.ts';
import { checkBooks, checkRecent, freezeStatus } from './reconcile.ts';

/** I10 and I11: every notice has its event, and every request with a key has its stored reply. */
let database: TestDatabase;
let app: Kysely<DB>;
let owner: Kysely<DB>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = connect(database.appUrl, { max: 2, applicationName: 'test' });
  owner = connect(database.ownerUrl, { max: 2, applicationName: 'test' });
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

test('a relay that is past the newest event freezes money within the minute (I10)', async () => {
  await sql`update event_relay set last_event_id = 987654321`.execute(app);
  expect(await checkRecent(app)).toEqual([
    { id: 'I10', subject: 'event', subjectId: 987_654_321, fault: 'was told and never happened' },
  ]);
  expect(await freezeStatus(app)).toMatchObject({
    reason: 'I10 event 987654321 was told and never happened',
  });
  expect((await breaks(app)).map(({ id }) => id)).toEqual(['I10']);
  await sql`update event_relay set last_event_id = 0`.execute(app);
});

const keep = (status: number | null, body: string | null, key = 'chave-de-envio') =>
  sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, body)
    values (7, 'POST /orders', ${key}, '\\x00', ${status}, ${body})`.execute(app);

test('a key is never stored without the state of its reply, nor twice (I11)', async () => {
  await expect(keep(null, null)).rejects.toMatchObject({ constraint: 'idempotency_keys_answered' });
  await keep(201, '{}');
  await expect(keep(201, '{}')).rejects.toMatchObject({ constraint: 'idempotency_keys_pkey' });
});

test('a key whose reply was lost is found with its person and route by the daily check (I11)', async () => {
  await keep(201, null, 'chave-sem-resposta');
  const { healthy, breaks: found } = await checkBooks(app);
  expect([healthy, found]).toEqual([
    false,
    [
      {
        id: 'I11',
        subject: 'kept answer',
        subjectId: 7,
        fault: 'finished without an answer: POST /orders',
      },
    ],
  ]);
  await sql`delete from idempotency_keys where key = 'chave-sem-resposta'`.execute(app);
});
