import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { createBus, publish } from '#server/adapters/realtime/bus.ts';
import type { Bus } from '#server/adapters/realtime/bus.ts';
import type { TextMessage } from '#server/adapters/sms/sms-sender.ts';
import { enqueue, startJobs } from '#server/background/jobs.ts';
import type { JobHandlers, Jobs } from '#server/background/jobs.ts';
import type { Ctx } from '#server/context.ts';
import { openReplica } from '#server/database/replica.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { openClusterPair } from './cluster-pair.ts';
import type { ClusterPair } from './cluster-pair.ts';

/**
 * One market on a primary with a standby, which lives through the loss of the primary: each test begins where the one
 * before it ended.
 */
let pair: ClusterPair;
let market: Market;
let bus: Bus;
let jobs: Jobs;
let ana: Person;
let slug: string;
const heard: string[] = [];
const sent: string[] = [];
const log = pino({ level: 'silent' });
const patience = { timeout: 20_000 };

beforeAll(async () => {
  pair = await openClusterPair({ synchronous: true });
  await migrate(pair.ownerUrl, { log: () => undefined });
  const { ownerUrl, appUrl } = pair;
  market = await createMarket({}, { ownerUrl, appUrl, drop: async () => undefined });
  const { db } = market.ctx;
  bus = createBus({ db, connectionString: appUrl, log, deliver: ({ data }) => void heard.push(data) });
  await bus.start();
  const handlers = { 'sms.send': async (_: Ctx, { to }: TextMessage) => void sent.push(to) };
  jobs = await startJobs({ db, log } as unknown as Ctx, handlers as unknown as JobHandlers, appUrl);
  market.ctx.replica = openReplica({
    url: pair.urlOf(pair.standby),
    primary: db,
    connections: 4,
    log,
  });
  ana = await market.user();
  ({ slug } = await market.publishedListing({ title: 'Espada longa' }));
}, 120_000);

afterAll(async () => {
  await jobs.stop();
  await bus.stop();
  const replica = market.ctx.replica as ReturnType<typeof openReplica>;
  market.ctx.replica = null;
  await replica.stop();
  await market.close();
  await pair.close();
}, 60_000);

async function everythingWorks(mark: string): Promise<void> {
  const { db } = market.ctx;
  await expect
    .poll(
      () =>
        sql`insert into attempts (key, window_start) values (${mark}, now())`.execute(db).then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true);
  // A subscription that broke hears later what was published meanwhile.
  await publish(db, [{ channels: ['público'], event: 'aviso', data: mark }]);
  await db.transaction().execute((tx) => enqueue(tx, 'sms.send', { to: mark, text: 'Olá' }));
  await expect.poll(() => heard, patience).toContain(mark);
  await expect.poll(() => sent, patience).toContain(mark);
}

const read = (path: string, person?: Person) =>
  market.request('GET', path, person ? { token: person.token } : {});
const signIn = () =>
  market.request('POST', '/sessions', { body: { login: ana.email, password: 'errada-mesmo' } });

test('calls, jobs and messages use the server that takes writes, although the URL names the other one first', async () => {
  await everythingWorks('antes');
  await expect.poll(() => market.ctx.replica!.isFresh(), patience).toBe(true);
  expect((await read('/public/listings')).headers['praca-notice']).toBeUndefined();
});

test('visitors read on while the primary is away, and every other call is refused in words', async () => {
  await pair.primary.kill();
  await expect.poll(() => market.ctx.replica!.isAlone(), patience).toBe(true);
  market.forgetCaches();
  const paths = [
    '/public/listings',
    `/public/listings/${slug}`,
    '/public/listings?q=espada',
    '/public/categories',
  ];
  for (const path of [...paths, '/public/pages/termos', '/public/settings'])
    for (const person of [undefined, ana]) {
      if (person && path === '/public/settings') continue;
      const { status, headers } = await read(path, person);
      expect([path, status, headers['praca-notice']]).toEqual([path, 200, 'read-only']);
    }
  expect((await read('/public/listings?q=espada')).data.items).toHaveLength(1);
  expect((await read('/public/listings/nao-ha-este')).status).toBe(404);
  for (const refused of [await signIn(), await read('/user', ana)]) {
    expect(refused.status).toBe(503);
    expect(refused.body.detail).toMatch(/tente|Tente/);
  }
  expect((await market.app.inject({ url: '/readyz' })).statusCode).toBe(200);
});

describe('after the promotion of the standby', () => {
  // A server is promoted once, and a test may run twice.
  beforeAll(() => pair.promote());

  // The time until recovery is measured by the drill of kills (docs/reliability.md).
  test('calls, jobs and messages go on by themselves', async () => {
    await everythingWorks('depois');
    await expect.poll(() => market.ctx.replica!.isAlone(), patience).toBe(false);
    expect((await signIn()).status).toBe(401);
    expect((await read('/public/listings')).headers['praca-notice']).toBeUndefined();
  });
});
