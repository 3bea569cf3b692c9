import { Client } from 'pg';
import { states } from '#domain/addresses/states.ts';
import { parseQuery } from '#server/listings/search/language/query.ts';
import { synonymsOf } from '#server/listings/search/synonyms.ts';
import type { Floors } from './servers.ts';

/** One line of the report. */
export interface LoadCase {
  name: string;
  floor: string;
  target: number;
  floorUrl: string;
  ourUrl: string;
  /** Requested in turn instead of the URL itself, so that no reply comes from a short-lived cache. */
  paths?: readonly string[];
  /** Requests compressed replies from our server, as every browser does; the floor's are small enough uncompressed. */
  compressed?: true;
  /** Each path is read once before the first sample, so that none of them pays for reading the disk. */
  readFirst?: true;
}

interface Places {
  postgresUrl: string;
  floors: Floors;
  ours: string;
  fresh: string;
}

const api = '/api/v1/public';

/** Every read case, with its floor and the project's target. */
export async function loadCasesOf(places: Places): Promise<LoadCase[]> {
  const words = await wordsOf(places.postgresUrl);
  return [
    ...listLines(places, words),
    ...placeLines(places, words),
    ...deliveryLines(places),
    ...searchLines(places, words),
    ...pageLines(places, words),
  ];
}

interface Words {
  /** Each in thousands of titles, the most frequent first. */
  head: string[];
  /** Each in some dozens of titles. */
  tail: string[];
  /** Each in 500 to 3,000 listings, titles and descriptions. */
  common: string[];
  /** A thousand from the whole market. */
  slugs: string[];
  /** IBGE's codes of sixty cities with listings, large and small. */
  cities: string[];
}

/** Whether a search for the term asks for nothing else: neither its synonyms nor another form of it. */
const isTyped = (term: string) => parseQuery(term).tsquery === `'${term}'` && synonymsOf(term).length === 0;

async function wordsOf(url: string): Promise<Words> {
  const client = new Client(url);
  await client.connect();
  const list = async (text: string) => (await client.query<{ it: string }>(text)).rows.map(({ it }) => it);
  const typed = async (text: string, most: number) => (await list(text)).filter(isTyped).slice(0, most);
  const words = {
    head: await typed(
      `select term as it from search_terms where term !~ '\\d' order by listings desc limit 300`,
      100,
    ),
    tail: await typed(
      `select term as it from search_terms where listings between 30 and 90 order by term desc limit 3000`,
      1_000,
    ),
    common: await typed(
      `select word as it from ts_stat($$select search from listings where state = 'published' and id % 50 = 0$$)
        join search_terms on term = word where word !~ '\\d'
        and ndoc * 50 between 500 and 3000 order by ndoc desc, word limit 3000`,
      3_000,
    ),
    slugs: await list(
      `select slug as it from listings where state = 'published'
        and id % (select greatest(1, count(*) / 1000) from listings) = 0 limit 1000`,
    ),
    cities: await list(
      `select city_id as it from listings where state = 'published' and city_id is not null
        group by 1 order by count(*) desc, 1 limit 60`,
    ),
  };
  await client.end();
  return words;
}

function listLines({ floors, ours }: Places, { slugs }: Words): LoadCase[] {
  const rows = { floor: 'Fastify + 24-row read', floorUrl: `${floors.app}/rows`, target: 0.5, ourUrl: ours };
  const leaves = Array.from({ length: 96 }, (_, index) => `categoria-${index + 1}`);
  return [
    { ...rows, name: 'results API, 24 items', ourUrl: `${ours}${api}/listings` },
    {
      ...rows,
      name: 'category API, 24 items',
      paths: leaves.map((leaf) => `${api}/listings?category=${leaf}`),
    },
    {
      ...rows,
      name: 'branch, cheapest first',
      paths: leaves
        .slice(0, 12)
        .map((_, index) => `${api}/listings?category=ramo-${index + 1}&sort=menor-preco`),
    },
    {
      ...rows,
      name: 'filters: price, delivery, brand',
      paths: leaves.map(
        (leaf, index) =>
          `${api}/listings?category=${leaf}&priceMin=${1_000 + 100 * index}&delivery=manual&attributes=marca%3DMarca%25202`,
      ),
    },
    {
      name: 'listing API',
      floor: 'Fastify + primary-key read',
      target: 0.5,
      floorUrl: `${floors.app}/row`,
      ourUrl: ours,
      paths: slugs.map((slug) => `${api}/listings/${slug}`),
    },
  ];
}

/** In turns with the same list without a place. */
function placeLines({ ours }: Places, { cities }: Words): LoadCase[] {
  const list = `${api}/listings`;
  const without = {
    floor: 'results API without a place',
    floorUrl: `${ours}${list}`,
    target: 0.9,
    ourUrl: ours,
    readFirst: true,
  } as const;
  return [
    { ...without, name: 'place: a state', paths: states.map((state) => `${list}?state=${state}`) },
    { ...without, name: 'place: a city', paths: cities.map((city) => `${list}?city=${city}`) },
    {
      ...without,
      name: 'place: up to 50 km from a city',
      paths: cities.map((city) => `${list}?city=${city}&radius=50`),
    },
    {
      ...without,
      name: 'place: up to 200 km, nearest first',
      paths: cities.map((city) => `${list}?city=${city}&radius=200&sort=mais-perto`),
    },
    {
      ...without,
      name: 'place: anywhere, nearest first',
      paths: cities.map((city) => `${list}?city=${city}&radius=any&sort=mais-perto`),
    },
  ];
}

/** In turns with the same list without a way of delivery. */
function deliveryLines({ ours }: Places): LoadCase[] {
  const list = `${api}/listings`;
  const without = {
    floor: 'results API without a delivery',
    floorUrl: `${ours}${list}`,
    target: 0.9,
    ourUrl: ours,
    readFirst: true,
  } as const;
  return [
    { ...without, name: 'delivery: shipping', paths: [`${list}?delivery=shipping`] },
    { ...without, name: 'delivery: free freight', paths: [`${list}?delivery=free_shipping`] },
    { ...without, name: 'delivery: pickup', paths: [`${list}?delivery=pickup`] },
    {
      ...without,
      name: 'delivery: free freight or pickup',
      paths: [`${list}?delivery=free_shipping,pickup`],
    },
    {
      ...without,
      name: 'delivery: pickup in a state',
      paths: states.map((state) => `${list}?delivery=pickup&state=${state}`),
    },
  ];
}

/** The URL path of a search, as a browser encodes it. */
function search(...words: (string | undefined)[]): string {
  return `${api}/listings?q=${words.map((word) => encodeURIComponent(word ?? '')).join('+')}`;
}

/** So many prices with so few different hits that each search is new to every cache. */
function priced(words: readonly string[]): string[] {
  const prices = Array.from({ length: 5_000 }, (_, index) => 100 + index);
  return prices.map((price, index) => `${search(words[index % words.length])}&priceMin=${price}`);
}

function searchLines({ floors, ours }: Places, { head, tail, common }: Words): LoadCase[] {
  const rare = {
    floor: 'Fastify + FTS of a rare word',
    floorUrl: `${floors.app}/rare-words`,
    target: 0.4,
    ourUrl: ours,
  };
  return [
    { ...rare, name: 'search, one head word', paths: head.map((word) => search(word)) },
    {
      ...rare,
      name: 'search, half head and half tail words',
      paths: tail.flatMap((word, index) => [search(word), search(head[index % head.length])]),
    },
    {
      ...rare,
      name: 'search, two words: head and tail',
      paths: tail.map((word, index) => search(head[index % head.length], word)),
    },
    {
      ...rare,
      name: 'search, two head words',
      paths: head
        .slice(0, 40)
        .flatMap((word, index) => head.slice(index + 1, index + 20).map((other) => search(word, other))),
    },
    { ...rare, name: 'search, word of 500 to 3,000 hits', paths: common.map((word) => search(word)) },
    { ...rare, name: 'search, the same and a price, never twice', paths: priced(common) },
    {
      ...rare,
      name: 'search, misspelt word',
      paths: head.slice(0, 60).map((word) => search(`${word.slice(0, 2)}${word.slice(3)}`)),
    },
    {
      ...rare,
      name: 'suggestions while typing',
      paths: tail
        .slice(0, 200)
        .flatMap((word) =>
          [2, 3, 4, 5].map((length) => `${api}/suggestions?q=${encodeURIComponent(word.slice(0, length))}`),
        ),
    },
  ];
}

function pageLines({ floors, ours, fresh }: Places, { slugs, common }: Words): LoadCase[] {
  const react = { floor: 'React renderToString over HTTP', target: 0.6, floorUrl: `${floors.app}/react` };
  const raw = { floor: 'raw node:http, 30 KB', target: 0.7, floorUrl: floors.raw };
  return [
    { ...react, name: 'results page, fresh', ourUrl: `${fresh}/anuncios` },
    {
      ...react,
      name: 'results page, cold: word and price, never twice',
      ourUrl: fresh,
      paths: priced(common).map((path) =>
        path.replace(`${api}/listings`, '/anuncios').replace(/priceMin=(\d+)(\d\d)$/, 'precoMin=$1,$2'),
      ),
    },
    { ...react, name: 'listing page, fresh', ourUrl: `${fresh}/anuncio/${slugs[0]}` },
    { ...raw, name: 'results page, cached', ourUrl: `${ours}/anuncios`, compressed: true },
    { ...raw, name: 'results page, cached, uncompressed', ourUrl: `${ours}/anuncios` },
    { ...raw, name: 'listing page, cached', ourUrl: `${ours}/anuncio/${slugs[0]}`, compressed: true },
    { ...raw, name: 'listing page, cached, uncompressed', ourUrl: `${ours}/anuncio/${slugs[0]}` },
  ];
}
