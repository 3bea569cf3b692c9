import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import type { TextMessage } from '#server/adapters/sms/sms-sender.ts';
import type { Ctx, Db } from '#server/context.ts';
import { enqueue, releaseAbandonedJobs, startJobs } from './jobs.ts';
import type { JobHandlers } from './jobs.ts';

let database: TestDatabase;
let db: Db;
let ctx: Ctx;
let sent: string[];
const handlers = {
  'sms.send': async (_: Ctx, { to }: TextMessage) => void sent.push(to),
} as unknown as JobHandlers;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.appUrl, { max: 4, applicationName: 'jobs test' });
  ctx = { db, log: pino({ level: 'silent' }) } as unknown as Ctx;
});
beforeEach(async () => {
  sent = [];
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const tell = (to: string) => db.transaction().execute((tx) => enqueue(tx, 'sms.send', { to, text: 'Olá' }));
/** Marks all jobs as locked, that many minutes ago, by a process that has ended. */
const takeAll = (minutes: number) =>
  sql`update graphile_worker._private_jobs
    set locked_by = 'worker-gone', locked_at = now() - ${minutes} * interval '1 minute'`.execute(db);
const patience = { timeout: 20_000 };

test('jobs run again after the database has closed all their sessions', async () => {
  const jobs = await startJobs(ctx, handlers, database.appUrl);
  await tell('antes');
  await expect.poll(() => sent, patience).toEqual(['antes']);
  for (const phone of ['uma', 'duas']) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db);
    await tell(phone);
    await expect.poll(() => sent, patience).toContain(phone);
  }
  await jobs.stop();
  await tell('tarde');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(sent).not.toContain('tarde');
});

test('jobs can be stopped while the database is away', async () => {
  const jobs = await startJobs(ctx, handlers, database.appUrl);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(db);
  await jobs.stop();
});

test('jobs that are queued in a process are free for another process as soon as it stops', async () => {
  const errors: string[] = [];
  const log = { warn: () => undefined, debug: () => undefined, error: (text: string) => errors.push(text) };
  const working = Promise.withResolvers<void>();
  let begun = 0;
  const slow = {
    'sms.send': async () => {
      begun += 1;
      await working.promise;
    },
  } as unknown as JobHandlers;
  for (let n = 0; n < 20; n++) await tell(`vez ${n}`);
  const jobs = await startJobs({ ...ctx, log } as unknown as Ctx, slow, database.appUrl);
  await expect.poll(() => begun, patience).toBe(8);
  const stopping = jobs.stop();
  working.resolve();
  await stopping;
  const { rows } = await sql<{ left: number; taken: number }>`
    select count(*)::int as left, count(locked_at)::int as taken from graphile_worker._private_jobs`.execute(
    db,
  );
  expect(rows).toEqual([{ left: 12, taken: 0 }]);
  expect(errors).toEqual([]);
});

test('the jobs of a killed process are released after fifteen minutes and not before', async () => {
  await tell('presa');
  await takeAll(14);
  expect(await releaseAbandonedJobs.run(ctx)).toBe(0);
  await takeAll(16);
  expect(await releaseAbandonedJobs.run(ctx)).toBe(1);
  const jobs = await startJobs(ctx, handlers, database.appUrl);
  await expect.poll(() => sent, patience).toContain('presa');
  await jobs.stop();
});
