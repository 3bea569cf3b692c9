import { radiiKm } from '#domain/places/places.ts';
import { ownBrowser } from '#web/ui/storage/own-storage.ts';
import type { Radius } from './results-query.ts';

const key = 'lugar';

/** The city of the last results by place, by IBGE's code, and the distance around it. */
export interface RememberedPlace {
  city: number;
  radius: Radius | null;
}

/** The place stored in this browser for this person. */
export function readRememberedPlace(): RememberedPlace | null {
  try {
    const stored = JSON.parse(ownBrowser.read(key) ?? 'null') as Partial<RememberedPlace> | null;
    const radii: readonly unknown[] = [...radiiKm, 'any', null];
    return stored && Number.isSafeInteger(stored.city) && radii.includes(stored.radius)
      ? (stored as RememberedPlace)
      : null;
  } catch {
    // The stored text is no JSON: treated as nothing.
    return null;
  }
}

export function rememberPlace({ city, radius }: RememberedPlace): void {
  ownBrowser.write(key, JSON.stringify({ city, radius }));
}
