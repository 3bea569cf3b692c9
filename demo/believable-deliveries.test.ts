import { describe, expect, test } from 'vitest';
import { stateOfPostalCode } from '#domain/addresses/postal-codes.ts';
import { parcelFaults } from '#domain/shipping/packages.ts';
import { correiosLimits } from '#domain/shipping/services.ts';
import { shipmentStates, stateOf } from '#domain/shipping/shipments.ts';
import type { ShipmentState } from '#domain/shipping/shipments.ts';
import { defaultTariffTable } from '#domain/shipping/tariffs.ts';
import { planJourney } from '#server/adapters/shipping/simulator-plans.ts';
import { categories, leafCategories } from './categories.ts';
import { deliveryKindOf } from './goods/deliveries.ts';
import { listings } from './listings.ts';
import type { OrderPlan } from './market/order-plan.ts';
import { planOrders } from './market/plans.ts';
import { fixedPeople, people } from './people.ts';
import { streets } from './people/streets.ts';
import type { SeedListing } from './types.ts';

const seed = 2026;
const market = listings(seed);
const categoryOf = ({ categorySlug }: SeedListing) =>
  leafCategories.find(({ slug }) => slug === categorySlug)!;
const kindOf = (listing: SeedListing) => {
  const { kind, parentSlug } = categoryOf(listing);
  return kind ?? categories.find(({ slug }) => slug === parentSlug)!.kind;
};

/** How the things whose title matches are delivered, each way once. */
const deliveryKindsOf = (pattern: RegExp) => [
  ...new Set(
    market
      .filter(({ title }) => pattern.test(title))
      .map((each) => deliveryKindOf(categoryOf(each), each.title)),
  ),
];

describe('delivery', () => {
  test('is at once for codes, within hours by hand, and things are sent or picked up without a promise in hours', () => {
    for (const listing of market) {
      const { deliveryType, promisedHours, shipping, title } = listing;
      const kind = deliveryKindOf(categoryOf(listing), title);
      if (kindOf(listing) === 'physical') {
        expect(['shipping', 'pickup'], title).toContain(deliveryType);
        expect(promisedHours, title).toBe(0);
        expect(shipping !== null, title).toBe(deliveryType === 'shipping');
      } else {
        const system = ['code', 'account', 'file'].includes(kind);
        expect(deliveryType, title).toBe(system ? 'automatic' : 'manual');
        expect([0, 6, 24, 72], title).toContain(promisedHours);
        expect(promisedHours === 0, title).toBe(system);
      }
    }
    const ways = Map.groupBy(market, ({ deliveryType }) => deliveryType);
    for (const [way, least] of [
      ['shipping', 200],
      ['pickup', 20],
      ['manual', 12],
    ] as const)
      expect(ways.get(way)!.length, way).toBeGreaterThanOrEqual(least);
  });

  test('by a parcel is within what carriers take, and some of it is free or may be picked up', () => {
    const shipped = market.filter(({ shipping }) => shipping);
    for (const { shipping, title } of shipped)
      expect(parcelFaults(shipping!.parcel, correiosLimits), title).toEqual({});
    expect(shipped.filter(({ shipping }) => shipping!.freeShipping).length).toBeGreaterThanOrEqual(15);
    expect(shipped.filter(({ shipping }) => shipping!.alsoPickup).length).toBeGreaterThanOrEqual(30);
    const grams = (pattern: RegExp) =>
      shipped.find(({ title }) => pattern.test(title))!.shipping!.parcel.weightGrams;
    expect(grams(/^iPhone/)).toBeLessThan(grams(/^Tênis Nike/));
    expect(grams(/^Tênis Nike/)).toBeLessThan(grams(/^Forno/));
  });

  test('of a sofa, a large television and a bicycle is from hand to hand, and a lamp is sent', () => {
    expect(deliveryKindsOf(/^(?:Sofá|Smart TV [LP]|Bicicleta aro|Esteira)/)).toEqual(['pickup']);
    expect(deliveryKindsOf(/^(?:Luminária|Abajur|Pendente)/)).toEqual(['parcel']);
  });

  test('in the description is the one that is promised', () => {
    for (const { description, promisedHours, deliveryType, shipping, title } of market) {
      if (deliveryType === 'automatic' || deliveryType === 'manual')
        expect(description, title).not.toMatch(/Correios|transportadora|Embalo|dias? út/);
      if (deliveryType !== 'automatic')
        expect(description, title).not.toMatch(/logo depois do pagamento|na página de resgate/);
      if (promisedHours === 72) expect(description, title).not.toMatch(/em até um dia/);
      if (promisedHours === 0)
        expect(description, title).not.toMatch(
          /(?:envi|entreg|post)\w* em (?:até )?(?:\d+ ?h|.{1,8} horas)/i,
        );
      if (deliveryType === 'pickup') expect(description, title).not.toMatch(/Posto|rastreio|\bfrete\b/);
      if (shipping && shipping.handlingDays > 1) expect(description, title).not.toMatch(/em até um dia útil/);
      if (shipping) expect(/O frete é por minha conta/.test(description), title).toBe(shipping.freeShipping);
    }
  });

  test('gives a link for files, a user and a password for accounts, and codes otherwise', () => {
    const looks = {
      code: /^[A-Z2-9]{5}(?:-[A-Z2-9]{5}){2}$/,
      account: /^Usuário \w+, senha /,
      file: /^https:/,
    };
    for (const listing of market) {
      const kind = deliveryKindOf(categoryOf(listing), listing.title);
      for (const code of listing.codes)
        expect(code, listing.title).toMatch(looks[kind as keyof typeof looks]);
    }
  });
});

describe('places', () => {
  test('of all people have a street whose postal codes are of their state', () => {
    for (const { city, state, username } of [...fixedPeople, ...people]) {
      const street = streets[`${city}, ${state}`];
      expect(street, `${username}: ${city}`).toBeDefined();
      expect(stateOfPostalCode(`${street!.area}010`), city).toBe(state);
    }
  });
});

/** On a Monday morning, at night, and on a Sunday before a holiday. */
const presents = [
  '2026-11-23T11:05:00Z',
  '2026-11-25T03:30:00Z',
  '2026-12-25T02:00:00Z',
  '2027-02-07T15:00:00Z',
];

describe('orders', () => {
  test('have a unit each, so that none of the stories is missed', () => {
    for (const now of presents) {
      const plans = planOrders(market, seed, new Date(now));
      for (const [key, own] of Map.groupBy(plans, ({ listingKey }) => listingKey))
        expect(own.length, key).toBeLessThanOrEqual(market.find((listing) => listing.key === key)!.stock);
      expect(plans.length).toBeGreaterThan(140);
    }
  });

  test('hold a paid one of a seller who proves with words, and one of a seller who proves with a picture', () => {
    const paid = planOrders(market, seed, new Date()).filter(
      ({ story, delivery, daysAgo }) => story === 'paid' && delivery === 'manual' && daysAgo < 1,
    );
    const proofs = paid.map(({ buyer, listingKey }) => {
      const { parentSlug } = categoryOf(market.find(({ key }) => key === listingKey)!);
      return [buyer === 'clara_compra' ? 'own' : 'other', parentSlug];
    });
    expect(proofs).toContainEqual(['other', 'jogos-digitais']);
    expect(proofs).toContainEqual(['own', 'licencas-e-assinaturas']);
  });

  test.each(presents)('show the demo buyer and seller a parcel in each state on %s', (present) => {
    const now = new Date(present);
    const own = planOrders(market, seed, now).filter(
      ({ buyer, seller, journey }) => buyer === 'clara_compra' && seller === 'helena_vende' && journey,
    );
    const states = own.map((plan) => stateAt(plan, now));
    expect(new Set(states)).toEqual(new Set(shipmentStates));
    expect(own.filter(({ journey }) => journey!.posted === 'alone').length).toBeGreaterThanOrEqual(1);
  });

  test.each(presents)('are posted, carried and delivered at hours at which people work on %s', (present) => {
    const now = new Date(present);
    for (const { journey, daysAgo } of planOrders(market, seed, now)) {
      if (!journey) continue;
      expect(journey.preparedDaysAgo).toBeLessThanOrEqual(daysAgo);
      let last = journey.preparedDaysAgo;
      for (const { kind, daysAgo: reported } of journey.reports) {
        expect(reported, kind).toBeGreaterThan(0);
        expect(reported, kind).toBeLessThan(last);
        last = reported;
        const hour = hourInSaoPaulo(new Date(now.getTime() - reported * dayMs));
        expect(hour >= 8 && hour < 18, `${kind} at ${hour}`).toBe(true);
      }
    }
  });
});

const dayMs = 86_400_000;

function hourInSaoPaulo(at: Date): number {
  return Number(
    new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: 'numeric' }).format(at),
  );
}

/** The state of a planned parcel: by the simulated journey from Curitiba to Belém, and what is reported beside it. */
function stateAt({ journey, daysAgo }: OrderPlan, now: Date): ShipmentState {
  const { service, posted, preparedDaysAgo, reports } = journey!;
  // Not posted in time: three business days later it is cancelled.
  if (posted === 'never') return daysAgo > 6 ? 'cancelled' : 'preparing';
  if (posted === 'alone') return 'posted';
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const businessDays = defaultTariffTable[service].farRegion.businessDays;
  const planned = planJourney({
    scenario: 'usual',
    boughtAt: ago(preparedDaysAgo),
    businessDays,
    from: 'PR',
    to: 'PA',
  });
  const events = [
    ...planned,
    ...reports.map(({ kind, daysAgo: reported }) => ({ kind, at: ago(reported), place: '', words: '' })),
  ];
  return stateOf(events.filter(({ at }) => at <= now));
}
