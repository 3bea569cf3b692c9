import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Person } from '#test/people.ts';
import { freePort } from '#test/server-process.ts';
import { openCopy } from './database-copy.ts';
import { currentRules } from './settings/queries.ts';

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
  await sleep(2_500);
  expect(found.isFresh()).toBe(false);
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
