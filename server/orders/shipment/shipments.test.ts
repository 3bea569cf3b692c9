import { expect, test } from 'vitest';
import { day, hour } from '#test/orders/sales.ts';
import { openParcels } from '#test/shipping/parcels.ts';

const market = await openParcels();
const { parcels, carrier } = market;

test('freight is a line of its own in the total, and bears no commission (S05)', async () => {
  const sale = await parcels.placed({ priceCents: 10_000 });
  expect(sale).toMatchObject({ totalCents: 12_000, freightCents: 2_000 });
  const { deal } = await market.view(sale, sale.seller);
  expect(deal).toMatchObject({
    unitPriceCents: 10_000,
    freightCents: 2_000,
    totalCents: 12_000,
    commissionCents: 990,
  });
  // The sale pays the label of the site.
  expect(deal.netCents).toBe(12_000 - 990 - 2_000);
  expect(deal.shipment.labelCents).toBe(2_000);
});

test('a parcel with a label of the site moves its order by what the carrier reports', async () => {
  const sale = await parcels.posted({ priceCents: 10_000 });
  expect(await market.stateOf(sale)).toBe('in_delivery');
  expect(await market.account('freight_payable')).toBe(2_000);
  expect(await market.account('escrow', sale.id)).toBe(10_000);
  await market.report(sale, 'out_for_delivery');
  const { deal } = await market.view(sale, sale.buyer);
  expect(deal.shipment).toMatchObject({
    state: 'out_for_delivery',
    events: [{ kind: 'out_for_delivery' }, { kind: 'posted' }],
  });
  await market.report(sale, 'delivered');
  expect(await market.stateOf(sale)).toBe('delivered');
  await market.act(sale, sale.buyer, 'confirmation');
  await market.moveClock(8 * day);
  await market.drain();
  expect(await market.account('available', sale.seller.id)).toBe(9_010);
  expect(await market.account('escrow', sale.id)).toBe(0);
  await market.checkBooks();
});

test('clocks count from the carrier’s facts, however late they are reported', async () => {
  const sale = await parcels.labelled();
  const postedAt = await market.now();
  await market.moveClock(day);
  const deliveredAt = await market.now();
  await market.moveClock(2 * hour);
  carrier.report(sale.hash, 'delivered', deliveredAt);
  carrier.report(sale.hash, 'posted', postedAt);
  await market.ask(sale);
  const { deal, state } = await market.view(sale, sale.buyer);
  expect(state).toBe('delivered');
  expect(deal.deliveredAt).toBe(deliveredAt.toISOString());
  expect(Date.parse(deal.dueAt)).toBe(deliveredAt.getTime() + 72 * hour);
  await market.checkBooks();
});
