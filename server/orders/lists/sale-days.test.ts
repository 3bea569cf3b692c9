import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/accounts/people.ts';
import { day, hour, openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';

let sales: Sales;
beforeAll(async () => {
  sales = await openSales();
});
afterAll(() => sales.close());

interface Day {
  day: string;
  count: number;
  netCents: number;
}

async function seriesOf(
  person: Person,
): Promise<{ days: Day[]; before: { count: number; netCents: number } }> {
  const answer = await sales.request('GET', '/sale-days', { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const countsOf = (days: Day[]) => days.filter(({ count }) => count > 0).map(({ count }) => count);

/** Noon in São Paulo, so that hours may pass within a day. */
async function waitForNoon(person: Person): Promise<void> {
  const { now } = (await sales.request('GET', '/order-counts', { token: person.token })).data;
  await sales.moveClock(day - ((Date.parse(now) - 15 * hour) % day));
}

describe('the sales of thirty days', () => {
  test('are thirty days in a row that end today, empty when nothing was sold', async () => {
    const seller = await sales.user();
    const { now } = (await sales.request('GET', '/order-counts', { token: seller.token })).data;
    const { days, before } = await seriesOf(seller);
    expect(days).toHaveLength(30);
    const at = (index: number) => Date.parse(days[index]!.day);
    for (let index = 1; index < 30; index++) expect(at(index) - at(index - 1)).toBe(day);
    expect(days[29]!.day).toBe(new Date(Date.parse(now) - 3 * hour).toISOString().slice(0, 10));
    expect(days.every(({ count, netCents }) => count === 0 && netCents === 0)).toBe(true);
    expect(before).toEqual({ count: 0, netCents: 0 });
  });

  test('count paid orders on the day of São Paulo, and the seller’s net amount', async () => {
    const seller = await sales.user();
    const buyer = await sales.user();
    const listing = await sales.publishedListing({ seller, stock: 9, priceCents: 10_000 });
    await waitForNoon(seller);
    const paid = async () => {
      const sale = await sales.place(buyer, listing);
      await sales.bank.payCharge(sale.reference);
      return sale;
    };
    const first = await paid();
    await sales.place(buyer, listing);
    // Ten in the evening there is the next day in UTC.
    await sales.moveClock(10 * hour);
    await paid();
    await sales.moveClock(3 * hour);
    await paid();
    const { days } = await seriesOf(seller);
    const net = (await sales.view(first, seller)).deal.netCents;
    expect(days.slice(-2)).toMatchObject([
      { count: 2, netCents: 2 * net },
      { count: 1, netCents: net },
    ]);
    expect(countsOf((await seriesOf(buyer)).days)).toEqual([]);
  });

  test('leave out a cancelled or refunded sale', async () => {
    const sale = await sales.paid();
    expect(countsOf((await seriesOf(sale.seller)).days)).toEqual([1]);
    await sales.act(sale, sale.seller, 'cancellation', { reason: 'no_stock' });
    expect(countsOf((await seriesOf(sale.seller)).days)).toEqual([]);
  });

  test('count the seller’s net amount after a partial refund, and nothing after a complete one', async () => {
    const sale = await sales.delivered({ priceCents: 10_000 });
    const give = async (amountCents: number) => {
      const body = { amountCents, note: 'Chegou com um arranhão na tampa.' };
      expect((await sales.tryAct(sale, sale.seller, 'refunds', body)).status).toBe(201);
      return (await seriesOf(sale.seller)).days.filter(({ count }) => count > 0);
    };
    expect(await give(4_000)).toMatchObject([{ count: 1, netCents: 5_406 }]);
    expect(await give(6_000)).toEqual([]);
  });

  test('move to the previous period after thirty days and drop out after sixty', async () => {
    const sale = await sales.released();
    const { seller } = sale;
    await waitForNoon(seller);
    const { count } = (await seriesOf(seller)).days.find((one) => one.count > 0)!;
    expect(count).toBe(1);
    await sales.moveClock(30 * day);
    const later = await seriesOf(seller);
    expect([countsOf(later.days), later.before.count]).toEqual([[], 1]);
    await sales.moveClock(30 * day);
    expect((await seriesOf(seller)).before.count).toBe(0);
  });

  test('require a session', async () => {
    expect((await sales.request('GET', '/sale-days')).status).toBe(401);
  });
});
