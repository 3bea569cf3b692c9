import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Placed } from '#test/orders/sales.ts';
import { addressInBelem, openParcels } from '#test/shipping/parcels.ts';
import type { Parcels } from '#test/shipping/parcels.ts';

/** S15: what staff correct with a reason, and S03: the addresses that they read for one. */
let market: Parcels;
let admin: Person;
let support: Person;
beforeAll(async () => {
  market = await openParcels();
  admin = await market.user({ role: 'admin' });
  support = await market.user({ role: 'support' });
});
afterAll(() => market.close());

const reason = 'Quem vendeu mandou o comprovante da postagem.';

const call = (who: Person, sale: Placed, what: string, body: object, method = 'POST') =>
  market.request(method, `/staff/orders/${sale.hash}/${what}`, {
    token: who.token,
    ...(method === 'POST' && { key: true }),
    body,
  });

const decisions = async (sale: Placed, kind: string) => {
  const { rows } = await sql<{ reason: string; actor_id: number; before: object; after: object }>`
    select reason, actor_id, before, after from audit_log
    where subject_kind = 'order' and subject_id = ${sale.id} and kind = ${kind}`.execute(market.db);
  return rows;
};

const correct = (who: Person, sale: Placed, body: object = {}) =>
  call(
    who,
    sale,
    'tracking-code',
    { carrier: 'correios', trackingCode: 'AA 123456785 BR', reason, ...body },
    'PUT',
  );

const reset = (who: Person, sale: Placed) => call(who, sale, 'pickup-tries', { reason });

const type = (sale: Placed, code: string) =>
  market.request('POST', `/orders/${sale.hash}/handover`, { token: sale.seller.token, body: { code } });

const settle = (who: Person, sale: Placed) => call(who, sale, 'contradiction-settlement', { reason });

const open = (who: Person, sale: Placed) =>
  market.request('POST', `/staff/orders/${sale.hash}/address-openings`, {
    token: who.token,
    body: { reason },
  });

async function postedByTable() {
  const sale = await market.parcels.paid({}, { byTable: true });
  await market.act(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode: null });
  return sale;
}

async function stuck() {
  const sale = await market.parcels.pickupPaid();
  for (let tries = 0; tries < maxPickupTries; tries += 1)
    await sql`update pickups set failed_tries = failed_tries + 1 where order_id = ${sale.id}`.execute(
      market.db,
    );
  return sale;
}

describe('the tracking code', () => {
  test('is corrected by support, with the reason and both codes in the audit log', async () => {
    const sale = await postedByTable();
    expect((await correct(support, sale)).data).toEqual({ trackingCode: 'AA123456785BR' });
    expect((await market.view(sale, sale.buyer)).deal.shipment.trackingCode).toBe('AA123456785BR');
    expect(await decisions(sale, 'order.tracking_corrected')).toEqual([
      {
        reason,
        actor_id: support.id,
        before: { carrier: 'Correios', trackingCode: null },
        after: { carrier: 'Correios', trackingCode: 'AA123456785BR' },
      },
    ]);
  });

  test('of another parcel, with a wrong digit or without a reason is refused', async () => {
    const sale = await postedByTable();
    expect((await correct(support, sale)).body.errors.trackingCode).toMatch(/já foi usado/);
    const wrong = await correct(support, sale, { trackingCode: 'AA123456784BR' });
    expect(wrong.body.errors.trackingCode).toMatch(/está errado/);
    expect((await correct(support, sale, { reason: 'engano' })).body.errors).toHaveProperty('reason');
    expect(await decisions(sale, 'order.tracking_corrected')).toEqual([]);
  });

  test('of a label of the site, or of a parcel that was not posted, stays', async () => {
    for (const sale of [await market.parcels.posted(), await market.parcels.paid({}, { byTable: true })])
      expect((await correct(support, sale, { trackingCode: 'BB123456785BR' })).body.code).toBe('wrong_state');
  });

  test('of one’s own order is left to a colleague, and an unknown order is not found', async () => {
    const seller = await market.user({ role: 'support' });
    const sale = await market.parcels.posted({ seller });
    expect((await correct(seller, sale)).body.code).toBe('own_decision');
    expect((await correct(support, { ...sale, hash: 'a'.repeat(24) })).status).toBe(404);
  });
});

describe('the tries of a pickup', () => {
  test('are given back once all are used up, and the right code hands it over', async () => {
    const sale = await stuck();
    const { code } = (await market.view(sale, sale.buyer)).deal.pickup;
    expect((await type(sale, code)).body.meta).toEqual({ triesLeft: 0 });
    expect((await reset(support, sale)).data).toMatchObject({ triesLeft: 10 });
    expect(await decisions(sale, 'order.pickup_tries_reset')).toMatchObject([
      { reason, actor_id: support.id },
    ]);
    expect((await type(sale, code)).data.state).toBe('delivered');
  });

  test('stay while some are left, and after the handover', async () => {
    const sale = await market.parcels.pickupPaid();
    expect((await reset(support, sale)).body.code).toBe('wrong_state');
    const own = await market.parcels.pickupPaid({ seller: await market.user({ role: 'support' }) });
    expect((await reset(own.seller, own)).body.code).toBe('own_decision');
  });

  test('of a pickup that is not stuck are not given back in PostgreSQL either', async () => {
    const sale = await market.parcels.pickupPaid();
    const set = (tries: number) =>
      sql`update pickups set failed_tries = ${tries} where order_id = ${sale.id}`.execute(market.db);
    await set(1);
    await expect(set(0)).rejects.toThrow('the tries of pickup');
    await expect(set(10)).rejects.toThrow('the tries of pickup');
  });
});

describe('a contradiction', () => {
  test('is settled once, with a reason', async () => {
    const sale = await market.parcels.posted();
    await market.report(sale, 'lost');
    await market.report(sale, 'delivered');
    const parcel = async () =>
      (await market.request('GET', `/staff/orders/${sale.id}`, { token: support.token })).data.shipment;
    expect((await parcel()).contradictedAt).not.toBeNull();
    expect((await settle(support, sale)).status).toBe(200);
    expect((await parcel()).contradictedAt).toBeNull();
    expect(await decisions(sale, 'order.contradiction_settled')).toMatchObject([{ reason }]);
    expect((await settle(support, sale)).body.code).toBe('wrong_state');
    expect(await market.account('escrow', sale.id)).toBe(0);
    await market.checkBooks();
  });
});

describe('the addresses of an order', () => {
  test('are no part of the order that staff read', async () => {
    const sale = await market.parcels.posted();
    const { text } = await market.request('GET', `/staff/orders/${sale.id}`, { token: admin.token });
    expect(text).not.toContain(addressInBelem.street);
  });

  test('are opened by an admin for a reason, and each reading is in the audit log with its reason (S03)', async () => {
    const sale = await market.parcels.posted();
    const first = await open(admin, sale);
    expect(first.data).toMatchObject({
      to: { recipient: addressInBelem.recipient, street: addressInBelem.street },
      from: { city: 'Curitiba' },
    });
    await open(admin, sale);
    const readings = await decisions(sale, 'order.addresses_read');
    expect(readings).toHaveLength(2);
    expect(readings[0]).toMatchObject({ reason, actor_id: admin.id });
    // The first reason opened the order for an hour.
    expect(await decisions(sale, 'order.reading_opened')).toHaveLength(1);
  });

  test('are closed to support without a case, and opened with one', async () => {
    const sale = await market.parcels.posted();
    expect((await open(support, sale)).body.code).toBe('no_case');
    await market.moveClock(12 * 86_400_000);
    await market.ask(sale);
    const opened = await market.request('POST', `/orders/${sale.hash}/complaints`, {
      token: sale.buyer.token,
      key: true,
      body: {
        reason: 'not_received',
        wish: 'full',
        words: 'O pacote não chegou até hoje, e o prazo já passou.',
      },
    });
    if (opened.status < 300)
      await sql`update complaints set taken_by = ${support.id} where order_id = ${sale.id}`.execute(
        market.db,
      );
    expect(opened.status, opened.text).toBeLessThan(300);
    expect((await open(support, sale)).data.to.city).toBe('Belém');
  });

  test('of one’s own order, of an order without a parcel, and without a reason are not opened', async () => {
    const seller = await market.user({ role: 'admin' });
    const own = await market.parcels.posted({ seller });
    expect((await open(seller, own)).body.code).toBe('own_decision');
    expect((await open(admin, await market.paid())).status).toBe(404);
    const { body } = await market.request('POST', `/staff/orders/${own.hash}/address-openings`, {
      token: admin.token,
      body: {},
    });
    expect(body.errors).toHaveProperty('reason');
  });
});
