import { describe, expect, test } from 'vitest';
import { states } from '#domain/addresses/states.ts';
import type { Parcel } from './packages.ts';
import { defaultShippingRules } from './settings.ts';
import {
  byPriceAndDays,
  chargedGrams,
  defaultTariffTable,
  priceOf,
  tableQuotes,
  weightBands,
} from './tariffs.ts';
import { correiosLimits } from './services.ts';
import { zoneOf, zones } from './zones.ts';

const rules = defaultShippingRules;
const book: Parcel = { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 };

describe('the zone of two states (S04)', () => {
  test.each([
    ['PR', 'PR', 'sameState'],
    ['PR', 'RS', 'sameRegion'],
    ['PR', 'SP', 'neighbouringRegion'],
    ['PR', 'MS', 'neighbouringRegion'],
    ['PR', 'PA', 'farRegion'],
    ['SP', 'AM', 'farRegion'],
    ['BA', 'MG', 'neighbouringRegion'],
    ['RS', 'BA', 'farRegion'],
  ] as const)('%s and %s: %s', (from, to, zone) => {
    expect(zoneOf(from, to)).toBe(zone);
    expect(zoneOf(to, from)).toBe(zone);
  });

  test('exists for every pair', () => {
    for (const from of states) for (const to of states) expect(zones).toContain(zoneOf(from, to));
  });
});

const box = (side: number, weightGrams = 1_000): Parcel => ({
  weightGrams,
  lengthCm: side,
  widthCm: side,
  heightCm: side,
});

describe('the charged weight (S04)', () => {
  test('is the real one up to 5 kg of cubic weight, and the larger one above', () => {
    // 31³ ÷ 6000 = 4.97 kg; 32³ ÷ 6000 = 5.46 kg.
    expect(chargedGrams(box(31), correiosLimits)).toBe(1_000);
    expect(chargedGrams(box(32), correiosLimits)).toBe(5_462);
    expect(chargedGrams(box(32, 8_000), correiosLimits)).toBe(8_000);
  });

  test('falls into its band, and each started kilogram above 10 kg costs more', () => {
    const tariff = defaultTariffTable.pac.sameState;
    for (const [band, max] of Object.entries(weightBands))
      expect(priceOf(tariff, max)).toBe(tariff[band as keyof typeof weightBands]);
    expect(priceOf(tariff, 301)).toBe(tariff.kg1);
    expect(priceOf(tariff, 10_001)).toBe(tariff.kg10 + tariff.extraKgCents);
    expect(priceOf(tariff, 11_000)).toBe(tariff.kg10 + tariff.extraKgCents);
    expect(priceOf(tariff, 11_001)).toBe(tariff.kg10 + 2 * tariff.extraKgCents);
  });
});

describe('quotes of the own table (S04)', () => {
  test('name service, price and days, cheapest first', () => {
    expect(tableQuotes('PR', 'PA', book, rules)).toEqual([
      {
        source: 'table',
        service: 'pac',
        carrier: 'Correios',
        serviceName: 'PAC',
        priceCents: 4_490,
        businessDays: 11,
      },
      {
        source: 'table',
        service: 'sedex',
        carrier: 'Correios',
        serviceName: 'SEDEX',
        priceCents: 8_290,
        businessDays: 5,
      },
    ]);
  });

  test('have the order of price, then days', () => {
    const [pac, sedex] = tableQuotes('PR', 'PA', book, rules);
    expect([{ ...pac!, priceCents: 8_290 }, sedex!].toSorted(byPriceAndDays)[0]).toEqual(sedex);
  });

  test('leave out services that are closed or do not take the parcel', () => {
    expect(tableQuotes('PR', 'PA', book, { ...rules, services: ['sedex'] })).toHaveLength(1);
    const limits = { ...rules.limits, pac: { ...rules.limits.pac, maxGrams: 400 } };
    expect(tableQuotes('PR', 'PA', book, { ...rules, limits }).map(({ service }) => service)).toEqual([
      'sedex',
    ]);
    expect(tableQuotes('PR', 'PA', { ...book, weightGrams: 30_001 }, rules)).toEqual([]);
  });

  test('cost more the heavier and the farther, and SEDEX is faster and not cheaper', () => {
    for (const code of ['pac', 'sedex'] as const)
      for (const [index, zone] of zones.entries()) {
        const tariff = defaultTariffTable[code][zone];
        const prices = Object.keys(weightBands).map((band) => tariff[band as keyof typeof weightBands]);
        expect(prices).toEqual(prices.toSorted((one, other) => one - other));
        const farther = zones[index + 1];
        if (farther)
          for (const band of Object.keys(weightBands) as (keyof typeof weightBands)[])
            expect(defaultTariffTable[code][farther][band]).toBeGreaterThan(tariff[band]);
        expect(defaultTariffTable.sedex[zone].businessDays).toBeLessThan(
          defaultTariffTable.pac[zone].businessDays,
        );
      }
  });

  test('take far less than 10 ms', () => {
    const startedAt = performance.now();
    for (let each = 0; each < 10_000; each++)
      tableQuotes(states[each % states.length]!, 'PA', { ...book, weightGrams: each + 1 }, rules);
    expect((performance.now() - startedAt) / 10_000).toBeLessThan(1);
  });
});
