import type { State } from '#domain/addresses/states.ts';
import type { Cents } from '#domain/money.ts';
import { chargedSize } from './packages.ts';
import type { Parcel, ParcelLimits } from './packages.ts';
import { fits, tableServiceNames } from './services.ts';
import type { TableServiceCode } from './services.ts';
import { zoneOf } from './zones.ts';
import type { Zone } from './zones.ts';

/** Where a price comes from (S04): the own table, Melhor Envio or the simulator. */
export const quoteSources = ['table', 'melhor_envio', 'simulator'] as const;
export type QuoteSource = (typeof quoteSources)[number];

/** What a service asks for a parcel, and its days of transport. */
export interface Quote {
  source: QuoteSource;
  /** The service's code at its source. */
  service: string;
  carrier: string;
  serviceName: string;
  priceCents: Cents;
  /** From the posting to the delivery. */
  businessDays: number;
}

/** The heaviest parcel of each weight band, in grams; above the last one each started kilogram has a price. */
export const weightBands = { g300: 300, kg1: 1_000, kg2: 2_000, kg5: 5_000, kg10: 10_000 } as const;
export type WeightBand = keyof typeof weightBands;

/** The prices of a service in a zone, and its business days of transport. */
export interface Tariff extends Record<WeightBand, Cents> {
  /** For each started kilogram above 10 kg. */
  extraKgCents: Cents;
  businessDays: number;
}

export type TariffTable = Readonly<Record<TableServiceCode, Readonly<Record<Zone, Tariff>>>>;

/** The parts of the settings that a quote by the own table needs. */
export interface TableRules {
  services: readonly TableServiceCode[];
  limits: Readonly<Record<TableServiceCode, ParcelLimits>>;
  table: TariffTable;
}

/** Cubic centimetres of a kilogram, and the cubic weight up to which only the real weight counts (Correios). */
const cubicDivisor = 6_000;
const cubicFreeGrams = 5_000;

/**
 * The weight that is charged, in grams: the real one, or the cubic weight (length × width × height in cm ÷ 6000, in
 * kilograms) where that is larger and above 5 kg (Correios, «Peso cúbico»).
 */
export function chargedGrams(parcel: Parcel, limits: ParcelLimits): number {
  const { weightGrams, lengthCm, widthCm, heightCm } = chargedSize(parcel, limits);
  const cubicGrams = Math.ceil((lengthCm * widthCm * heightCm * 1_000) / cubicDivisor);
  return cubicGrams > cubicFreeGrams ? Math.max(weightGrams, cubicGrams) : weightGrams;
}

/** The price of a charged weight in a zone. */
export function priceOf(tariff: Tariff, grams: number): Cents {
  for (const [band, max] of Object.entries(weightBands)) if (grams <= max) return tariff[band as WeightBand];
  return tariff.kg10 + Math.ceil((grams - weightBands.kg10) / 1_000) * tariff.extraKgCents;
}

/** Quotes of the own table: every open service that takes the parcel, cheapest first (S04). */
export function tableQuotes(from: State, to: State, parcel: Parcel, rules: TableRules): Quote[] {
  const zone = zoneOf(from, to);
  return rules.services
    .filter((code) => fits({ limits: rules.limits[code] }, parcel))
    .map((code): Quote => {
      const tariff = rules.table[code][zone];
      const { carrier, name } = tableServiceNames[code];
      return {
        source: 'table',
        service: code,
        carrier,
        serviceName: name,
        priceCents: priceOf(tariff, chargedGrams(parcel, rules.limits[code])),
        businessDays: tariff.businessDays,
      };
    })
    .toSorted(byPriceAndDays);
}

/** The order of quotes: price, then days, then name. */
export function byPriceAndDays(one: Quote, other: Quote): number {
  return (
    one.priceCents - other.priceCents ||
    one.businessDays - other.businessDays ||
    (one.serviceName < other.serviceName ? -1 : 1)
  );
}

const tariff = (
  [g300, kg1, kg2, kg5, kg10]: readonly [number, number, number, number, number],
  extraKgCents: number,
  businessDays: number,
): Tariff => ({ g300, kg1, kg2, kg5, kg10, extraKgCents, businessDays });

/** Close to the prices over the counter in 2026. Staff replace them by those of their contract. */
export const defaultTariffTable: TariffTable = {
  pac: {
    sameState: tariff([1_990, 2_290, 2_590, 3_290, 4_690], 390, 5),
    sameRegion: tariff([2_490, 2_890, 3_390, 4_690, 7_190], 590, 6),
    neighbouringRegion: tariff([2_990, 3_590, 4_390, 6_790, 10_990], 890, 8),
    farRegion: tariff([3_590, 4_490, 5_890, 9_990, 16_990], 1_490, 11),
  },
  sedex: {
    sameState: tariff([2_190, 2_590, 2_990, 3_990, 5_890], 490, 2),
    sameRegion: tariff([3_290, 3_990, 4_890, 7_290, 11_590], 1_090, 3),
    neighbouringRegion: tariff([4_690, 5_790, 7_290, 11_490, 18_990], 1_690, 4),
    farRegion: tariff([6_490, 8_290, 10_890, 17_990, 29_990], 2_690, 5),
  },
};
