import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#server/background/jobs.ts';
import type { Person } from '#test/accounts/people.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import { beat } from '#server/background/heartbeat.ts';
import { systemState } from './system-state.ts';

let market: Market;
let support: Person;
beforeAll(async () => {
  market = await createMarket();
  support = await market.user({ role: 'support' });
});
afterAll(() => market.close());

/** What the dashboard says is stuck. */
async function stuck(): Promise<string[]> {
  market.forgetCaches();
  const { status, data } = await market.request('GET', '/staff/queues', { token: support.token });
  expect(status).toBe(200);
  return data.stuck.map(({ kind }: { kind: string }) => kind);
}

async function asOwner(statement: string): Promise<void> {
  const owner = new Client({ connectionString: market.database.ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

const settled = async () => {
  await market.drain();
  await beat(market.ctx);
};

test('the dashboard says that no worker gives a sign of life, until one does', async () => {
  await asOwner('delete from processes');
  expect(await stuck()).toContain('worker');
  await settled();
  expect(await stuck()).toEqual([]);
  await asOwner(
    `update processes set started_at = now() - interval '1 hour', seen_at = now() - interval '26 seconds'`,
  );
  expect(await stuck()).toEqual(['worker']);
  await beat(market.ctx);
  expect(await stuck()).toEqual([]);
});

test('a process of the site alone is no worker', async () => {
  await asOwner(
    `delete from processes; insert into processes (id, role, version) values (gen_random_uuid(), 'web', '1')`,
  );
  expect(await stuck()).toContain('worker');
  await settled();
});

test('a job that waits for minutes is stuck, and no more when it has run', async () => {
  await settled();
  await market.ctx.db
    .transaction()
    .execute((tx) => enqueue(tx, 'sms.send', { to: '+5511912345678', text: 'Olá' }));
  expect(await stuck()).toEqual([]);
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`.execute(
    market.ctx.db,
  );
  expect(await stuck()).toEqual(['job']);
  await settled();
  expect(await stuck()).toEqual([]);
});

test('events without their notifications are stuck after a minute', async () => {
  await settled();
  await asOwner(`insert into events (kind, actor_role, subject_kind, subject_id)
    values ('account.trusted', 'system', 'user', ${support.id})`);
  await market.moveClock(70_000);
  expect(await stuck()).toContain('relay');
  await settled();
  expect(await stuck()).toEqual([]);
});

test('notices of the provider and deadlines of orders count from when they should have been carried out', async () => {
  await settled();
  await sql`delete from provider_events`.execute(market.ctx.db);
  await sql`insert into provider_events (provider, event_id, body, received_at)
    values ('simulator', 'parado', '{}', now() - interval '10 minutes')`.execute(market.ctx.db);
  market.forgetCaches();
  const state = await systemState(market.ctx);
  expect(state).toMatchObject({ timerSeconds: null, noticeSeconds: expect.any(Number), moneyFrozen: false });
  expect(state.noticeSeconds).toBeGreaterThan(599);
  expect(Math.abs(state.clockOffsetSeconds)).toBeLessThan(1);
  expect(await stuck()).toEqual(['notice']);
});
