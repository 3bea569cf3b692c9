import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Random } from '#demo/random.ts';
import { carrierEventKinds } from '#domain/shipping/shipments.ts';
import { postalCheckDigit } from '#domain/shipping/tracking-codes.ts';
import { words } from '#server/adapters/shipping/simulator-plans.ts';
import type { Person } from '#test/accounts/people.ts';
import type { Move, Step } from './move.ts';
import type { ListedItem, World } from './world.ts';

/** The delivery of a purchase and its freight; `undefined` when the buyer has no address, or no carrier takes it. */
export async function chooseDelivery(
  world: World,
  random: Random,
  good: ListedItem,
  who: Person,
  quantity: number,
) {
  if (good.kind === 'pickup') return { delivery: { type: 'pickup' }, freightCents: 0 };
  const { data } = await world.get(who, '/addresses');
  if (data.items.length === 0) return undefined;
  const address = random.pick<{ id: number; postalCode: string }>(data.items);
  const quoted = await world.post(who, `/public/listings/${good.id}/freight-quotes`, {
    postalCode: address.postalCode,
    quantity,
  });
  world.count('freight quote', quoted);
  if (quoted.code !== 'ok' || quoted.data.services.length === 0) return undefined;
  const service = random.pick<{ service: string; priceCents: number }>(quoted.data.services);
  const delivery = {
    type: 'shipping',
    addressId: address.id,
    quoteId: quoted.data.id,
    service: service.service,
  };
  return { delivery, freightCents: service.priceCents };
}

const label: Step = ['label'];
const posting: Step = [
  'posting',
  (random) => {
    const serial = String(random.int(0, 99_999_999)).padStart(8, '0');
    const digit = random.chance(0.9) ? postalCheckDigit(serial) : random.int(0, 9);
    return random.chance(0.7)
      ? { carrier: 'correios', trackingCode: `AA${serial}${digit}BR` }
      : { carrier: 'other', trackingCode: null };
  },
];
const handover: Step = [
  'handover',
  async (random, { hash, buyer }, world) => {
    const { data } = await world.get(buyer, `/orders/${hash}`);
    const code: string | null = data?.deal.pickup?.code ?? null;
    return { code: code !== null && random.chance(0.8) ? code : String(random.int(100_000, 999_999)) };
  },
];

/** What the seller of a parcel or a pickup does. */
export const parcelSteps: readonly Step[] = [label, label, posting, handover];

async function someLabel(world: World, random: Random) {
  const { rows } = await sql<{ id: string; hash: string; boughtAt: Date; now: Date }>`
    select id, reference as hash, bought_at as "boughtAt", market_now() as now from simulator.labels
    order by bought_at desc limit ${random.pick([5, 40, 200])}`.execute(world.db);
  return rows.length > 0 ? random.pick(rows) : undefined;
}

/** The next planned event happens now, or any other one. */
const carrierMoves: Move = {
  name: 'carrier',
  weight: 8,
  async make(world, random) {
    const found = await someLabel(world, random);
    if (!found) return undefined;
    const kind = random.chance(0.85) ? {} : { kind: random.pick(carrierEventKinds) };
    return world.post(world.admin, '/dev/parcels/event', { labelId: found.id, ...kind });
  },
};

/** An event that happened days ago is reported now, between and before others; its notice may come twice or forged. */
const carrierReportsLate: Move = {
  name: 'carrier reports late',
  weight: 4,
  async make(world, random) {
    const found = await someLabel(world, random);
    if (!found) return undefined;
    const kind = random.pick(carrierEventKinds);
    const at = new Date(
      found.boughtAt.getTime() + random.next() * (found.now.getTime() - found.boughtAt.getTime()),
    );
    await sql`insert into simulator.label_events (label_id, kind, at, reported_at, place, words)
      select ${found.id}, ${kind}, ${at}, ${found.now}, 'Agência', ${words[kind]}
      where exists (select from simulator.labels where id = ${found.id} and cancelled_at is null)
      on conflict do nothing`.execute(world.db);
    const notice = () => world.parcelNotice(found.id, randomUUID(), random.chance(0.05));
    if (random.chance(0.3)) await Promise.all([notice(), notice()]);
    return notice();
  },
};

/** All actions of carriers. */
export const carrierActions: readonly Move[] = [carrierMoves, carrierReportsLate];
