import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createSmtpSender } from '#server/adapters/mail/smtp.ts';
import { beat } from '#server/background/heartbeat.ts';
import { enqueue } from '#server/background/jobs.ts';
import { startWorker } from '#server/background/worker.ts';
import { createApp } from '#server/process/app.ts';
import { holds, readAlerts } from '#test/metrics/alerts.ts';
import type { Alert } from '#test/metrics/alerts.ts';
import { scrape } from '#test/metrics/scrape.ts';
import type { Sample } from '#test/metrics/scrape.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { openSupport } from '#test/tickets/support.ts';
import { freePort } from '#test/process/server-process.ts';
import { startMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { followCalls } from './provider-calls.ts';

let sales: Sales;
let metrics: Metrics;
let url: string;
let alerts: Alert[];
beforeAll(async () => {
  sales = await openSales();
  const port = await freePort();
  metrics = (await startMetrics({ ...sales.ctx.config, metrics: { host: '127.0.0.1', port } }))!;
  metrics.observe(sales.ctx, sales.app.server);
  url = `http://127.0.0.1:${port}/metrics`;
  alerts = await readAlerts();
});
afterAll(async () => {
  await metrics.stop();
  await sales.close();
});

function read(): Promise<Sample[]> {
  sales.forgetCaches();
  return scrape(url);
}

/** The alerts whose condition holds; rates are those since an earlier scrape, as if a second had passed. */
function firing(before: readonly Sample[], now: readonly Sample[]): string[] {
  return alerts.filter((alert) => holds(alert, { before, now, seconds: 1 })).map(({ name }) => name);
}

async function asOwner(statement: string): Promise<void> {
  const owner = new Client({ connectionString: sales.database.ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

const storeCheck = (breaks: string) =>
  sql`insert into book_checks (took_ms, breaks, accounts, told_cents) values (1, ${breaks}::jsonb, '[]', 0)`.execute(
    sales.ctx.db,
  );

/** All work is done, a worker lives, the books were checked. */
async function settle(): Promise<void> {
  await sales.drain();
  await storeCheck('[]');
  await beat(sales.ctx);
}

const failingRun = () => Promise.reject(new Error('never'));

/** A regret that staff have to decide, with its final deadline. */
async function unansweredRegret(within: string): Promise<void> {
  const sale = await sales.delivered({ codes: sales.codes(1) });
  await sales.act(sale, sale.buyer, 'reveal');
  expect((await sales.tryAct(sale, sale.buyer, 'regret', { destination: 'original' })).status).toBe(201);
  await asOwner(
    `update refunds set fund_at = market_now() + interval '${within}' where order_id = ${sale.id}`,
  );
}

type Undo = () => unknown;
const nothing: Undo = () => undefined;

/** Makes the condition of an alert true, and returns what makes it false again, besides {@link settle}. */
const causes: Record<string, () => Promise<Undo>> = {
  async PracaErrors() {
    const app = await createApp(sales.ctx);
    app.get('/quebra', async () => Promise.reject(Object.assign(new Error('full'), { code: '53100' })));
    expect((await app.inject({ url: '/quebra' })).statusCode).toBe(503);
    await app.close();
    return nothing;
  },
  async PracaDatabaseDown() {
    const { db } = sales.ctx;
    sales.ctx.db = connect('postgres://praca@127.0.0.1:1/praca', { max: 1, applicationName: 'test' });
    return async () => {
      await sales.ctx.db.destroy();
      sales.ctx.db = db;
    };
  },
  async PracaConnectionsWaiting() {
    const { db } = sales.ctx;
    // The state of the database is not read meanwhile: its own connections are all in use.
    sales.ctx.db = connect(sales.database.appUrl, { max: 1, applicationName: 'test' });
    const held = [1, 2].map(() => sql`select pg_sleep(2)`.execute(sales.ctx.db));
    return async () => {
      await Promise.all(held);
      await sales.ctx.db.destroy();
      sales.ctx.db = db;
    };
  },
  async PracaEventLoopLate() {
    // The delay is measured from one turn of the loop to the next.
    await sleep(60);
    const until = performance.now() + 600;
    while (performance.now() < until);
    await sleep(60);
    return nothing;
  },
  async PracaWorkerMissing() {
    await asOwner('delete from processes');
    return nothing;
  },
  async PracaTimersOverdue() {
    await sales.placed();
    await sales.moveClock(2 * hour);
    return nothing;
  },
  async PracaJobsOverdue() {
    await sales.ctx.db
      .transaction()
      .execute((tx) => enqueue(tx, 'sms.send', { to: '+5511912345678', text: 'Olá' }));
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`.execute(
      sales.ctx.db,
    );
    return nothing;
  },
  async PracaJobsFailed() {
    await sales.ctx.db
      .transaction()
      .execute((tx) => enqueue(tx, 'sms.send', { to: '+5511912345678', text: 'Olá' }));
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(sales.ctx.db);
    return () => sql`delete from graphile_worker._private_jobs`.execute(sales.ctx.db);
  },
  async PracaRelayLate() {
    const { id } = await sales.user();
    await asOwner(`insert into events (kind, actor_role, subject_kind, subject_id, at)
      values ('account.trusted', 'system', 'user', ${id}, market_now() - interval '2 minutes')`);
    return nothing;
  },
  async PracaProviderNotices() {
    await sql`insert into provider_events (provider, event_id, body, received_at)
      values ('simulator', 'parado', '{}', now() - interval '10 minutes')`.execute(sales.ctx.db);
    return () =>
      sql`update provider_events set processed_at = now() where event_id = 'parado'`.execute(sales.ctx.db);
  },
  async PracaProviderErrors() {
    const mail = followCalls(
      'mail',
      createSmtpSender({ url: 'smtp://127.0.0.1:1', from: 'Praça <a@praca.example>' }),
    );
    const letter = { to: 'ana@exemplo.com', subject: 'Olá', text: 'Olá', html: 'Olá' };
    await expect(mail.send(letter as never)).rejects.toThrow();
    return nothing;
  },
  async PracaSweepFails() {
    const worker = startWorker(sales.ctx, [{ name: 'test.fails', everyMs: 60_000, run: failingRun }]);
    await expect.poll(async () => firing([], await read())).toContain('PracaSweepFails');
    await worker.stop();
    return nothing;
  },
  async PracaMoneyFrozen() {
    await asOwner(`update money.status set frozen_at = now(), reason = 'teste'`);
    return () => asOwner('update money.status set frozen_at = null, reason = null');
  },
  async PracaMoneyBreaks() {
    await storeCheck('[{"id": "I1"}]');
    return nothing;
  },
  async PracaBooksUnchecked() {
    await sales.moveClock(2 * day);
    return nothing;
  },
  async PracaQueueOld() {
    const support = openSupport(sales);
    const [person, staff] = [await sales.user(), await sales.user({ role: 'support' })];
    const { id } = (await support.ask(person)).data;
    await sales.moveClock(3 * day);
    return () => support.answer(staff, id, 'Já vimos, e respondemos aqui.');
  },
  async PracaFundDue() {
    await unansweredRegret('1 day');
    return () => asOwner(`update refunds set fund_at = null where fund_at is not null`);
  },
  async PracaFundPaid() {
    await unansweredRegret('-1 minute');
    await sales.drain();
    return () => sales.moveClock(2 * day);
  },
  async PracaBackupOld() {
    await sql`update backup_state set up_to = now() - interval '27 hours'`.execute(sales.ctx.db);
    return () => sql`update backup_state set up_to = now()`.execute(sales.ctx.db);
  },
  async PracaBackupFaulty() {
    await sql`update backup_state set fault = 'A cópia está incompleta.'`.execute(sales.ctx.db);
    return () => sql`update backup_state set fault = null`.execute(sales.ctx.db);
  },
  async PracaClockOff() {
    const { now } = Date;
    Date.now = () => now() + 5_000;
    return () => (Date.now = now);
  },
  async PracaReplicaStale() {
    const replica = { db: sales.ctx.db, isFresh: () => false, isAlone: () => false };
    sales.ctx.replica = { ...replica, staleSeconds: () => 61 };
    return () => (sales.ctx.replica = { ...replica, staleSeconds: () => 0 });
  },
};

/** Asked again, because the event loop of a busy machine is late by itself now and then. */
async function expectQuiet(name: string): Promise<void> {
  const quiet = await read();
  await expect.poll(async () => firing(quiet, await read())).not.toContain(name);
}

test.each(Object.keys(causes))('%s fires when its cause is there, and not when it is gone', async (name) => {
  await settle();
  const before = await read();
  await expectQuiet(name);
  const undo = await causes[name]!();
  expect(firing(before, await read())).toContain(name);
  await undo();
  await settle();
  await expectQuiet(name);
});

test('the disk has a threshold that holds for its series', async () => {
  await settle();
  const now = await read();
  const withFree = (value: number) =>
    now.map((sample) => (sample.name === 'praca_disk_free_bytes' ? { ...sample, value } : sample));
  expect(firing(now, withFree(1))).toContain('PracaDiskFull');
  expect(firing(now, withFree(1e15))).not.toContain('PracaDiskFull');
});

test('every alert has its case here and its line in the runbook', async () => {
  const runbook = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  for (const { name } of alerts) expect(runbook).toContain(`| ${name} |`);
  // Prometheus itself notices a process that is down, and a disk is filled with a mounted one: `npm run test:alerts`.
  const tried = [...Object.keys(causes), 'PracaDiskFull', 'PracaDown'];
  expect(tried.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
});
