import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/connect.ts';
import { createMarket } from '#test/market.ts';
import type { Market } from '#test/market.ts';
import type { Db, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { findStuck } from '#test/invariants.ts';
import { relayEvents } from './jobs.ts';

let market: Market;
/** Enough connections for twenty writers that hold their transactions open. */
let db: Db;
let personId: number;

beforeAll(async () => {
  market = await createMarket();
  db = connect(market.database.appUrl, { max: 24, applicationName: 'test' });
  personId = (await market.user()).id;
  await market.drain();
});
afterAll(async () => {
  await db.destroy();
  await market.close();
});

const write = (tx: Tx) =>
  record(tx, { kind: 'account.phone_changed', actor: null, subject: { kind: 'user', id: personId } });

/** A transaction that has written an event and stays open until the test ends it. */
async function openWriter() {
  const written = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<'commit' | 'rollback'>();
  const over = inTransaction(db, async (tx) => {
    await write(tx);
    written.resolve();
    if ((await ending.promise) === 'rollback') throw new Error('rolled back');
  }).catch(() => undefined);
  await written.promise;
  return async (how: 'commit' | 'rollback') => {
    ending.resolve(how);
    await over;
  };
}

/** How many events of the person were written, and how many notices were made of them. */
async function counts() {
  const { rows } = await sql<{ events: number; notices: number; doubled: number }>`
    select (select count(*)::int from events where kind = 'account.phone_changed') as events, count(*)::int as notices,
      (count(*) - count(distinct event_id))::int as doubled
    from notifications n where exists (select from events e where e.id = n.event_id and e.kind = 'account.phone_changed')`.execute(
    market.ctx.db,
  );
  return rows[0]!;
}

const position = async () =>
  (
    await sql<{ last: number; missing: { from: number; to: number }[] }>`
      select last_event_id as last, missing from event_relay`.execute(market.ctx.db)
  ).rows[0]!;

test('an event that commits after later ones were relayed is relayed then, and one that is rolled back is forgotten', async () => {
  const { events: before } = await counts();
  const [slow, undone] = [await openWriter(), await openWriter()];
  await inTransaction(db, write);
  expect(await relayEvents.run(market.ctx)).toBe(1);
  expect(await counts()).toEqual({ events: before + 1, notices: before + 1, doubled: 0 });
  const { missing } = await position();
  expect(missing.map(({ from, to }) => to - from)).toEqual([1]);
  expect(await relayEvents.run(market.ctx)).toBe(0);
  expect((await position()).missing).toEqual(missing);

  await slow('commit');
  expect(await relayEvents.run(market.ctx)).toBe(1);
  expect((await position()).missing).toHaveLength(1);
  await undone('rollback');
  expect(await relayEvents.run(market.ctx)).toBe(0);
  expect((await position()).missing).toEqual([]);
  expect(await counts()).toEqual({ events: before + 2, notices: before + 2, doubled: 0 });
});

test('a writer that opened after a rolled back event does not keep it missing', async () => {
  const undone = await openWriter();
  await inTransaction(db, write);
  await relayEvents.run(market.ctx);
  const other = await openWriter();
  await undone('rollback');
  await relayEvents.run(market.ctx);
  expect((await position()).missing).toEqual([]);
  await other('commit');
  expect(await relayEvents.run(market.ctx)).toBe(1);
});

test('with twenty writers that hold, commit and undo, each event makes one notice and none is skipped', async () => {
  const over = new AbortController();
  const writers = Array.from({ length: 20 }, async (_, index) => {
    for (let turn = 0; turn < 25; turn++)
      await inTransaction(db, async (tx) => {
        for (let n = 0; n <= index % 3; n++) await write(tx);
        await sleep(Math.random() * (turn % 5 === 0 ? 120 : 8));
        if ((turn + index) % 4 === 0) throw new Error('undone');
        if (index % 7 === 0) await write(tx);
      }).catch(() => undefined);
  });
  const relays = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      await relayEvents.run(market.ctx);
      await sleep(3);
    }
  });
  await Promise.all(writers);
  over.abort();
  await Promise.all(relays);
  for (let run = 0; run < 3; run++) await relayEvents.run(market.ctx);
  const { events, notices, doubled } = await counts();
  expect(events).toBeGreaterThan(500);
  expect({ notices, doubled }).toEqual({ notices: events, doubled: 0 });
  expect((await position()).missing).toEqual([]);
  expect(await findStuck(market.ctx.db)).toEqual([]);
});

test('more events than one batch, with gaps among them, are relayed in turns', async () => {
  const held = await openWriter();
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < 620; n++) await write(tx);
  });
  expect(await relayEvents.run(market.ctx)).toBe(500);
  await held('commit');
  expect(await relayEvents.run(market.ctx)).toBe(121);
  const { events, notices } = await counts();
  expect(notices).toBe(events);
});
