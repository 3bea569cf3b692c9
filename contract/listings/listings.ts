import * as z from 'zod/mini';
import { plans } from '#domain/listings/listings.ts';
import { deliveryDataAsks } from '#domain/orders/delivery-data.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { states } from '#domain/addresses/states.ts';
import { business } from '#contract/accounts/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { publicQuestion } from '#contract/community/questions.ts';
import { city, cityText, radiusText, stateText } from '#contract/places/places.ts';
import { publicShipping } from './content.ts';
import { emptyReply, idList, idText, instant, nullableInstant } from '#contract/fields.ts';

/** The facts of a card, the same everywhere (design §2.2). `cover` is an image key or null (tiles). */
export const listingCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  priceCents: z.int(),
  cover: z.nullable(z.string()),
  seller: z.string(),
  /** The identity is verified by a document (N2, §4.14). */
  sellerVerified: z.boolean(),
  /** As seller, in hundredths of a star (§4.13), and how many ratings it comes of; null without any. */
  sellerScore: z.nullable(z.int()),
  sellerRatings: z.int(),
  deliveryType: z.enum(deliveryTypes),
  promisedHours: z.int(),
  /** The buyer may pick it up instead of having it shipped (S01). */
  alsoPickup: z.boolean(),
  /** It is shipped and the seller pays the freight (S02). */
  freeShipping: z.boolean(),
  plan: z.enum(plans),
  stock: z.int(),
  /** Where it is sent from: «Curitiba, PR» (S13). */
  city: z.nullable(z.string()),
});
export type ListingCard = z.infer<typeof listingCard>;

/** The values of the delivery filter (S13), in the order of the page. A listing may have several. */
export const searchedDeliveries = ['automatic', 'manual', 'shipping', 'free_shipping', 'pickup'] as const;
export type SearchedDelivery = (typeof searchedDeliveries)[number];

/** Some of them: `shipping,pickup`, each once and in their order. */
const deliveriesText = z.pipe(
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^(?:${searchedDeliveries.join('|')})(?:,(?:${searchedDeliveries.join('|')})){0,4}$`),
        `Escolha entre ${searchedDeliveries.join(', ')}, com vírgulas entre eles.`,
      ),
    ),
  z.transform((text: string) => {
    const asked = text.split(',');
    return searchedDeliveries.filter((each) => asked.includes(each));
  }),
);

export const listingSorts = [
  'relevancia',
  'novos',
  'menor-preco',
  'maior-preco',
  'mais-vendidos',
  'mais-perto',
] as const;
export type ListingSort = (typeof listingSorts)[number];

const centsText = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/, 'Informe o valor em centavos inteiros.')),
  z.transform(Number),
);

/** Where the price choices of the filters begin, in cents. */
export const priceSteps = [0, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000] as const;

/** The minimum seller score of a filter, in tenths of a star, rounded as on cards: 4,45 counts as 4,5. */
export const starSteps = [45, 40] as const;
export type StarStep = (typeof starSteps)[number];

/** The chosen values of a category's attributes: `marca=Dell&marca=HP&condicao=Novo`, form-encoded. */
const chosenAttributes = z.pipe(
  z.string().check(z.maxLength(600, 'São filtros demais.')),
  z.transform((text) => {
    // Without a prototype: `__proto__` is a name like any other.
    const chosen = Object.create(null) as Record<string, string[]>;
    for (const [key, value] of new URLSearchParams(text)) chosen[key] = [...(chosen[key] ?? []), value];
    return chosen;
  }),
);

export const searchListings = endpoint({
  method: 'GET',
  path: '/public/listings',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Listings on sale: full text in Portuguese, category, price, delivery, sort; keyset pages.',
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(120, 'Use até 120 letras na busca.'))),
    category: z.optional(z.string().check(z.maxLength(60))),
    seller: z.optional(z.string().check(z.maxLength(20))),
    priceMin: z.optional(centsText),
    priceMax: z.optional(centsText),
    /**
     * Delivered in one of these ways, separated by commas (S13): `manual` by the seller within the promised hours,
     * `shipping` by a carrier, `free_shipping` by one whom the seller pays, `pickup` also what may be shipped instead.
     * With `free_shipping` beside it, `shipping` adds nothing.
     */
    delivery: z.optional(deliveriesText),
    /** Only of sellers whose document a bank proved (ADR 0079). */
    verified: z.optional(z.literal('true', 'Use true, ou deixe de fora.')),
    /** Only of sellers with this score or more, in tenths of a star. */
    stars: z.optional(
      z.pipe(
        z.enum(['45', '40'], 'Escolha 40 ou 45.'),
        z.transform((text): StarStep => (text === '45' ? 45 : 40)),
      ),
    ),
    /** Only of cities of this state (S13). */
    state: z.optional(stateText),
    /** Only of this city, or with `radius` of those around it; `mais-perto` needs it. */
    city: z.optional(cityText),
    radius: z.optional(radiusText),
    /** Any of the values of each attribute; only those of the category, and only filterable ones, count. */
    attributes: z.optional(chosenAttributes),
    sort: z.optional(z.enum(listingSorts, 'Esta ordem não existe.')),
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'Use de 1 a 96.')), z.transform(Number))),
  }),
  reply: z.object({
    /** With how far their city is from the chosen one, in a straight line. */
    items: z.array(z.extend(listingCard, { distanceKm: z.nullable(z.int()) })),
    /** The chosen city. */
    city: z.nullable(city),
    /** Exact up to 2 000 and for whole categories; above that an estimate and `totalIsExact` false. */
    total: z.int(),
    totalIsExact: z.boolean(),
    next: z.nullable(z.string()),
    /** Set when the query found nothing and a similar spelling did. */
    correctedTo: z.nullable(z.string()),
    /** When words find nothing: where such things are sold, and searches that find something. */
    near: z.object({
      category: z.nullable(z.object({ slug: z.string(), name: z.string() })),
      searches: z.array(z.object({ words: z.string(), total: z.int(), totalIsExact: z.boolean() })),
    }),
    facets: z.object({
      categories: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
      /** Each way of delivery, alone and under the other filters, whichever are chosen. */
      deliveries: z.array(z.object({ delivery: z.enum(searchedDeliveries), count: z.int() })),
      verified: z.int(),
      /** Of sellers with so many tenths of a star or more, the most first. */
      stars: z.array(z.object({ least: z.int(), count: z.int() })),
      /** Of every state, whichever place is chosen. */
      states: z.array(z.object({ state: z.enum(states), count: z.int() })),
      /** From `minCents` to below `maxCents`; the last has no end. */
      prices: z.array(z.object({ minCents: z.int(), maxCents: z.nullable(z.int()), count: z.int() })),
      /** The filterable attributes of the chosen category. */
      attributes: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          options: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
        }),
      ),
    }),
  }),
});

export const listPromotedListings = endpoint({
  method: 'GET',
  path: '/public/promoted-listings',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Listings of the highest plan for the home page, at most ten, in rotation.',
  reply: z.object({ items: z.array(listingCard) }),
});

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/public/suggestions',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Suggestions while a search is typed: categories, and words from titles on sale, at most eight.',
  query: z.strictObject({ q: z.string().check(z.maxLength(120, 'Use até 120 letras na busca.')) }),
  reply: z.object({
    items: z.array(
      z.object({
        words: z.string(),
        /** The slug, when it is a category and not a search. */
        category: z.nullable(z.string()),
      }),
    ),
  }),
});

export const listListingCards = endpoint({
  method: 'GET',
  path: '/public/listing-cards',
  auth: 'public',
  mayUseReplica: true,
  summary: 'Cards of the given listings, as many as are still on sale, in the order asked.',
  query: z.strictObject({ ids: idList(24) }),
  reply: z.object({ items: z.array(listingCard) }),
});

export const recordListingView = endpoint({
  method: 'PUT',
  path: '/public/listings/{id}/visit',
  auth: 'public',
  summary:
    'Records a view of a listing. Counted once a day for each visitor without identifying them; the reply is always the same.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
});

export const getListing = endpoint({
  method: 'GET',
  path: '/public/listings/{slug}',
  auth: 'public',
  mayUseReplica: true,
  summary: 'One listing as buyers see it. An old slug answers with the current one in `slug`.',
  params: z.strictObject({ slug: z.string().check(z.maxLength(120)) }),
  reply: z.object({
    id: z.int(),
    slug: z.string(),
    state: z.enum(['published', 'paused', 'sold_out', 'expired', 'removed', 'suspended']),
    title: z.string(),
    description: z.string(),
    priceCents: z.int(),
    stock: z.int(),
    sold: z.int(),
    deliveryType: z.enum(deliveryTypes),
    /** Whether the buyer is asked for delivery data, with an example (P09). */
    deliveryData: z.object({ asks: z.enum(deliveryDataAsks), hint: z.string() }),
    promisedHours: z.int(),
    ...publicShipping,
    /** Where it is sent from: «Curitiba, PR» (S13). */
    city: z.nullable(z.string()),
    plan: z.enum(plans),
    images: z.array(z.object({ key: z.string(), width: z.int(), height: z.int(), alt: z.string() })),
    attributes: z.array(z.object({ label: z.string(), value: z.string() })),
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
    warrantyDays: z.int(),
    publishedAt: nullableInstant,
    /** The last day of the vacation on which the seller is now; it is not sold meanwhile (F67). */
    awayUntil: z.nullable(z.string()),
    seller: z.object({
      id: z.int(),
      username: z.string(),
      image: z.string(),
      memberSince: instant,
      salesCount: z.int(),
      emailVerified: z.boolean(),
      documentProven: z.boolean(),
      city: z.string(),
      /** False while a red thermometer stops new orders (§4.13). */
      isSelling: z.boolean(),
      /** Null for a private person. */
      business: z.nullable(business),
    }),
    /** The newest, and where the older ones begin (`GET /public/listings/{slug}/questions`); null when these are all. */
    questions: z.array(publicQuestion),
    questionsNext: z.nullable(z.int()),
    /** The longest question, in letters. */
    questionMax: z.int(),
    similar: z.array(listingCard),
  }),
  errors: ['not_found', 'listing_gone'],
});
