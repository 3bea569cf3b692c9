import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue, enqueueAll, jobAttempts } from '#server/background/jobs.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { notifyStuckWork } from './stuck-work.ts';

let market: Market;
let admin: Person;
beforeAll(async () => {
  market = await createMarket();
  admin = await market.user({ role: 'admin' });
  await market.user({ role: 'support' });
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(market.ctx.db));
afterAll(() => market.close());

const text = { to: '+5511912345678', text: 'Olá' };
const send = () => market.ctx.db.transaction().execute((tx) => enqueue(tx, 'sms.send', text));
const giveUp = () =>
  sql`update graphile_worker._private_jobs set attempts = max_attempts, updated_at = clock_timestamp()`.execute(
    market.ctx.db,
  );

async function sentNotices() {
  const { rows } = await sql<{ id: number; data: { count: number; kinds: string[] } }>`
    select subject_id as id, data from events where kind = 'staff.work_stuck' order by id`.execute(
    market.ctx.db,
  );
  return rows;
}

test('a job is tried twelve times, alone or with many', async () => {
  await send();
  await market.ctx.db.transaction().execute((tx) => enqueueAll(tx, 'sms.send', [text, text]));
  const { rows } = await sql<{ most: number }>`
    select max_attempts as most from graphile_worker.jobs`.execute(market.ctx.db);
  expect(rows.map(({ most }) => most)).toEqual([jobAttempts, jobAttempts, jobAttempts]);
  expect(jobAttempts).toBe(12);
});

test('admins are notified once of failed jobs, and again when there are more (T122)', async () => {
  await send();
  await notifyStuckWork.run(market.ctx);
  expect(await sentNotices()).toEqual([]);
  await giveUp();
  await Promise.all(Array.from({ length: 10 }, () => notifyStuckWork.run(market.ctx)));
  expect(await sentNotices()).toMatchObject([{ id: admin.id, data: { count: 1, kinds: ['sms.send'] } }]);
  await send();
  await giveUp();
  await sql`insert into provider_events (provider, event_id, body, attempts)
    values ('simulator', 'parado', '{}', 12)`.execute(market.ctx.db);
  await notifyStuckWork.run(market.ctx);
  expect((await sentNotices())[1]).toMatchObject({
    id: admin.id,
    data: { count: 3, kinds: ['notice', 'sms.send'] },
  });
  await sql`delete from graphile_worker._private_jobs where attempts >= max_attempts`.execute(market.ctx.db);
  await sql`update provider_events set processed_at = now() where event_id = 'parado'`.execute(market.ctx.db);
  await notifyStuckWork.run(market.ctx);
  expect(await sentNotices()).toHaveLength(2);
  await market.drain();
  const { data } = await market.request('GET', '/notifications', { token: admin.token });
  expect(data.items[0]).toMatchObject({
    title: 'Há trabalho parado',
    description: expect.stringContaining('avisos do provedor de pagamento, SMS'),
  });
});
