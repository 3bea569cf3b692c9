import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { people } from '#demo/people.ts';
import type { Random } from '#demo/random.ts';
import { demoUsername } from './accounts.ts';
import { endings } from './addresses.ts';
import { businessDayBefore, daysFrom, lastVisitAt } from './office-hours.ts';
import type { Journey, OrderPlan } from './order-plan.ts';
import { planFor } from './shelf.ts';
import type { Shelf } from './shelf.ts';

interface ParcelSpec extends Partial<Omit<Journey, 'preparedDaysAgo' | 'reports'>> {
  bought: Date;
  /** A few hours after the purchase, unless it says when. */
  prepared?: Date;
  reports?: readonly (readonly [kind: CarrierEventKind, at: Date])[];
  story?: OrderPlan['story'];
  /** A person who sells nothing; the demo's own buyer by default. */
  byOthers?: true;
}

const hourMs = 3_600_000;

/**
 * Parcels of the demo's own buyer and seller in each state, at hours at which carriers work; and four of others: one to
 * post without a label, and three that are late, silent or dearer than quoted. From Curitiba to Belém PAC takes so long that none arrives by itself.
 */
function parcelSpecs(now: Date, handlingDays: number): ParcelSpec[] {
  const before = (days: number, clock: `${number}:${number}`) => businessDayBefore(now, days, clock);
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  return [
    { bought: ago(5.5), posted: 'never' },
    { bought: ago(6.4), posted: 'never', ending: endings.away },
    { bought: ago(8.1), posted: 'never', ending: endings.away, byOthers: true },
    { bought: before(handlingDays, '10:10'), prepared: ago(1.2) },
    {
      bought: before(2, '11:20'),
      prepared: before(1, '16:35'),
      posted: 'alone',
      ending: endings.away,
    },
    { bought: before(5, '10:40') },
    { bought: before(7, '14:15'), reports: [['out_for_delivery', lastVisitAt(now, '8:50')]] },
    { bought: before(9, '9:30'), reports: [['awaiting_collection', before(2, '10:40')]] },
    {
      bought: before(8, '13:05'),
      reports: [
        ['out_for_delivery', before(1, '9:05')],
        ['attempt_failed', before(1, '15:40')],
      ],
    },
    {
      bought: before(9, '15:20'),
      reports: [
        ['out_for_delivery', new Date(lastVisitAt(now, '11:20').getTime() - 2.4 * hourMs)],
        ['delivered', lastVisitAt(now, '11:20')],
      ],
    },
    {
      bought: before(10, '11:10'),
      reports: [
        ['attempt_failed', before(4, '14:30')],
        ['returning', before(2, '9:20')],
      ],
    },
    {
      bought: before(11, '10:05'),
      reports: [
        ['refused', before(6, '13:50')],
        ['returning', before(5, '9:40')],
        ['returned', before(2, '14:10')],
      ],
    },
    { bought: before(11, '16:45'), reports: [['lost', before(2, '12:15')]] },
    { bought: before(9, '17:10'), posted: 'never' },
    { bought: before(14, '12:30'), service: 'sedex', story: 'confirmed' },
    { bought: before(13, '10:30'), service: 'sedex', ending: endings.late, byOthers: true },
    { bought: before(9, '11:45'), ending: endings.silent, byOthers: true },
    { bought: before(7, '9:50'), ending: endings.dearer, byOthers: true },
  ];
}

const maxCents = 50_000;

/** Orders with a parcel in each state, bought of the demo's own seller. */
export function planParcels(shelf: Shelf, random: Random, now: Date): OrderPlan[] {
  const seller = demoUsername('vendedora');
  const sold = () => shelf.having(1).filter(({ sellerUsername }) => sellerUsername === seller);
  const handlingDays = sold().find(({ shipping }) => shipping)!.shipping!.handlingDays;
  const buyers = people.filter(({ sells }) => sells.length === 0);
  return parcelSpecs(now, handlingDays).map((spec, place) => {
    const { bought, prepared, story = 'started', byOthers } = spec;
    const daysAgo = daysFrom(bought, now);
    const fitting = sold().filter(
      ({ deliveryType, priceCents, createdDaysAgo }) =>
        deliveryType === 'shipping' && priceCents <= maxCents && createdDaysAgo > daysAgo + 0.2,
    );
    const buyer = byOthers ? buyers[place % buyers.length]!.username : demoUsername('compradora');
    return {
      ...planFor(shelf.take(random.pick(fitting)), buyer, story, daysAgo),
      journey: {
        service: spec.service ?? 'pac',
        posted: spec.posted ?? 'with label',
        preparedDaysAgo: prepared ? daysFrom(prepared, now) : daysAgo - usualPreparation,
        reports: (spec.reports ?? []).map(([kind, at]) => ({ kind, daysAgo: daysFrom(at, now) })),
        ...(spec.ending && { ending: spec.ending }),
      },
    };
  });
}

/** Days from a payment until a seller buys the label. */
export const usualPreparation = 0.15;

/** How a parcel travels that nothing happens to. */
export function usualJourney(daysAgo: number, random: Random): Journey {
  return {
    service: random.chance(0.5) ? 'pac' : 'sedex',
    posted: 'with label',
    preparedDaysAgo: Math.max(0, daysAgo - usualPreparation),
    reports: [],
  };
}

/** A parcel that was delivered before this many days ago, so that something can be complained about. */
export function deliveredBefore(daysAgo: number, now: Date): Pick<OrderPlan, 'daysAgo' | 'journey'> {
  const then = new Date(now.getTime() - daysAgo * 24 * hourMs);
  const bought = daysFrom(businessDayBefore(then, 4, '10:20'), now);
  return {
    daysAgo: bought,
    journey: {
      service: 'pac',
      posted: 'with label',
      preparedDaysAgo: bought - usualPreparation,
      reports: [{ kind: 'delivered', daysAgo: daysFrom(lastVisitAt(then, '11:20'), now) }],
    },
  };
}
