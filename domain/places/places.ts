import type { State } from '#domain/addresses/states.ts';

/** A municipality; `id` is IBGE's code of seven digits. */
export interface City {
  id: number;
  name: string;
  state: State;
}

/** Degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** The distances from a city that results can be limited to, in kilometres (S13). */
export const radiiKm = [25, 50, 100, 200] as const;
export type RadiusKm = (typeof radiiKm)[number];

/** «Belém, PA». */
export function cityLabel({ name, state }: Pick<City, 'name' | 'state'>): string {
  return `${name}, ${state}`;
}

const earthRadiusKm = 6371;

/** The great-circle distance between two points in kilometres, by the haversine formula. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const latitudes = [from.latitude, to.latitude].map(radians) as [number, number];
  const north = (latitudes[1] - latitudes[0]) / 2;
  const east = radians(to.longitude - from.longitude) / 2;
  const chord = Math.sin(north) ** 2 + Math.cos(latitudes[0]) * Math.cos(latitudes[1]) * Math.sin(east) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
