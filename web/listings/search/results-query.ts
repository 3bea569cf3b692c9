import type { QueryInput } from '#contract/endpoint.ts';
import type { ListingSort, SearchedDelivery, searchListings, StarStep } from '#contract/listings/listings.ts';
import { listingSorts, searchedDeliveries, starSteps } from '#contract/listings/listings.ts';
import { isState } from '#domain/addresses/states.ts';
import type { State } from '#domain/addresses/states.ts';
import { radiiKm } from '#domain/places/places.ts';
import type { RadiusKm } from '#domain/places/places.ts';
import { formatPlainCents, parseTypedReais } from '#web/ui/data/formats.ts';

export const batchSize = 24;
/** Maximum number of batches loaded at once (the API returns at most 96 rows); «Carregar mais» continues from there. */
const maxInitialBatches = 4;

/** The search state in the address of `/anuncios`. Defaults are omitted and unknown values ignored (design §4.8). */
export interface ResultsFilters {
  searchText: string;
  category: string;
  minCents: number | null;
  maxCents: number | null;
  /** Any of these ways of delivery, in the address as `entrega=envio&entrega=retirada`. */
  delivery: readonly SearchedDelivery[];
  /** Only sellers whose document a bank verified: `vendedor=verificado`. */
  verified: boolean;
  /** The seller's score, in tenths of a star: `avaliacao=4.5`. */
  stars: StarStep | null;
  /** The state they are sent from: `estado=PR`. */
  state: State | null;
  /** IBGE's code of a city: `cidade=4106902`. */
  city: number | null;
  /** How far from the city, `km=50`, or `km=todos` for any distance; null: in the city. */
  radius: Radius | null;
  /** The chosen values of the category's attributes, in the address as `atr.marca=Dell&atr.marca=HP`. */
  attributes: Record<string, readonly string[]>;
  sort: ListingSort;
  page: number;
}

/** Kilometres around a city. */
export type Radius = RadiusKm | 'any';

export const noFilters: ResultsFilters = {
  searchText: '',
  category: '',
  minCents: null,
  maxCents: null,
  delivery: [],
  verified: false,
  stars: null,
  state: null,
  city: null,
  radius: null,
  attributes: {},
  sort: 'relevancia',
  page: 1,
};

const deliveryKeys: Record<SearchedDelivery, string> = {
  automatic: 'na-hora',
  manual: 'combinada',
  shipping: 'envio',
  free_shipping: 'frete-gratis',
  pickup: 'retirada',
};

/** Reads the address. */
export function readFilters(search: URLSearchParams): ResultsFilters {
  const page = Number(search.get('pagina') ?? 1);
  const city = /^[1-9]\d{6}$/.exec(search.get('cidade') ?? '')?.[0];
  const state = search.get('estado') ?? '';
  const bounds = [readReais(search.get('precoMin')), readReais(search.get('precoMax'))] as const;
  // Reversed bounds are swapped.
  const [minCents, maxCents] = (bounds[0] ?? 0) > (bounds[1] ?? Infinity) ? bounds.toReversed() : bounds;
  return withPossibleSort({
    searchText: (search.get('q') ?? '').trim().slice(0, 120),
    category: (search.get('categoria') ?? '').slice(0, 60),
    minCents: minCents ?? null,
    maxCents: maxCents ?? null,
    delivery: readDeliveries(search),
    verified: search.get('vendedor') === verifiedKey,
    stars: starSteps.find((step) => starsKey(step) === search.get('avaliacao')?.replace(',', '.')) ?? null,
    state: isState(state) ? state : null,
    city: city === undefined ? null : Number(city),
    radius: city === undefined ? null : radiusOf(search.get('km')),
    // Without a category attributes have no meaning, and the server ignores them too.
    attributes: search.get('categoria') ? readAttributes(search) : {},
    sort: listingSorts.find((sort) => sort === search.get('ordem')) ?? noFilters.sort,
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  });
}

/** Writes the address: `/anuncios?q=headset&precoMax=500`. */
export function resultsPath(filters: Partial<ResultsFilters>): string {
  const search = new URLSearchParams(resultsFields(filters));
  return search.size > 0 ? `/anuncios?${search}` : '/anuncios';
}

/** The same values as form fields, for hidden inputs. */
export function resultsFields(filters: Partial<ResultsFilters>): [name: string, value: string][] {
  const all = withPossibleSort({ ...noFilters, ...filters });
  const { searchText, category, minCents, maxCents, delivery, verified, stars, attributes, sort, page } = all;
  const { state, city, radius } = all;
  const single = {
    ...(searchText && { q: searchText }),
    ...(category && { categoria: category }),
    ...(minCents !== null && { precoMin: writeReais(minCents) }),
    ...(maxCents !== null && { precoMax: writeReais(maxCents) }),
    ...(stars && { avaliacao: starsKey(stars) }),
    ...(verified && { vendedor: verifiedKey }),
    ...(state && { estado: state }),
    ...(city !== null && { cidade: String(city) }),
    ...(city !== null && radius !== null && { km: radiusKey(radius) }),
    ...(sort !== noFilters.sort && { ordem: sort }),
    ...(page > 1 && { pagina: String(page) }),
  };
  const deliveries = delivery.map((each): [string, string] => ['entrega', deliveryKeys[each]]);
  const chosen = Object.entries(attributes).flatMap(([key, values]) =>
    values.map((value): [string, string] => [attributeField(key), value]),
  );
  return [...Object.entries(single), ...deliveries, ...chosen];
}

/** The field of an attribute in the address and in forms. */
export function attributeField(key: string): string {
  return `atr.${key}`;
}

function readAttributes(search: URLSearchParams): Record<string, readonly string[]> {
  const chosen: Record<string, string[]> = {};
  for (const [name, value] of search)
    if (name.startsWith('atr.') && value !== '') (chosen[name.slice(4)] ??= []).push(value.slice(0, 60));
  return chosen;
}

/** The API query: the whole list up to the current page, or the batch after a cursor. */
export function searchQuery(filters: ResultsFilters, after?: string): QueryInput<typeof searchListings> {
  const attributes = new URLSearchParams(
    Object.entries(filters.attributes).flatMap(([key, values]) => values.map((value) => [key, value])),
  );
  return {
    ...(filters.searchText && { q: filters.searchText }),
    ...(filters.category && { category: filters.category }),
    ...(filters.minCents !== null && { priceMin: String(filters.minCents) }),
    ...(filters.maxCents !== null && { priceMax: String(filters.maxCents) }),
    ...(filters.delivery.length > 0 && { delivery: filters.delivery.join(',') }),
    ...(filters.verified && { verified: 'true' as const }),
    ...(filters.stars && { stars: `${filters.stars}` as const }),
    ...(filters.state && { state: filters.state }),
    ...(filters.city !== null && { city: String(filters.city) }),
    ...(filters.radius !== null && { radius: `${filters.radius}` as const }),
    ...(attributes.size > 0 && { attributes: String(attributes).slice(0, 600) }),
    sort: filters.sort,
    ...(after && { after }),
    limit: String(after ? batchSize : batchSize * Math.min(filters.page, maxInitialBatches)),
  };
}

/** Key of a search regardless of its page: two addresses with the same key show one list. */
export function searchKey(filters: ResultsFilters): string {
  return resultsPath({ ...filters, page: 1 });
}

export const verifiedKey = 'verificado';

/** `45` → «4.5», `40` → «4». */
export function starsKey(stars: StarStep): string {
  return String(stars / 10);
}

/** Whether the results have different distances: around a city, not in it. */
export function hasDistances({ city, radius }: Pick<ResultsFilters, 'city' | 'radius'>): boolean {
  return city !== null && radius !== null;
}

function withPossibleSort(filters: ResultsFilters): ResultsFilters {
  const isPossible = filters.sort !== 'mais-perto' || hasDistances(filters);
  return isPossible ? filters : { ...filters, sort: noFilters.sort };
}

/** The field of a typed city or postal code in the form without JavaScript; the page finds the city. */
export const typedPlaceField = 'local';

const anyRadiusKey = 'todos';

/** `50` → «50», any → «todos». */
export function radiusKey(radius: Radius): string {
  return radius === 'any' ? anyRadiusKey : String(radius);
}

function radiusOf(key: string | null): Radius | null {
  return key === anyRadiusKey ? 'any' : (radiiKm.find((km) => String(km) === key) ?? null);
}

export function deliveryKey(delivery: SearchedDelivery): string {
  return deliveryKeys[delivery];
}

/** Each once, in the order of the page. */
function readDeliveries(search: URLSearchParams): SearchedDelivery[] {
  const keys = search.getAll('entrega');
  return searchedDeliveries.filter((delivery) => keys.includes(deliveryKeys[delivery]));
}

/** «50», «1.249,90», «1249.90»; an invalid amount is no filter. */
export function readReais(text: string | null): number | null {
  const cents = text ? parseTypedReais(text) : null;
  return cents !== null && cents > 0 && cents < 10_000_000_000 ? cents : null;
}

/** `5000` → «50», `5050` → «50,50»: without unnecessary decimals. */
export function writeReais(cents: number): string {
  return formatPlainCents(cents).replaceAll('.', '').replace(/,00$/, '');
}
