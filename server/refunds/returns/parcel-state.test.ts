import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carrierEventKinds, stateOf } from '#domain/shipping/shipments.ts';
import { openSales } from '#test/orders/sales.ts';
import type { Sales } from '#test/orders/sales.ts';
import { hour } from '#test/orders/sales.ts';
import { returnsOf } from '#test/shipping/returns.ts';

let sales: Sales;
let market: ReturnType<typeof returnsOf>;
beforeAll(async () => {
  sales = await openSales();
  market = returnsOf(sales);
});
afterAll(() => sales.close());

const reports = array(
  record({ kind: constantFrom(...carrierEventKinds), minutes: integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 6 },
);

test('whatever a carrier says of a return, in any order, late and twice: it is refunded once, and its parcel is where its events say (S09, S11)', async () => {
  await assert(
    asyncProperty(reports, async (told) => {
      const sale = await market.delivered();
      await market.regret(sale);
      await market.act(sale, sale.buyer, 'return/label');
      const start = (await market.now()).getTime();
      const events = told.map(({ kind, minutes }) => ({
        kind,
        at: new Date(start + minutes * 60_000),
        place: '',
        words: '',
      }));
      await sales.moveClock(hour);
      for (const { kind, at } of events) await market.reportBack(sale, kind, at);
      await market.askBack(sale);
      expect(await market.read(sale, sale.seller)).toMatchObject({
        state: 'completed',
        parcelState: stateOf(events),
      });
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from refunds
        where order_id = ${sale.id}`.execute(sales.db);
      expect(rows[0]).toEqual({ count: 1 });
    }),
    { numRuns: 8, endOnFailure: true },
  );
  await sales.checkBooks();
});
