import { useEffect, useState } from 'react';
import { listCities } from '#contract/places/places.ts';
import type { City } from '#domain/places/places.ts';
import { api, ApiError } from '#web/api/api.ts';
import { placeLabel } from './applied-filters.ts';
import { readRememberedPlace, rememberPlace } from './remembered-place.ts';
import type { RememberedPlace } from './remembered-place.ts';
import type { ResultsFilters } from './results-query.ts';

/** Remembers the place of these results, and offers the remembered one where they have none. */
export function useRememberedPlace({ state, city, radius }: ResultsFilters) {
  const [offer, setOffer] = useState<{ place: RememberedPlace; name: City } | null>(null);
  useEffect(() => {
    if (city !== null) rememberPlace({ city, radius });
  }, [city, radius]);
  const isAnywhere = state === null && city === null;
  useEffect(() => {
    const place = isAnywhere ? readRememberedPlace() : null;
    if (!place) return;
    let current = true;
    void nameOf(place.city).then((name) => current && setOffer(name && { place, name }));
    return () => {
      current = false;
    };
  }, [isAnywhere]);
  if (!isAnywhere || !offer) return null;
  const { place, name } = offer;
  return { label: placeLabel(name, place.radius), more: { city: place.city, radius: place.radius } };
}

async function nameOf(city: number): Promise<City | null> {
  try {
    const { items } = await api(listCities, { query: { query: String(city) }, interactive: false });
    return items[0] ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
