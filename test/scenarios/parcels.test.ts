import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { day, hour } from '#test/orders/sales.ts';
import type { Placed } from '#test/orders/sales.ts';
import { parcelsOf } from '#test/shipping/parcels.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: ReturnType<typeof parcelsOf>;
beforeAll(async () => {
  stage = await openStage();
  market = parcelsOf(stage);
});
afterEach(async () => {
  market.carrier.charges = null;
  market.carrier.isAway = false;
  await stage.allIsWell();
});
afterAll(() => stage.close());

const priced = { priceCents: 10_000 };
const table = { byTable: true };

/** What an order's accounts hold: nothing after its end. */
const escrowOf = (sale: Placed) => market.account('escrow', sale.id);

async function purseOf(sale: Placed): Promise<number> {
  return (await stage.purse(sale.seller)).availableCents;
}

const post = (sale: Placed, trackingCode: string | null = null) =>
  stage.on(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode });

const undone = (sale: Placed) => ({ order: 'cancelled', money: 'reversed', backCents: sale.totalCents });
const concluded = { order: 'completed', money: 'released', backCents: 0 };

test('a parcel is bought, labelled, posted, delivered and confirmed: the seller has the price less the commission', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual(concluded);
  expect(await purseOf(sale)).toBe(9_010);
  expect(await escrowOf(sale)).toBe(0);
});

test('the carrier pays itself out of the freight that the buyer paid, not out of the price (S06)', async () => {
  const before = await market.account('freight_payable');
  const sale = await market.parcels.posted(priced);
  expect((await market.account('freight_payable')) - before).toBe(2_000);
  expect(await escrowOf(sale)).toBe(10_000);
});

test('a carrier that charges less than it quoted leaves the difference to the platform', async () => {
  const before = await market.account('fee_revenue');
  market.carrier.charges = 1_700;
  const sale = await market.parcels.posted(priced);
  expect((await market.account('fee_revenue')) - before).toBe(300);
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await purseOf(sale)).toBe(9_010);
});

test('a carrier that charges more than it quoted costs the platform, and neither side', async () => {
  const before = await market.account('guarantee_fund');
  market.carrier.charges = 2_600;
  const sale = await market.parcels.posted(priced);
  expect((await market.account('guarantee_fund')) - before).toBe(-600);
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await purseOf(sale)).toBe(9_010);
});

test('free freight is paid out of the sale: the buyer pays the price, the seller the label', async () => {
  const sale = await market.parcels.posted({ ...priced, freeShipping: true });
  expect(sale).toMatchObject({ totalCents: 10_000, freightCents: 0 });
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await purseOf(sale)).toBe(7_010);
});

test('the seller of free freight pays the cheapest service, and the buyer what a faster one costs more', async () => {
  const sale = await market.parcels.paid({ ...priced, freeShipping: true }, { service: 'express' });
  expect(sale).toMatchObject({ totalCents: 11_500, freightCents: 1_500 });
});

test('a buyer who has the parcel before the carrier says so confirms it', async () => {
  const sale = await market.parcels.posted(priced);
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual(concluded);
});

test('a delivered parcel without a confirmation: 72 hours after the carrier’s time the order is concluded', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'delivered');
  await stage.pass(71 * hour);
  expect(await stage.standing(sale)).toMatchObject({ order: 'delivered' });
  await stage.pass(hour);
  expect(await stage.standing(sale)).toMatchObject({ order: 'completed' });
});

test('a parcel that is not posted in time is cancelled, its label too, and everything goes back', async () => {
  const sale = await market.parcels.labelled(priced);
  await stage.pass(9 * day);
  expect(await stage.standing(sale)).toEqual(undone(sale));
  expect(market.carrier.cancelled).toContain(`label-${sale.hash}`);
});

test('a buyer cancels before the posting: freight and price go back, and the label is cancelled', async () => {
  const sale = await market.parcels.labelled(priced);
  await stage.on(sale, sale.buyer, 'withdrawal-of-purchase');
  expect(await stage.standing(sale)).toEqual(undone(sale));
  expect(market.carrier.cancelled).toContain(`label-${sale.hash}`);
});

test('a seller cancels before the posting: everything goes back', async () => {
  const sale = await market.parcels.paid(priced);
  await stage.on(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  expect(await stage.standing(sale)).toEqual(undone(sale));
});

test('a parcel on its way is not cancelled by its seller', async () => {
  const sale = await market.parcels.posted(priced);
  const { status } = await stage.tryAct(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
  expect(status).toBe(409);
});

test('a parcel without news is lost: the buyer has everything back, and the platform paid the label (S16)', async () => {
  // The parcels that earlier tests left on their way are lost first.
  await stage.pass(40 * day);
  const before = await market.account('guarantee_fund');
  const sale = await market.parcels.posted(priced);
  await stage.pass(40 * day);
  expect(await stage.standing(sale)).toEqual(undone(sale));
  expect(await market.account('guarantee_fund')).toBe(before - 2_000);
  expect(await purseOf(sale)).toBe(0);
});

test('the carrier says that a parcel is lost: the buyer has everything back at once', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'lost');
  expect(await stage.standing(sale)).toEqual(undone(sale));
});

test('a lost parcel that is found moves no money a second time', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'lost');
  await stage.pass(day);
  market.carrier.report(sale.hash, 'delivered', await market.now());
  await sql`update shipments set next_check_at = market_now() where order_id = ${sale.id}`.execute(stage.db);
  expect(await stage.standing(sale)).toEqual(undone(sale));
  expect((await stage.view(sale, sale.buyer)).deal.shipment).toMatchObject({ state: 'delivered' });
});

test('an uncollected parcel comes back: everything goes back, and the label is the seller’s', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'awaiting_collection');
  await stage.pass(8 * day);
  await market.report(sale, 'returning', 'Objeto não procurado');
  await stage.pass(day);
  await market.report(sale, 'returned');
  expect(await stage.standing(sale)).toEqual(undone(sale));
  const { rows } = await sql<{ debt: number }>`select (debits - credits)::bigint as debt from money.accounts
    where kind = 'recoverable' and case_id = ${sale.seller.id}`.execute(stage.db);
  expect(rows[0]).toEqual({ debt: 2_000 });
});

test('both sides are notified once of each state in which they act, and the buyer reads until when to collect (S10)', async () => {
  const sale = await market.parcels.posted(priced);
  for (const kind of ['out_for_delivery', 'attempt_failed', 'awaiting_collection', 'returning'] as const) {
    await stage.moveClock(hour);
    await market.report(sale, kind);
    await market.ask(sale);
  }
  const titles = async (who: Placed['buyer']) => {
    const { rows } = await sql<{ title: string; description: string }>`
      select title, description from notifications where user_id = ${who.id} order by id`.execute(stage.db);
    return rows.filter(({ title }) => /chega hoje|agência|não deu certo|voltando/.test(title));
  };
  const buyers = await titles(sale.buyer);
  expect(buyers.map(({ title }) => title)).toEqual([
    'O pacote chega hoje',
    'A entrega não deu certo',
    'Retire o pacote na agência',
    'O pacote está voltando',
  ]);
  expect((await titles(sale.seller)).map(({ title }) => title)).toEqual([
    'A entrega não deu certo',
    'O pacote está na agência',
    'O pacote está voltando',
  ]);
  const waiting = await market.parcels.posted(priced);
  await market.report(waiting, 'awaiting_collection');
  const { collectBy } = (await stage.view(waiting, waiting.buyer)).deal.shipment;
  const days = (new Date(collectBy).getTime() - (await market.now()).getTime()) / day;
  expect(days).toBeGreaterThanOrEqual(7);
  expect(days).toBeLessThan(8);
  await market.report(waiting, 'delivered');
  expect((await stage.view(waiting, waiting.buyer)).deal.shipment.collectBy).toBeNull();
});

test('a parcel that came back for a wrong address: the price goes back, the freight does not', async () => {
  const sale = await market.parcels.posted(priced);
  await market.report(sale, 'attempt_failed', 'Endereço insuficiente');
  await stage.pass(day);
  await market.report(sale, 'returned');
  expect(await stage.standing(sale)).toEqual({ order: 'cancelled', money: 'reversed', backCents: 10_000 });
  expect(await escrowOf(sale)).toBe(0);
});

test('the seller refunds a part of a parcel on its way, and the rest is divided by the rule', async () => {
  const sale = await market.parcels.posted(priced);
  await stage.on(sale, sale.seller, 'refunds', {
    amountCents: 4_000,
    note: 'A caixa veio amassada da fábrica.',
  });
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual({ ...concluded, backCents: 4_000 });
  expect(await purseOf(sale)).toBe(6_000 - 594);
});

test('three refunds of a parcel cost each side what one of their sum would', async () => {
  const sale = await market.parcels.posted(priced);
  const note = 'Combinamos um desconto pelo atraso.';
  for (const amountCents of [3_000, 3_000, 5_500])
    await stage.on(sale, sale.seller, 'refunds', { amountCents, note });
  await market.report(sale, 'delivered');
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual({ ...concluded, backCents: 11_500 });
  expect(await escrowOf(sale)).toBe(0);
});

test('a parcel posted by the seller with a tracking code counts as delivered on the promised day, and is the seller’s freight', async () => {
  const sale = await market.parcels.paid(priced, table);
  await post(sale, 'AA123456785BR');
  expect((await stage.view(sale, sale.buyer)).deal.shipment).toMatchObject({
    state: 'posted',
    trackingCode: 'AA123456785BR',
    carrier: 'Correios',
  });
  await stage.pass(30 * day);
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual(concluded);
  expect(await purseOf(sale)).toBe(sale.totalCents - 990);
});

test('a parcel posted by the seller that never came: the buyer complains within the 72 hours and has all of it back', async () => {
  const sale = await market.parcels.paid(priced, table);
  await post(sale);
  const { deal } = await stage.view(sale, sale.buyer);
  await stage.pass(Date.parse(deal.promisedAt) - (await market.now()).getTime() + hour);
  expect(await stage.standing(sale)).toMatchObject({ order: 'delivered' });
  await stage.on(sale, sale.buyer, 'complaints', {
    reason: 'not_received',
    wish: 'full',
    words: 'O pacote não chegou e não há ninguém na portaria.',
  });
  await stage.pass(4 * day);
  await stage.pass(10 * day);
  expect(await stage.standing(sale)).toMatchObject({ order: 'refunded', backCents: sale.totalCents });
});

test('a late parcel may be complained about before the carrier finds it', async () => {
  const sale = await market.parcels.posted(priced);
  const early = await stage.tryAct(sale, sale.buyer, 'complaints', {
    reason: 'late',
    wish: 'full',
    words: 'O pacote devia ter chegado na semana passada.',
  });
  expect(early.status).toBe(409);
  const { deal } = await stage.view(sale, sale.buyer);
  await stage.pass(Date.parse(deal.promisedAt) - (await market.now()).getTime() + hour);
  await stage.on(sale, sale.buyer, 'complaints', {
    reason: 'late',
    wish: 'full',
    words: 'O pacote devia ter chegado na semana passada.',
  });
  await market.report(sale, 'delivered');
  expect(await stage.standing(sale)).toMatchObject({ order: 'in_complaint' });
});

test('the bank takes back the payment of a parcel on its way: the books close', async () => {
  const sale = await market.parcels.posted(priced);
  await stage.bank.contestCharge(sale.reference, { to: 'open' });
  await stage.standing(sale);
  await stage.bank.contestCharge(sale.reference, { to: 'lost' });
  expect(await stage.standing(sale)).toMatchObject({ order: 'cancelled', money: 'reversed' });
  expect(await escrowOf(sale)).toBe(0);
});

test('an item is picked up with the buyer’s code and confirmed (S12)', async () => {
  const sale = await market.parcels.pickupPaid(priced);
  const { code } = (await stage.view(sale, sale.buyer)).deal.pickup;
  expect((await stage.view(sale, sale.seller)).deal.pickup.code).toBeNull();
  await stage.on(sale, sale.seller, 'handover', { code });
  await stage.on(sale, sale.buyer, 'confirmation');
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual(concluded);
});

test('an item that is not picked up within seven days is cancelled and everything goes back', async () => {
  const sale = await market.parcels.pickupPaid(priced);
  await stage.pass(8 * day);
  expect(await stage.standing(sale)).toEqual(undone(sale));
});

test('a carrier that is away delays nothing for good: what happened meanwhile counts by its time', async () => {
  const sale = await market.parcels.labelled(priced);
  market.carrier.isAway = true;
  await market.ask(sale);
  const postedAt = await market.now();
  await stage.pass(2 * hour);
  market.carrier.isAway = false;
  await market.report(sale, 'posted', '', postedAt);
  const { timeline } = await stage.view(sale, sale.buyer);
  expect(timeline.at(-1)).toMatchObject({ event: 'post', at: postedAt.toISOString() });
});

test('while the carrier gives no answer nothing is cancelled, and a parcel that was posted in time goes on', async () => {
  const sale = await market.parcels.labelled(priced);
  const postedAt = await market.now();
  market.carrier.isAway = true;
  await market.ask(sale);
  await stage.pass(5 * day);
  expect(await stage.standing(sale)).toMatchObject({ order: 'paid' });
  market.carrier.isAway = false;
  await market.report(sale, 'posted', '', postedAt);
  expect(await stage.standing(sale)).toMatchObject({ order: 'in_delivery', backCents: 0 });
});

test('a carrier that stays away for weeks does not hold the buyer’s money', async () => {
  const sale = await market.parcels.labelled(priced);
  market.carrier.isAway = true;
  for (let days = 0; days < 20; days++) await stage.pass(day);
  expect(await stage.standing(sale)).toMatchObject({ order: 'cancelled', backCents: sale.totalCents });
  market.carrier.isAway = false;
  await stage.pass(day);
});

test('a buyer does not call back a parcel on its way, and its seller may refund all of it', async () => {
  const sale = await market.parcels.posted(priced);
  const asked = await stage.tryAct(sale, sale.buyer, 'cancellation-request', {
    note: 'Mudei de ideia, desculpe.',
  });
  expect(asked.status).toBe(409);
  await stage.on(sale, sale.seller, 'refunds', {
    amountCents: 12_000,
    note: 'Mandei o produto errado, perdão.',
  });
  expect(await stage.standing(sale)).toEqual(undone(sale));
  expect(await escrowOf(sale)).toBe(0);
});
