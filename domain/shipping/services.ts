import { sortSides } from './packages.ts';
import type { Parcel, ParcelLimits } from './packages.ts';

/** The services of the own table, by the code that quotes and orders carry. */
export const tableServiceCodes = ['pac', 'sedex'] as const;
export type TableServiceCode = (typeof tableServiceCodes)[number];

/** A service of a carrier (S02). */
export interface CarrierService {
  code: string;
  carrier: string;
  /** As people know it: «PAC». */
  name: string;
  limits: ParcelLimits;
}

/** The names of the table's services; their limits and prices are settings. */
export const tableServiceNames: Readonly<Record<TableServiceCode, { carrier: string; name: string }>> = {
  pac: { carrier: 'Correios', name: 'PAC' },
  sedex: { carrier: 'Correios', name: 'SEDEX' },
};

/** Correios PAC and SEDEX, packages and boxes (correios.com.br, «Limites de dimensões e peso», November 2026). */
export const correiosLimits: ParcelLimits = {
  maxGrams: 30_000,
  length: { min: 16, max: 105 },
  width: { min: 11, max: 105 },
  height: { min: 2, max: 105 },
  maxSumCm: 200,
};

/** Whether the service takes the parcel. It may be smaller than the minimum, as it then counts as the minimum. */
export function fits({ limits }: Pick<CarrierService, 'limits'>, parcel: Parcel): boolean {
  const { weightGrams, lengthCm, widthCm, heightCm } = sortSides(parcel);
  return (
    weightGrams > 0 &&
    weightGrams <= limits.maxGrams &&
    lengthCm <= limits.length.max &&
    widthCm <= limits.width.max &&
    heightCm <= limits.height.max &&
    lengthCm + widthCm + heightCm <= limits.maxSumCm
  );
}
