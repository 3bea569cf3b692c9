import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shipmentTabs } from '#contract/shipping/staff-shipments.ts';
import type { ShipmentTab, StaffShipmentRow } from '#contract/shipping/staff-shipments.ts';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';
import { day } from '#test/orders/sales.ts';
import { openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';
import { returnsOf } from '#test/shipping/returns.ts';

/** S15: the tabs of the queue, as staff read them. */
let market: Parcels;
let support: Person;
beforeAll(async () => {
  market = await openParcels();
  support = await market.user({ role: 'support' });
});
afterAll(() => market.close());

async function read(tab?: ShipmentTab, who = support) {
  const path = `/staff/shipments${tab ? `?tab=${tab}` : ''}`;
  const { data, status, text } = await market.request('GET', path, { token: who.token });
  expect(status, text).toBe(200);
  return data as { items: StaffShipmentRow[]; counts: Record<ShipmentTab, number>; next: string | null };
}

const listed = async (tab: ShipmentTab, { id }: Placed) =>
  (await read(tab)).items.find((item) => item.id === id);

const count = async (queue: string) => {
  const { data } = await market.request('GET', '/staff/queues', { token: support.token });
  return data.items.find((item: { queue: string }) => item.queue === queue).count as number;
};

test('a parcel that arrives in time is in no tab', async () => {
  const sale = await market.parcels.posted();
  for (const tab of ['parados', 'nao-entregues', 'nao-postados', 'contradicoes', 'voltando'] as const)
    expect(await listed(tab, sale)).toBeUndefined();
});

test('a parcel without an event for five business days is silent (S15)', async () => {
  const before = await count('shipments');
  const sale = await market.parcels.posted();
  await market.moveClock(9 * day);
  await market.ask(sale);
  expect(await listed('parados', sale)).toMatchObject({
    orderState: 'in_delivery',
    buyer: sale.buyer.username,
    seller: sale.seller.username,
    parcel: { state: 'posted', carrier: 'Correios', serviceName: 'PAC' },
  });
  expect(await count('shipments')).toBeGreaterThan(before);
});

test('a parcel past its promised day is silent however new its last event is', async () => {
  const sale = await market.parcels.posted({}, { service: 'express' });
  await market.moveClock(7 * day);
  await market.report(sale, 'moved');
  const item = await listed('parados', sale);
  expect(item).toMatchObject({ parcel: { state: 'in_transit', serviceName: 'SEDEX' }, due: { late: false } });
});

test('a failed attempt is listed as undelivered, and its next attempt takes it out', async () => {
  const sale = await market.parcels.posted();
  await market.report(sale, 'attempt_failed');
  expect(await listed('nao-entregues', sale)).toMatchObject({ parcel: { state: 'failed' } });
  await market.report(sale, 'delivered');
  expect(await listed('nao-entregues', sale)).toBeUndefined();
});

test('a parcel at a branch is listed for the last two of its seven days there', async () => {
  const sale = await market.parcels.posted();
  await market.report(sale, 'awaiting_collection');
  const arrived = await market.now();
  expect(await listed('nao-entregues', sale)).toBeUndefined();
  await market.moveClock(5 * day + 60_000);
  const item = await listed('nao-entregues', sale);
  expect(item).toMatchObject({ parcel: { state: 'awaiting_collection' }, due: { late: false } });
  expect(Date.parse(item!.due!.at) - arrived.getTime()).toBeLessThan(7 * day + 10_000);
});

test('a paid order is listed from the end of its time to post until it is cancelled', async () => {
  const sale = await market.parcels.labelled();
  const { deal } = await market.view(sale, sale.buyer);
  expect(await listed('nao-postados', sale)).toBeUndefined();
  await market.moveClock(Date.parse(deal.shipment.promisedAt) - (await market.now()).getTime() + 60_000);
  expect(await listed('nao-postados', sale)).toMatchObject({
    orderState: 'paid',
    since: deal.shipment.promisedAt,
    due: { late: false },
  });
});

test('a parcel that comes back is listed on its way and for thirty days after it', async () => {
  const sale = await market.parcels.posted();
  await market.report(sale, 'returning');
  expect(await listed('voltando', sale)).toMatchObject({ orderState: 'in_delivery' });
  await market.report(sale, 'returned');
  expect(await listed('voltando', sale)).toMatchObject({
    orderState: 'cancelled',
    parcel: { state: 'returned' },
  });
  await market.moveClock(31 * day);
  expect(await listed('voltando', sale)).toBeUndefined();
});

test('a lost parcel that is found contradicts its order, and is asked about for thirty days', async () => {
  const sale = await market.parcels.posted();
  await market.report(sale, 'lost');
  await market.drain();
  expect(await listed('extraviados', sale)).toMatchObject({ orderState: 'cancelled' });
  expect(await listed('contradicoes', sale)).toBeUndefined();
  // No webhook: the sweep asks by itself.
  market.carrier.report(sale.hash, 'delivered', new Date((await market.now()).getTime() + 60_000));
  await market.moveClock(day);
  await market.drain();
  expect(await listed('contradicoes', sale)).toMatchObject({
    orderState: 'cancelled',
    parcel: { state: 'delivered' },
    due: null,
  });
  await market.checkBooks();
});

test('a pickup with ten wrong codes is stuck, and one with nine is not', async () => {
  const sale = await market.parcels.pickupPaid();
  const wrong = async (times: number) => {
    const { rows } = await sql<{ tries: number }>`
      select failed_tries as tries from pickups where order_id = ${sale.id}`.execute(market.db);
    for (let tries = rows[0]!.tries; tries < times; tries += 1)
      await sql`update pickups set failed_tries = failed_tries + 1 where order_id = ${sale.id}`.execute(
        market.db,
      );
  };
  await wrong(maxPickupTries - 1);
  expect(await listed('retiradas', sale)).toBeUndefined();
  await wrong(maxPickupTries);
  expect(await listed('retiradas', sale)).toMatchObject({ orderState: 'paid', parcel: null });
});

test('the first page has the first tab, the number of items of each, and a cursor to the next', async () => {
  const { counts, items } = await read();
  expect(items.length).toBe(counts.parados);
  expect(Object.keys(counts)).toEqual([...shipmentTabs]);
  const first = await market.request('GET', '/staff/shipments?tab=voltando&size=25', {
    token: support.token,
  });
  expect(first.data.next).toBeNull();
});

test('an unknown tab is refused', async () => {
  const { body } = await market.request('GET', '/staff/shipments?tab=perdidos', { token: support.token });
  expect(body.code).toBe('invalid_request');
});

test('a return that its seller contests is listed until staff decide it (S11)', async () => {
  const returns = returnsOf(market);
  const sale = await returns.receivedByTable();
  await returns.regret(sale);
  await returns.act(sale, sale.buyer, 'return/posting', { carrier: 'correios', trackingCode: null });
  expect(await listed('devolucoes', sale)).toBeUndefined();
  await returns.contest(sale);
  expect(await listed('devolucoes', sale)).toMatchObject({
    seller: sale.seller.username,
    due: { late: false },
  });
  const { rows } = await sql<{ id: number }>`
    select refund_id as id from returns where order_id = ${sale.id}`.execute(market.db);
  const admin = await market.user({ role: 'admin' });
  const decided = await market.request('POST', `/staff/refunds/${rows[0]!.id}/decision`, {
    token: admin.token,
    key: true,
    body: { decision: 'reject', note: 'As fotos mostram o aparelho quebrado.' },
  });
  expect(decided.status, decided.text).toBeLessThan(300);
  expect(await listed('devolucoes', sale)).toBeUndefined();
});
