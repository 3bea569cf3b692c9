import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day } from '#test/orders/sales.ts';
import { openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

/** S15: the carrier's health, and freight by day. */
let market: Parcels;
let admin: Person;
let support: Person;
beforeAll(async () => {
  market = await openParcels();
  admin = await market.user({ role: 'admin' });
  support = await market.user({ role: 'support' });
});
afterEach(() => void Object.assign(market.carrier, { isAway: false, charges: null }));
afterAll(() => market.close());

/** The figures are cached for five seconds. */
async function health(who = support) {
  await new Promise((later) => setTimeout(later, 5_100));
  const { data, status, text } = await market.request('GET', '/staff/shipping-health', { token: who.token });
  expect(status, text).toBe(200);
  return data;
}

const freight = (who: Person, query = '') =>
  market.request('GET', `/staff/freight-days${query}`, { token: who.token });

test('the health of a carrier counts quotes, fallbacks, failures, labels, webhooks and late parcels', async () => {
  const late = await market.parcels.posted({}, { service: 'express' });
  const cancelled = await market.parcels.labelled();
  await market.parcels.paid();
  market.carrier.isAway = true;
  const listing = await market.publishedListing({ delivery: 'shipping', stock: 5, priceCents: 7_777 });
  expect((await market.quote(listing.id)).data.fallback).toBe(true);
  await market.ask(late);
  await market.act(cancelled, cancelled.buyer, 'withdrawal-of-purchase');
  await market.drain();
  const signed = await market.request('POST', '/webhooks/shipping/simulator', { body: {} });
  expect(signed.body.code).toBe('webhook_signature');
  expect(await health()).toMatchObject({
    provider: 'simulator',
    day: { quotes: 4, fallbacks: 1 },
    week: { quotes: 4, fallbacks: 1 },
    failingParcels: 1,
    labelsToBuy: 1,
    labelsToCancel: 1,
    notices: { accepted: 0, refused: 1 },
  });
  market.carrier.isAway = false;
  await market.moveClock(9 * day);
  await market.report(late, 'delivered');
  const after = await health();
  expect(after).toMatchObject({ day: { quotes: 0 }, labelsToCancel: 0, failingParcels: 0 });
  expect(after.services).toContainEqual({ service: 'Correios SEDEX', delivered: 1, late: 1 });
  expect(Date.parse(after.answeredAt)).toBeGreaterThan(Date.parse(after.countedAt) - day);
});

test('freight by day compares what was quoted, paid, charged and booked, with the sum that is owed', async () => {
  const before = (await freight(admin)).data;
  market.carrier.charges = 2_600;
  const dearer = await market.parcels.posted({ priceCents: 10_000 });
  market.carrier.charges = null;
  await market.parcels.posted({ priceCents: 10_000, freeShipping: true });
  const { data } = await freight(admin);
  const today = data.items[0];
  const earlier = before.items.find((item: { day: string }) => item.day === today.day);
  const grown = (name: string) => today[name] - (earlier?.[name] ?? 0);
  expect(
    ['count', 'quotedCents', 'paidCents', 'chargedCents', 'spentCents', 'bookedCents'].map(grown),
  ).toEqual([2, 4_000, 2_000, 4_600, 4_000, 4_600]);
  expect(data.owedCents - before.owedCents).toBe(4_600);
  // A carrier that weighs the parcel later charges more than was booked.
  await sql`update shipments set charged_cents = 3_000 where order_id = ${dearer.id}`.execute(market.db);
  const corrected = (await freight(admin)).data.items[0];
  expect(corrected.chargedCents - corrected.bookedCents).toBe(400);
});

test('freight by day is for admins, within a year, from the first day to the last', async () => {
  expect((await freight(support)).body.code).toBe('forbidden');
  for (const query of [
    '?from=2026-03-02&to=2026-03-01',
    '?from=2020-01-01&to=2026-03-01',
    '?from=2026-02-30',
  ])
    expect((await freight(admin, query)).body.code).toBe('invalid_request');
  expect((await freight(admin, '?from=2020-03-01&to=2020-03-02')).data.items).toEqual([]);
});
