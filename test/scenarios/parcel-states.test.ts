import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nextState } from '#domain/machine.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { carrierEventKinds, shipmentMachine, shipmentStates } from '#domain/shipping/shipments.ts';
import type { CarrierEventKind, ShipmentState } from '#domain/shipping/shipments.ts';
import type { Placed } from '#test/orders/sales.ts';
import { parcelsOf } from '#test/shipping/parcels.ts';
import { digestOf } from './digest.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

/**
 * Every event of a carrier in every state of a parcel, and every call of every kind of person in every state of a parcel
 * with a label, of one that its seller posts, and of a pickup.
 */
let stage: Stage;
let market: ReturnType<typeof parcelsOf>;
beforeAll(async () => {
  stage = await openStage();
  market = parcelsOf(stage);
});
afterEach(() => stage.allIsWell());
afterAll(() => stage.close());

const priced = { priceCents: 10_000 };
const minute = 60_000;

/** The events that bring a labelled parcel into a state. */
const journeys: Record<Exclude<ShipmentState, 'cancelled'>, readonly CarrierEventKind[]> = {
  preparing: [],
  posted: ['posted'],
  in_transit: ['posted', 'moved'],
  out_for_delivery: ['posted', 'out_for_delivery'],
  awaiting_collection: ['posted', 'awaiting_collection'],
  delivered: ['posted', 'delivered'],
  failed: ['posted', 'attempt_failed'],
  returning: ['posted', 'returning'],
  returned: ['posted', 'returned'],
  lost: ['posted', 'lost'],
};

async function parcelThatIs(state: ShipmentState): Promise<Placed> {
  const sale = await market.parcels.labelled(priced);
  if (state === 'cancelled') {
    await stage.on(sale, sale.buyer, 'withdrawal-of-purchase');
    await stage.drain();
    return sale;
  }
  for (const kind of journeys[state]) await report(sale, kind);
  return sale;
}

async function report(sale: Placed, kind: CarrierEventKind): Promise<void> {
  await stage.moveClock(minute);
  await market.report(sale, kind);
}

async function statesOf({ id }: Placed): Promise<{ parcel: ShipmentState; order: OrderState }> {
  const { rows } = await sql<{ parcel: ShipmentState; order: OrderState }>`
    select s.state as parcel, o.state as "order" from orders o left join shipments s on s.order_id = o.id
    where o.id = ${id}`.execute(stage.db);
  return rows[0]!;
}

/** The order of a parcel that an event moved; one that ended, or was delivered, stays as it is. */
function orderAfter(order: OrderState, parcel: ShipmentState): OrderState {
  if (order !== 'paid' && order !== 'in_delivery') return order;
  if (parcel === 'preparing') return order;
  if (parcel === 'delivered') return 'delivered';
  return parcel === 'lost' || parcel === 'returned' ? 'cancelled' : 'in_delivery';
}

test.each(shipmentStates)(
  'a parcel that is %s reacts to every event of its carrier as in the transition table, and its order follows (S09)',
  async (state) => {
    for (const kind of carrierEventKinds) {
      const sale = await parcelThatIs(state);
      const before = await statesOf(sale);
      expect([kind, before.parcel]).toEqual([kind, state]);
      await report(sale, kind);
      const next = nextState(shipmentMachine, kind, state, 'carrier');
      const parcel = 'to' in next ? next.to : state;
      const after = { parcel, order: orderAfter(before.order, parcel) };
      expect([kind, await statesOf(sale)]).toEqual([kind, after]);
      await market.ask(sale);
      expect([kind, 'once more', await statesOf(sale)]).toEqual([kind, 'once more', after]);
    }
  },
  60_000,
);

const everybody = ['stranger', 'support', 'admin', 'buyer', 'seller'] as const;
type Who = (typeof everybody)[number];

const calls = {
  label: undefined,
  posting: { carrier: 'other', trackingCode: null },
  handover: { code: '000000' },
  'delivery-start': undefined,
  delivery: { note: 'Entregue em mãos, na portaria.' },
  cancellation: { reason: 'no_stock' },
  'withdrawal-of-purchase': undefined,
  confirmation: undefined,
} as const;
type Call = keyof typeof calls;
const everyCall = Object.keys(calls) as Call[];

/** What succeeds: who calls what, and the state of the order after it. */
type Allowed = Partial<Record<`${Who} ${Call}`, OrderState>>;

interface Row {
  name: string;
  bring: () => Promise<Placed>;
  allowed: Allowed;
}

const cancel = { 'seller cancellation': 'cancelled' } as const;
const withdraw = { 'buyer withdrawal-of-purchase': 'cancelled' } as const;
const confirm = { 'buyer confirmation': 'completed' } as const;
/** The label that was bought is named again. */
const labelled = (order: OrderState) => ({ 'seller label': order });
const underway = { ...confirm, ...labelled('in_delivery') };

const withLabel: Record<ShipmentState, Allowed> = {
  preparing: { ...withdraw, ...cancel, ...labelled('paid') },
  posted: underway,
  in_transit: underway,
  out_for_delivery: underway,
  awaiting_collection: underway,
  failed: underway,
  returning: underway,
  delivered: { ...confirm, ...labelled('delivered') },
  returned: labelled('cancelled'),
  lost: labelled('cancelled'),
  cancelled: labelled('cancelled'),
};

const byTable = async () => market.parcels.paid(priced, { byTable: true });
const posted = async () => {
  const sale = await byTable();
  await stage.on(sale, sale.seller, 'posting', calls.posting);
  return sale;
};
async function handedOver(): Promise<Placed> {
  const sale = await market.parcels.pickupPaid(priced);
  await stage.on(sale, sale.seller, 'handover', { code: await codeOf(sale) });
  return sale;
}

const rows: readonly Row[] = [
  ...shipmentStates.map((state) => ({
    name: `a parcel with a label that is ${state}`,
    bring: () => parcelThatIs(state),
    allowed: withLabel[state],
  })),
  {
    name: 'a parcel without its label',
    bring: () => market.parcels.paid(priced),
    allowed: { ...withdraw, ...cancel, ...labelled('paid') },
  },
  {
    name: 'a parcel that its seller posts',
    bring: byTable,
    allowed: { ...withdraw, ...cancel, 'seller posting': 'in_delivery' },
  },
  { name: 'a parcel that its seller posted', bring: posted, allowed: confirm },
  {
    name: 'a pickup',
    bring: () => market.parcels.pickupPaid(priced),
    allowed: { ...withdraw, ...cancel, 'seller handover': 'delivered' },
  },
  { name: 'a pickup that was handed over', bring: handedOver, allowed: confirm },
];

/** The buyer's code of a pickup; any other where there is none. */
async function codeOf(sale: Placed): Promise<string> {
  const { deal } = await stage.view(sale, sale.buyer);
  return deal.pickup?.code ?? calls.handover.code;
}

async function attempt(sale: Placed, who: Who, call: Call) {
  const people = { buyer: sale.buyer, seller: sale.seller, support: stage.support, admin: stage.admin };
  const person = who === 'stranger' ? await stage.user() : people[who];
  const body = call === 'handover' ? { code: await codeOf(sale) } : calls[call];
  return stage.request('POST', `/orders/${sale.hash}/${call}`, {
    token: person.token,
    key: true,
    ...(body && { body }),
  });
}

describe.each(rows)('$name', ({ bring, allowed }) => {
  test('allows each person exactly the calls of the table', async () => {
    const tried = everyCall.flatMap((call) =>
      everybody.map((who) => ({ call, who, to: allowed[`${who} ${call}`] })),
    );
    const sale = await bring();
    const before = await digestOf(stage.db);
    for (const { call, who, to } of tried.filter((each) => each.to === undefined)) {
      const { status, text } = await attempt(sale, who, call);
      expect([who, call, to, [403, 404, 409].includes(status)], text).toEqual([who, call, undefined, true]);
      expect([who, call, await digestOf(stage.db)]).toEqual([who, call, before]);
    }
    for (const { call, who, to } of tried.filter((each) => each.to !== undefined)) {
      const fresh = await bring();
      const { status, text } = await attempt(fresh, who, call);
      expect([who, call, status < 300], text).toEqual([who, call, true]);
      expect([who, call, (await statesOf(fresh)).order]).toEqual([who, call, to]);
    }
  }, 60_000);
});
