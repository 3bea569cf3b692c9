import { sql } from 'kysely';
import { maxPickupTries } from '#server/orders/shipment/handover.ts';
import { postalCheckDigit } from '#domain/shipping/tracking-codes.ts';
import type { Placed } from '#test/orders/sales.ts';
import { parcelsOf } from '#test/shipping/parcels.ts';
import { alone, involved, note, sides, staffCall } from './call.ts';
import type { Case } from './call.ts';
import { openCaseForAll } from './cases.ts';
import type { Sides, StaffFixtures } from './fixtures.ts';

let codes = 0;
const trackingCode = () => {
  const serial = String(++codes).padStart(8, '0');
  return `ST${serial}${postalCheckDigit(serial)}BR`;
};

/** A parcel that its seller posted at their own counter. */
async function postedParcel({ sales }: StaffFixtures, { seller, buyer }: Sides): Promise<Placed> {
  const sale = await parcelsOf(sales).parcels.paid(
    { ...(seller && { seller }) },
    { byTable: true, ...(buyer && { buyer }) },
  );
  await sales.act(sale, sale.seller, 'posting', { carrier: 'correios', trackingCode: trackingCode() });
  return sale;
}

/** A pickup whose code was typed wrongly ten times. */
async function stuckPickup({ sales }: StaffFixtures, { seller, buyer }: Sides): Promise<Placed> {
  const sale = await parcelsOf(sales).parcels.pickupPaid({ ...(seller && { seller }) }, buyer);
  for (let failed = 0; failed < maxPickupTries; failed++)
    await sql`update pickups set failed_tries = failed_tries + 1 where order_id = ${sale.id}`.execute(
      sales.db,
    );
  return sale;
}

/** The endpoints about parcels that ask for an action of the permission table (S15). */
export const parcelCalls: Record<string, Case> = {
  'GET /staff/freight-days': staffCall('read_freight', async () => ({ thing: undefined }), alone),
  'PUT /staff/orders/{hash}/tracking-code': staffCall('correct_parcel', async (things, viewer, part) => {
    const sale = await postedParcel(things, sides(viewer, part));
    return {
      thing: { involved: involved(sale) },
      params: { hash: sale.hash },
      body: { carrier: 'correios', trackingCode: trackingCode(), reason: note },
    };
  }),
  'POST /staff/orders/{hash}/pickup-tries': staffCall('correct_parcel', async (things, viewer, part) => {
    const sale = await stuckPickup(things, sides(viewer, part));
    return { thing: { involved: involved(sale) }, params: { hash: sale.hash }, body: { reason: note } };
  }),
  'POST /staff/orders/{hash}/contradiction-settlement': staffCall(
    'correct_parcel',
    async (things, viewer, part) => {
      const sale = await postedParcel(things, sides(viewer, part));
      await sql`update shipments set contradicted_at = market_now() where order_id = ${sale.id}`.execute(
        things.sales.db,
      );
      return { thing: { involved: involved(sale) }, params: { hash: sale.hash }, body: { reason: note } };
    },
  ),
  'POST /staff/orders/{hash}/address-openings': staffCall(
    'inspect_conversation',
    async (things, viewer, part) => {
      const sale = await postedParcel(things, sides(viewer, part));
      if (part === 'stranger') await openCaseForAll(things.sales, sale);
      return { thing: { involved: involved(sale) }, params: { hash: sale.hash }, body: { reason: note } };
    },
  ),
};
