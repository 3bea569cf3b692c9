import { listCities } from '#contract/places/places.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { citiesNamed } from './cities.ts';

export const placeRoutes: Route[] = [
  route(listCities, async (ctx, call) => ({ items: await citiesNamed(ctx, call.query.query) })),
];
