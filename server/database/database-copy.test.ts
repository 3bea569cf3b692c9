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
import { copyUrlOf, openCopy } from './database-copy.ts';
import { currentRules } from '#server/settings/queries.ts';
import { settingsOf } from '#server/process/supervisor.ts';

/** What stands in the copy here is a market of its own, so that each answer tells where it was read. */
let market: Market;
let copied: Market;
let ana: Person;
let slug: string;
const closing: (() => Promise<unknown>)[] = [];

const original = 'Espada do original';
const copy = 'Espada da cópia';

beforeAll(async () => {
  [market, copied] = [await createMarket(), await createMarket()];
  ana = await market.user();
  // Two in the database and one in the copy, which is therefore behind.
  await market.publishedListing({ title: original });
  slug = (await market.publishedListing({ title: original })).slug;
  await copied.publishedListing({ title: copy });
});
afterEach(async () => {
  market.ctx.copy = null;
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await market.close();
  await copied.close();
});

async function titlesSeen(person?: Person): Promise<string[]> {
  market.forgetCaches();
  const { data } = await market.request('GET', '/public/listings', person ? { token: person.token } : {});
  return [...new Set((data.items as { title: string }[]).map(({ title }) => title))];
}

function follow(url: string) {
  const found = openCopy({ url, original: market.ctx.db, connections: 2, log: market.ctx.log });
  closing.push(found.stop);
  return found;
}

test('who is not signed in reads lists and pages from the copy, who is signed in from the database', async () => {
  expect(await titlesSeen()).toEqual([original]);
  market.ctx.copy = { db: copied.ctx.db, isFresh: () => true };
  expect(await titlesSeen()).toEqual([copy]);
  expect(await titlesSeen(ana)).toEqual([original]);
  const answer = await market.request('POST', '/sessions', {
    body: { login: ana.email, password: 'errada-mesmo' },
  });
  expect(answer.status).toBe(401);
  // What only the database has yet.
  const { data } = await market.request('GET', `/public/listings/${slug}`);
  expect(data.title).toBe(original);
});

test('a copy that answers and keeps up is fresh, takes no writing', async () => {
  const found = follow(market.database.appUrl);
  expect(found.isFresh()).toBe(false);
  await expect.poll(found.isFresh).toBe(true);
  market.ctx.copy = found;
  expect(await titlesSeen()).toEqual([original]);
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'praca-copy' and datname = current_database()`.execute(market.ctx.db);
  expect(rows.length).toBeGreaterThan(0);
  await expect(sql`delete from attempts`.execute(found.db)).rejects.toMatchObject({ code: '25006' });
});

test('a copy that is behind is not asked', async () => {
  const found = follow(copied.database.appUrl);
  market.ctx.copy = found;
  // Neither at its first looks nor after them.
  for (let look = 0; look < 50; look++) {
    await sleep(50);
    expect(found.isFresh()).toBe(false);
  }
  expect(await titlesSeen()).toEqual([original]);
});

test('a copy that is dead, or dies while it is asked, is nobody’s trouble', async () => {
  const dead = follow(`postgres://praca@127.0.0.1:${await freePort()}/praca`);
  market.ctx.copy = dead;
  await sleep(1_500);
  expect(dead.isFresh()).toBe(false);
  expect(await titlesSeen()).toEqual([original]);
  market.ctx.copy = { db: dead.db, isFresh: () => true };
  expect(await titlesSeen()).toEqual([original]);
});

test('a copy that falls silent with its connections open keeps nobody waiting', async () => {
  const wire = await silentWire(market.database.appUrl);
  const found = follow(wire.url);
  await expect.poll(found.isFresh).toBe(true);
  market.ctx.copy = found;
  expect(await titlesSeen()).toEqual([original]);
  wire.fallSilent();
  const from = performance.now();
  expect(await titlesSeen()).toEqual([original]);
  expect(performance.now() - from).toBeLessThan(4_000);
  await expect.poll(found.isFresh, { timeout: 5_000 }).toBe(false);
  const stopping = performance.now();
  await found.stop();
  expect(performance.now() - stopping).toBeLessThan(4_000);
});

test('the log says why a copy is not asked, also when it never was', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const url = `postgres://praca@127.0.0.1:${await freePort()}/praca`;
  const dead = openCopy({ url, original: market.ctx.db, connections: 2, log });
  closing.push(dead.stop);
  await sleep(2_500);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('ECONNREFUSED');
});

test.each([
  ['in its role', undefined, appUrlOf('postgres://dono@copia/praca')],
  ['by its own login', 'postgres://app@banco/praca', 'postgres://dono@copia/praca'],
])('one process and several ask the copy as the application, %s', (_how, DATABASE_APP_URL, url) => {
  const given = {
    DATABASE_URL: 'postgres://dono@banco/praca',
    DATABASE_APP_URL,
    DATABASE_REPLICA_URL: 'postgres://dono@copia/praca',
  };
  const config = readConfig(given);
  const opened = { ownerUrl: given.DATABASE_URL, appUrl: DATABASE_APP_URL ?? appUrlOf(given.DATABASE_URL) };
  expect(copyUrlOf(config)).toBe(url);
  expect(copyUrlOf(readConfig({ ...given, ...settingsOf(config, 3_000, opened) }))).toBe(url);
});

test('rules come from the database, whoever is asked', async () => {
  const found = follow(copied.database.appUrl);
  await copied.setRules({ maxUnpaidOrders: 77 });
  expect((await currentRules(found.db)).rules.maxUnpaidOrders).not.toBe(77);
  expect((await currentRules(copied.ctx.db)).rules.maxUnpaidOrders).toBe(77);
});

test('no call that moves anything may be answered by the copy', () => {
  const marked = allEndpoints.filter(({ fromCopy }) => fromCopy);
  expect(marked).toHaveLength(11);
  for (const { method, path, auth, idempotent } of marked)
    expect([method, path.startsWith('/public/'), auth, idempotent]).toEqual(['GET', true, 'public', false]);
});

/** The way to a server, on which from one moment on nothing arrives any more and nobody hangs up. */
async function silentWire(url: string): Promise<{ url: string; fallSilent: () => void }> {
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
