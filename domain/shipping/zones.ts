import type { State } from '#domain/addresses/states.ts';

/** How far two states are from each other in the price table, nearest first. */
export const zones = ['sameState', 'sameRegion', 'neighbouringRegion', 'farRegion'] as const;
export type Zone = (typeof zones)[number];

export const zoneNames: Readonly<Record<Zone, string>> = {
  sameState: 'mesmo estado',
  sameRegion: 'mesma região',
  neighbouringRegion: 'região vizinha',
  farRegion: 'região distante',
};

/** The five regions of the IBGE. */
type Region = 'north' | 'northeast' | 'centralWest' | 'southeast' | 'south';

const regions: Readonly<Record<Region, readonly State[]>> = {
  north: ['AC', 'AP', 'AM', 'PA', 'RO', 'RR', 'TO'],
  northeast: ['AL', 'BA', 'CE', 'MA', 'PB', 'PE', 'PI', 'RN', 'SE'],
  centralWest: ['DF', 'GO', 'MT', 'MS'],
  southeast: ['ES', 'MG', 'RJ', 'SP'],
  south: ['PR', 'RS', 'SC'],
};

/** Regions that share a border. */
const neighbours: Readonly<Record<Region, readonly Region[]>> = {
  north: ['northeast', 'centralWest'],
  northeast: ['north', 'centralWest', 'southeast'],
  centralWest: ['north', 'northeast', 'southeast', 'south'],
  southeast: ['northeast', 'centralWest', 'south'],
  south: ['centralWest', 'southeast'],
};

const regionOfState = new Map(
  Object.entries(regions).flatMap(([region, all]) => all.map((state) => [state, region as Region] as const)),
);

/** The zone of a pair of states; the order does not matter. */
export function zoneOf(from: State, to: State): Zone {
  if (from === to) return 'sameState';
  const [one, other] = [regionOfState.get(from)!, regionOfState.get(to)!];
  if (one === other) return 'sameRegion';
  return neighbours[one].includes(other) ? 'neighbouringRegion' : 'farRegion';
}
