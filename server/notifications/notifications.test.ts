import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarket } from '#test/market.ts';
import { withoutRequestId } from '#test/http-request.ts';
import type { Market } from '#test/market.ts';
import { record } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { relayEvents } from './jobs.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket();
});
afterAll(() => market.close());

const listOf = async (token: string) => (await market.request('GET', '/notifications', { token })).data.items;

test('an event becomes one notification, however many relays run in parallel', async () => {
  const { seller } = await market.publishedListing();
  await Promise.all(Array.from({ length: 8 }, () => relayEvents.run(market.ctx)));
  await market.drain();
  const items = await listOf(seller.token);
  expect(items).toEqual([
    {
      id: expect.any(Number),
      title: 'Anúncio no ar',
      description: expect.any(String),
      icon: 'badge-check',
      url: expect.stringMatching(/^\/anuncio\//),
      read: 0,
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  const { rows } = await sql`select from event_relay r join events e on e.id > r.last_event_id`.execute(
    market.ctx.db,
  );
  expect(rows).toHaveLength(0);
});

test('the oldest notification is reachable, in pages of fifty (F59)', async () => {
  const { seller } = await market.publishedListing();
  await market.drain();
  await sql`insert into notifications (user_id, title, description, icon)
    select ${seller.id}, 'Aviso ' || n, 'Um de muitos.', 'bell' from generate_series(1, 60) n`.execute(
    market.ctx.db,
  );
  const { data: newest } = await market.request('GET', '/notifications', { token: seller.token });
  expect(newest.items.map(({ title }: { title: string }) => title).slice(0, 2)).toEqual([
    'Aviso 60',
    'Aviso 59',
  ]);
  expect([newest.items.length, newest.next]).toEqual([50, newest.items.at(-1).id]);
  const path = `/notifications?before=${newest.next}`;
  const { data: older } = await market.request('GET', path, { token: seller.token });
  expect([older.items.length, older.items.at(-1).title, older.next]).toEqual([11, 'Anúncio no ar', null]);
  const other = await market.user();
  expect((await market.request('GET', path, { token: other.token })).data.items).toEqual([]);
});

test('an event whose transaction was rolled back makes no notification', async () => {
  const person = await market.user();
  await inTransaction(market.ctx.db, async (tx) => {
    await record(tx, {
      kind: 'account.email_confirmed',
      actor: null,
      subject: { kind: 'user', id: person.id },
    });
    throw new Error('no');
  }).catch(() => undefined);
  await market.drain();
  expect(await listOf(person.token)).toEqual([]);
});

test('a notification is marked read by its owner; for others it does not exist', async () => {
  const { seller } = await market.publishedListing();
  await market.drain();
  const [notice] = await listOf(seller.token);
  const put = (token: string, id: number, body: unknown = { read: 1 }) =>
    market.request('PUT', `/notifications/${id}`, { token, body });
  const stranger = await market.user();
  const foreign = await put(stranger.token, notice.id);
  expect(foreign.status).toBe(404);
  expect(withoutRequestId(foreign)).toBe(withoutRequestId(await put(stranger.token, 999_999)));
  expect((await put(seller.token, notice.id, { read: 0 })).status).toBe(400);
  expect((await put(seller.token, notice.id)).data).toMatchObject({ id: notice.id, read: 1 });
  expect((await listOf(seller.token))[0].read).toBe(1);
  expect((await market.request('GET', '/user-info', { token: seller.token })).data.unread_notifications).toBe(
    0,
  );
});
