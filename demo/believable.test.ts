import { describe, expect, test } from 'vitest';
import { leafCategories } from './categories.ts';
import { attributesOf } from './goods/attributes.ts';
import { dealsIn, sellsIn } from './goods/sellers.ts';
import { originOf } from './goods/origins.ts';
import { listings } from './listings.ts';
import { fixedPeople, people } from './people.ts';
import { sellerKinds } from './people/seller-kinds.ts';
import { photoKey } from './photos.ts';
import { createRandom } from './random.ts';
import type { SeedListing } from './types.ts';

const seed = 2026;
const market = listings(seed);
const categoryOf = ({ categorySlug }: SeedListing) =>
  leafCategories.find(({ slug }) => slug === categorySlug)!;
const sellerOf = ({ sellerUsername }: SeedListing) =>
  [...fixedPeople, ...people].find(({ username }) => username === sellerUsername)!;

describe('words', () => {
  test('say the same number of the same thing in title and description', () => {
    let compared = 0;
    for (const { title, description } of market) {
      const described = countsIn(description);
      for (const [noun, number] of countsIn(title)) {
        if (described.has(noun)) compared += 1;
        expect(described.get(noun) ?? number, `${title}: ${noun}`).toBe(number);
      }
    }
    expect(compared).toBeGreaterThanOrEqual(3);
  });

  test('fit the condition: new things have no past, used ones exist once', () => {
    for (const { attributes, description, stock, title } of market) {
      const { condicao } = attributes;
      if (condicao === 'Novo')
        expect(description, title).not.toMatch(/usei|marcas normais|uma ou outra marca/i);
      if (condicao !== undefined && condicao !== 'Novo') {
        expect(description, title).not.toMatch(/Novo, sem uso|Produto novo/);
        expect(stock, title).toBe(1);
      }
    }
  });

  test('of a gift card name what it is worth, and it costs a little less', () => {
    const cards = market.filter(
      ({ categorySlug, attributes }) => categorySlug.startsWith('gift-cards') && attributes.valor,
    );
    expect(cards.length).toBeGreaterThan(10);
    for (const { attributes, priceCents, title } of cards) {
      expect(title).toContain(`R$ ${attributes.valor}`);
      const share = priceCents / (Number(attributes.valor) * 100);
      expect(share > 0.85 && share <= 1, title).toBe(true);
    }
  });

  test('give the attributes that the title names', () => {
    for (const listing of market) {
      const row = [listing.title, 1, '', ''] as const;
      const known = { condition: 'Novo', color: 'navy', random: createRandom(1) } as const;
      const named = attributesOf(categoryOf(listing), row, known);
      for (const key of [
        'pecas',
        'numero',
        'litros',
        'tela_polegadas',
        'marchas',
        'armazenamento',
        'memoria',
      ])
        if (typeof named[key] === 'number' && new RegExp(`\\b${named[key]}\\b`).test(listing.title))
          expect(listing.attributes[key], `${listing.title}: ${key}`).toBe(named[key]);
    }
  });
});

describe('pictures', () => {
  test('are of one listing each', () => {
    const covers = market.map(({ drawings }) => photoKey(drawings[0]!));
    expect(new Set(covers).size).toBe(covers.length);
  });

  test('show as many things as the title counts', () => {
    let counted = 0;
    for (const { title, drawings } of market) {
      const { kind, variant } = drawings[0]!;
      const shown = shownThings[`${kind} ${variant}`];
      const named = countInTitle(title);
      if (shown !== undefined) expect(named ?? 1, title).toBe(shown);
      if (named !== null) expect(shown, title).toBe(named);
      counted += shown === undefined ? 0 : 1;
    }
    expect(counted).toBeGreaterThanOrEqual(25);
  });
});

describe('sellers', () => {
  test('are of a dozen kinds or more, and none sells more than a quarter', () => {
    const kinds = new Set(market.map((listing) => sellerOf(listing).kind));
    expect(kinds.size).toBeGreaterThanOrEqual(12);
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'bookshop',
        'gamer',
        'grandmother',
        'phoneRepairer',
        'musician',
        'secondHandClothes',
        'brandShop',
      ]),
    );
    for (const [username, own] of Map.groupBy(market, ({ sellerUsername }) => sellerUsername))
      expect(own.length, username).toBeLessThanOrEqual(market.length / 4);
  });

  test('sell what their profile says, shops only what is new, and who makes things what was made', () => {
    for (const listing of market) {
      const seller = sellerOf(listing);
      expect(sellsIn(seller, categoryOf(listing)), `${seller.username}: ${listing.title}`).toBe(true);
      const deals = sellerKinds[seller.kind!];
      const { condicao } = listing.attributes;
      if (deals === 'new' && condicao !== undefined) expect(condicao, listing.title).toBe('Novo');
      if (deals === 'new')
        expect(listing.description, listing.title).not.toMatch(/\b(?:usei|meu armário|minha sala)\b/i);
    }
    const maker = people.find(({ kind }) => kind === 'grandmother')!;
    const [chair] = leafCategories.filter(({ slug }) => slug === 'sofas-e-cadeiras');
    expect(dealsIn(maker, originOf(chair!, ['Sofá de 3 lugares', 1, 'sofa', 'Espuma firme.']))).toBe(false);
    expect(dealsIn(maker, originOf(chair!, ['Puff redondo', 1, 'sofa', 'Feito à mão.']))).toBe(true);
  });

  test('have something with several units for a first sale at the workbench', () => {
    const first = market.filter(
      ({ sellerUsername, status, deliveryType, stock, priceCents }) =>
        sellerUsername === 'helena_vende' &&
        status === 'published' &&
        deliveryType === 'manual' &&
        stock >= 5 &&
        priceCents >= 3_000 &&
        priceCents < 20_000,
    );
    expect(first.length).toBeGreaterThanOrEqual(4);
  });
});

/** How many of the main thing a picture shows, where it shows a countable few. */
const shownThings: Readonly<Record<string, number>> = {
  'knives 0': 1,
  'knives 2': 3,
  'pans 0': 2,
  'pans 1': 1,
  'pictureFrame 1': 2,
  'candlesticks 0': 2,
  'phoneCase 0': 2,
  'racket 1': 2,
  'trekkingPoles 0': 2,
  'dumbbell 0': 2,
  'dumbbell 1': 2,
  'book 0': 1,
  'book 1': 6,
  'book 2': 7,
  'book 3': 2,
  'comics 0': 1,
  'comics 2': 3,
  'vinyl 0': 1,
  'vinyl 2': 2,
  'router 2': 3,
  'plant 3': 3,
  'chair 0': 1,
  'toolbox 1': 5,
};

/** The few that a title counts: a pair, three knives, seven volumes; sets of many pieces show only some. */
function countInTitle(title: string): number | null {
  if (/^Par de|, par$/.test(title)) return 2;
  const named =
    /\b([2-7]) (?:facas|gravuras|raquetes|livros|volumes|gibis|álbuns|panel\w+|unidades|degraus)\b/.exec(
      title,
    ) ?? /\b([2-7]) peças\b|volumes 1 a ([2-7])|livros 1 e ([2-7])|kit com ([2-7])/.exec(title);
  return named ? Number(named.slice(1).find(Boolean)) : null;
}

const numberWords = [
  'zero',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
  'doze',
];
const numbers = new Map([
  ...numberWords.map((word, number) => [word, number] as const),
  ['uma', 1],
  ['duas', 2],
  ['vinte', 20],
]);

/** Noun → number, for each number that stands before a noun. */
function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, number = '', noun = ''] of text
    .toLowerCase()
    .matchAll(/(?<![\d.,"/])\b(\p{L}+|\d+) (\p{L}{4,}s)(?!\p{L})/gu)) {
    const known = numbers.get(number) ?? (/^\d+$/.test(number) ? Number(number) : null);
    if (known !== null && known > 1) counts.set(noun, known);
  }
  return counts;
}
