import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { commitMarker } from './client.ts';
import { connect } from './connect.ts';
import type { DB } from './schema.ts';

let database: TestDatabase;
let db: Kysely<DB>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.ownerUrl, { max: 1, applicationName: 'test' });
  await sql`create table kept (n integer primary key)`.execute(db);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const keep = (n: number) => sql`insert into kept values (${n})`;
const keepLast = (n: number) => sql`${sql.raw(commitMarker)} insert into kept values (${n}) returning n`;

async function kept(...numbers: number[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from kept where n = any(${numbers}) order by n`.execute(
    db,
  );
  return rows.map(({ n }) => n);
}

describe('a transaction', () => {
  it('begins with its first statement and is rolled back completely', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(1).execute(tx);
      await keep(2).execute(tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await kept(1, 2)).toEqual([]);
  });

  it('commits with its last statement, whose rows are returned', async () => {
    const { rows } = await db.transaction().execute(async (tx) => {
      await keep(3).execute(tx);
      return keepLast(4).execute(tx);
    });
    expect(rows).toEqual([{ n: 4 }]);
    expect(await kept(3, 4)).toEqual([3, 4]);
  });

  it('of one statement begins and commits in it', async () => {
    const { rows } = await db.transaction().execute((tx) => keepLast(5).execute(tx));
    expect(rows).toEqual([{ n: 5 }]);
    expect(await kept(5)).toEqual([5]);
  });

  it('whose last statement fails commits nothing, and the connection stays usable', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(6).execute(tx);
      await keepLast(3).execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await kept(6)).toEqual([]);
  });

  it('whose first statement cannot be prepared is still a transaction', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`insert into kept values (7)`.execute(tx);
      await keepLast(3).execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await kept(7)).toEqual([]);
  });

  it('with its own isolation level commits and rolls back like any other', async () => {
    await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((tx) => keep(8).execute(tx));
    const work = db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (tx) => {
        await keep(9).execute(tx);
        await keep(8).execute(tx);
      });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await kept(8, 9)).toEqual([8]);
  });

  it('without statements does nothing', async () => {
    await db.transaction().execute(async () => undefined);
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await db.transaction().execute((tx) => keep(10).execute(tx));
    expect(await kept(10)).toEqual([10]);
  });
});

it('a connection that breaks between two statements fails its own transaction only', async () => {
  const work = db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx);
    await setTimeout(500);
    await keep(77).execute(tx);
  });
  await expect(work).rejects.toThrow();
  expect(await kept(77)).toEqual([]);
});
