import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carrierEventKinds, stateOf } from '#domain/shipping/shipments.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import { day, hour } from '#test/orders/sales.ts';
import { parcelsOf } from '#test/shipping/parcels.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: ReturnType<typeof parcelsOf>;
beforeAll(async () => {
  stage = await openStage();
  market = parcelsOf(stage);
});
afterAll(() => stage.close());

/** Events of one parcel, each some minutes after its payment, in the order in which the carrier tells them. */
const journeys = array(
  record({ kind: constantFrom(...carrierEventKinds), minutes: integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 8 },
);

test('whatever a carrier says, in any order, late and twice: the parcel is where its sorted events say, and escrow ends empty', async () => {
  const runs: { id: number; told: { kind: CarrierEvent['kind']; minutes: number }[] }[] = [];
  await assert(
    asyncProperty(journeys, async (told) => {
      const sale = await market.parcels.labelled({ priceCents: 10_000 });
      const from = (await market.now()).getTime();
      runs.push({ id: sale.id, told });
      const events = told.map(({ kind, minutes }) => ({
        kind,
        at: new Date(from + minutes * 60_000),
        place: '',
        words: '',
      }));
      await stage.moveClock(hour);
      for (const { kind, at } of events) {
        market.carrier.report(sale.hash, kind, at);
        await market.ask(sale);
      }
      await market.ask(sale);
      const { rows } = await sql<{ state: string }>`
        select state from shipments where order_id = ${sale.id}`.execute(stage.db);
      expect(rows[0]).toEqual({ state: stateOf(events) });
    }),
    { numRuns: 25, endOnFailure: true },
  );
  await stage.pass(60 * day);
  await stage.pass(8 * day);
  await stage.allIsWell();
  for (const { id } of runs) expect(await market.account('escrow', id)).toBe(0);
  const { rows } = await sql<{ state: string }>`select distinct state from orders`.execute(stage.db);
  expect(rows.map(({ state }) => state)).not.toContain('in_delivery');
}, 120_000);
