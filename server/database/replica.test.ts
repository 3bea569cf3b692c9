import { connect as connectTo, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { appUrlOf } from '#db/migrate.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/accounts/people.ts';
import { freePort } from '#test/process/server-process.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/context.ts';
import { replicaUrlOf, openReplica } from './replica.ts';
import { currentRules } from '#server/settings/queries.ts';
import { settingsOf } from '#server/process/supervisor.ts';

/** The replica here is a market of its own, so that each answer shows which database was read. */
let market: Market;
let replicaMarket: Market;
let ana: Person;
let slug: string;
const closing: (() => Promise<unknown>)[] = [];

const primaryTitle = 'Espada do original';
const replicaTitle = 'Espada da cópia';

beforeAll(async () => {
  [market, replicaMarket] = [await createMarket(), await createMarket()];
  ana = await market.user();
  // Two listings in the database and one in the replica, which is therefore behind.
  await market.publishedListing({ title: primaryTitle });
  slug = (await market.publishedListing({ title: primaryTitle })).slug;
  await replicaMarket.publishedListing({ title: replicaTitle });
});
afterEach(async () => {
  market.ctx.replica = null;
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await market.close();
  await replicaMarket.close();
});

async function titlesSeen(person?: Person): Promise<string[]> {
  market.forgetCaches();
  const { data } = await market.request('GET', '/public/listings', person ? { token: person.token } : {});
  return [...new Set((data.items as { title: string }[]).map(({ title }) => title))];
}

const alwaysFresh = (db: Db) => ({
  db,
  isFresh: () => true,
  isAlone: () => false,
  staleSeconds: () => 0,
});

function follow(url: string) {
  const found = openReplica({ url, primary: market.ctx.db, connections: 2, log: market.ctx.log });
  closing.push(found.stop);
  return found;
}

test('visitors read lists and pages from the replica, signed-in people from the database', async () => {
  expect(await titlesSeen()).toEqual([primaryTitle]);
  market.ctx.replica = alwaysFresh(replicaMarket.ctx.db);
  expect(await titlesSeen()).toEqual([replicaTitle]);
  expect(await titlesSeen(ana)).toEqual([primaryTitle]);
  const answer = await market.request('POST', '/sessions', {
    body: { login: ana.email, password: 'errada-mesmo' },
  });
  expect(answer.status).toBe(401);
  // A row that only the database has so far.
  const { data } = await market.request('GET', `/public/listings/${slug}`);
  expect(data.title).toBe(primaryTitle);
});

test('a replica that answers and keeps up is fresh, and refuses writes', async () => {
  const found = follow(market.database.appUrl);
  expect(found.isFresh()).toBe(false);
  await expect.poll(found.isFresh).toBe(true);
  market.ctx.replica = found;
  expect(await titlesSeen()).toEqual([primaryTitle]);
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'praca-copy' and datname = current_database()`.execute(market.ctx.db);
  expect(rows.length).toBeGreaterThan(0);
  await expect(sql`delete from attempts`.execute(found.db)).rejects.toMatchObject({ code: '25006' });
});

test('a replica that lags behind is not read', async () => {
  const found = follow(replicaMarket.database.appUrl);
  market.ctx.replica = found;
  // Neither during its first checks nor after them.
  for (let look = 0; look < 50; look++) {
    await sleep(50);
    expect(found.isFresh()).toBe(false);
  }
  expect(await titlesSeen()).toEqual([primaryTitle]);
});

test('requests succeed although the replica is down, or goes down during a request', async () => {
  const dead = follow(`postgres://praca@127.0.0.1:${await freePort()}/praca`);
  market.ctx.replica = dead;
  await sleep(1_500);
  expect(dead.isFresh()).toBe(false);
  expect(await titlesSeen()).toEqual([primaryTitle]);
  market.ctx.replica = alwaysFresh(dead.db);
  expect(await titlesSeen()).toEqual([primaryTitle]);
});

test('a replica that stops answering with its connections open delays no request', async () => {
  const wire = await stallingProxy(market.database.appUrl);
  const found = follow(wire.url);
  await expect.poll(found.isFresh).toBe(true);
  market.ctx.replica = found;
  expect(await titlesSeen()).toEqual([primaryTitle]);
  wire.fallSilent();
  const from = performance.now();
  expect(await titlesSeen()).toEqual([primaryTitle]);
  expect(performance.now() - from).toBeLessThan(4_000);
  await expect.poll(found.isFresh, { timeout: 5_000 }).toBe(false);
  const stopping = performance.now();
  await found.stop();
  expect(performance.now() - stopping).toBeLessThan(4_000);
});

test('the log says why the replica is not read, even if it never was', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const url = `postgres://praca@127.0.0.1:${await freePort()}/praca`;
  const dead = openReplica({ url, primary: market.ctx.db, connections: 2, log });
  closing.push(dead.stop);
  await sleep(2_500);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('ECONNREFUSED');
});

test.each([
  ['in its role', undefined, appUrlOf('postgres://dono@copia/praca')],
  ['by its own login', 'postgres://app@banco/praca', 'postgres://dono@copia/praca'],
])('one process and several connect to the replica as the application, %s', (_how, DATABASE_APP_URL, url) => {
  const given = {
    DATABASE_URL: 'postgres://dono@banco/praca',
    DATABASE_APP_URL,
    DATABASE_REPLICA_URL: 'postgres://dono@copia/praca',
  };
  const config = readConfig(given);
  const opened = { ownerUrl: given.DATABASE_URL, appUrl: DATABASE_APP_URL ?? appUrlOf(given.DATABASE_URL) };
  expect(replicaUrlOf(config)).toBe(url);
  expect(replicaUrlOf(readConfig({ ...given, ...settingsOf(config, 3_000, opened) }))).toBe(url);
});

test('rules come from the database, whichever database the request reads', async () => {
  const found = follow(replicaMarket.database.appUrl);
  await replicaMarket.setRules({ maxUnpaidOrders: 77 });
  expect((await currentRules(found.db)).rules.maxUnpaidOrders).not.toBe(77);
  expect((await currentRules(replicaMarket.ctx.db)).rules.maxUnpaidOrders).toBe(77);
});

test('no call that changes anything may be answered by the replica', () => {
  const marked = allEndpoints.filter(({ mayUseReplica }) => mayUseReplica);
  expect(marked).toHaveLength(18);
  for (const { method, path, auth, idempotent } of marked)
    expect([method, path.startsWith('/public/'), auth, idempotent]).toEqual(['GET', true, 'public', false]);
});

/** A proxy to a server that can stop forwarding bytes while its connections stay open. */
async function stallingProxy(url: string): Promise<{ url: string; fallSilent: () => void }> {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  let silent = false;
  const server = createServer((near) => {
    sockets.push(near);
    if (silent) return;
    const far = connectTo(Number(port), hostname);
    sockets.push(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('data', (bytes) => silent || to.write(bytes)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const here = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) });
  return { url: here.href, fallSilent: () => void (silent = true) };
}
