import { test, expect } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase } from '#test/database.ts';
import { connect } from '#db/connect.ts';
test('smoke', async () => {
  const t = performance.now();
  const d = await createTestDatabase();
  console.log('clone', performance.now() - t);
  const all = performance.now();
  const many = await Promise.all(Array.from({length: 8}, () => createTestDatabase()));
  console.log('8 clones', performance.now() - all);
  const db = connect(d.appUrl, { max: 2, applicationName: 't' });
  console.log((await sql`select count(*) c, array[1::bigint,null] a, now() n, current_date d, current_setting('statement_timeout') s, current_setting('lock_timeout') l`.execute(db)).rows);
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(/safe/);
  await db.destroy();
  for (const m of [d, ...many]) await m.drop();
});
