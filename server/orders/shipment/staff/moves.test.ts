import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

/** S15, P27: what staff say of a parcel moves its order and its money as the carrier's facts do. */
let market: Parcels;
let admin: Person;
let second: Person;
let support: Person;
beforeAll(async () => {
  market = await openParcels();
  support = await market.user({ role: 'support' });
});
// The sums of an admin's decisions count towards the limit for two people (ADR 0075).
beforeEach(async () => {
  admin = await market.user({ role: 'admin' });
  second = await market.user({ role: 'admin' });
});
afterEach(() => market.checkBooks());
afterAll(() => market.close());

const reason = 'Os Correios confirmaram por telefone, protocolo 812.';
const priced = { priceCents: 10_000 };
const force = (who: Person, sale: Placed, event: string) =>
  market.request('POST', `/staff/orders/${sale.hash}/forced-moves`, {
    token: who.token,
    key: true,
    body: { event, reason },
  });
const seen = async (sale: Placed, who = admin) =>
  (await market.request('GET', `/staff/orders/${sale.id}`, { token: who.token })).data;
const refunded = async (sale: Placed) =>
  (await market.refunds(sale)).reduce(
    (sum: number, { amount_cents: cents }: { amount_cents: number }) => sum + cents,
    0,
  );

test('a parcel that staff call lost gives the buyer everything back, and the platform pays the label (S16)', async () => {
  const fund = await market.account('guarantee_fund');
  const sale = await market.parcels.posted(priced);
  expect((await seen(sale)).force.moves).toEqual([
    'force_cancellation',
    'force_delivery',
    'lose',
    'return_parcel',
    'return_for_address',
  ]);
  expect((await force(admin, sale, 'lose')).data).toMatchObject({ state: 'cancelled', waitingId: null });
  expect(await refunded(sale)).toBe(sale.totalCents);
  expect(await market.account('guarantee_fund')).toBe(fund - 2_000);
  expect(await market.account('escrow', sale.id)).toBe(0);
  const order = await seen(sale);
  expect(order.shipment).toMatchObject({
    state: 'lost',
    events: [
      { kind: 'lost', by: 'staff', words: 'Extravio confirmado pela equipe' },
      { kind: 'posted', by: 'carrier' },
    ],
  });
  expect(order.timeline.at(-1)).toMatchObject({ event: 'lose', actor: 'staff', name: admin.username });
});

test('a parcel that staff call returned gives the buyer everything back', async () => {
  const sale = await market.parcels.posted(priced);
  expect((await force(admin, sale, 'return_parcel')).data.state).toBe('cancelled');
  expect(await refunded(sale)).toBe(sale.totalCents);
  expect(await market.account('escrow', sale.id)).toBe(0);
});

test('a parcel returned for a wrong address gives the buyer the price, and the seller who posted it the freight (S10)', async () => {
  const sale = await market.parcels.paid(priced, { byTable: true });
  await market.act(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode: null });
  expect((await force(admin, sale, 'return_for_address')).data.state).toBe('cancelled');
  expect(await refunded(sale)).toBe(10_000);
  expect(await market.account('available', sale.seller.id)).toBe(sale.freightCents);
  expect(await market.account('escrow', sale.id)).toBe(0);
});

test('a parcel that staff call delivered starts the time to confirm, and ends like any other', async () => {
  const sale = await market.parcels.posted(priced);
  expect((await force(admin, sale, 'force_delivery')).data.state).toBe('delivered');
  expect((await seen(sale)).shipment).toMatchObject({ state: 'delivered', events: [{ by: 'staff' }, {}] });
  await market.moveClock(4 * day);
  await market.drain();
  expect(await market.stateOf(sale)).toBe('completed');
  await market.moveClock(8 * day);
  await market.drain();
  expect(await market.account('available', sale.seller.id)).toBe(9_010);
});

test('an order that was not posted is cancelled by staff with its parcel, and its label goes back', async () => {
  const sale = await market.parcels.labelled(priced);
  expect((await seen(sale)).force.moves).toEqual(['force_cancellation']);
  expect((await force(admin, sale, 'force_cancellation')).data.state).toBe('cancelled');
  await market.drain();
  expect((await seen(sale)).shipment).toMatchObject({ state: 'cancelled' });
  expect(market.carrier.cancelled).toContain(`label-${sale.hash}`);
});

test('a pickup is handed over by staff while it is paid', async () => {
  const sale = await market.parcels.pickupPaid(priced);
  expect((await seen(sale)).force.moves).toEqual(['force_cancellation', 'force_delivery']);
  expect((await force(admin, sale, 'force_delivery')).data.state).toBe('delivered');
});

test('above the limit the second admin’s approval records the parcel’s event', async () => {
  const sale = await market.parcels.posted({ priceCents: 60_000 });
  const { waitingId } = (await force(admin, sale, 'lose')).data;
  expect((await seen(sale)).shipment).toMatchObject({ state: 'posted', events: [{ kind: 'posted' }] });
  const approved = await market.request('POST', `/staff/forced-moves/${waitingId}/approval`, {
    token: second.token,
    key: true,
  });
  expect(approved.data.state).toBe('cancelled');
  expect((await seen(sale)).shipment.state).toBe('lost');
});

test('twenty admins who call one parcel lost and delivered at once end it one way', async () => {
  const sale = await market.parcels.posted(priced);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      force(at % 2 ? admin : second, sale, at % 3 ? 'lose' : 'force_delivery'),
    ),
  );
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.some(({ status }) => status >= 500)).toBe(false);
});

describe('a move of a parcel is refused', () => {
  test('to support', async () => {
    const sale = await market.parcels.posted();
    expect((await force(support, sale, 'lose')).body.code).toBe('forbidden');
  });

  test('to a side of the order', async () => {
    const seller = await market.user({ role: 'admin' });
    const sale = await market.parcels.posted({ seller });
    expect((await force(seller, sale, 'lose')).body.code).toBe('own_decision');
  });

  test('before the posting and after the end', async () => {
    const sale = await market.parcels.labelled();
    for (const event of ['lose', 'return_parcel', 'return_for_address', 'force_delivery'])
      expect((await force(admin, sale, event)).body.code).toBe('wrong_state');
    await market.report(sale, 'lost');
    expect((await force(admin, sale, 'lose')).body.code).toBe('wrong_state');
  });

  test('for an order that has no parcel', async () => {
    const sale = await market.paid();
    await market.act(sale, sale.seller, 'delivery-start');
    expect((await force(admin, sale, 'lose')).body.code).toBe('wrong_state');
  });
});

test('PostgreSQL refuses an event of staff without a forced move, and kinds that staff do not report', async () => {
  const sale = await market.parcels.posted();
  const write = (kind: string) =>
    sql`insert into shipment_events (order_id, kind, at, reported_by)
      values (${sale.id}, ${kind}, market_now(), 'staff')`.execute(market.db);
  await expect(write('lost')).rejects.toThrow('no forced move says that the parcel');
  await expect(write('moved')).rejects.toThrow('shipment_events_of_staff');
});
