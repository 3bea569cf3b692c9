import * as z from 'zod/mini';
import { states } from '#domain/addresses/states.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idList, idText, instant, singleLine } from '#contract/fields.ts';

/** A service that takes the parcel, as the buyer is offered it. */
const freightService = z.object({
  /** Its code at its source. */
  service: z.string(),
  carrier: z.string(),
  name: z.string(),
  /** What the buyer pays; less than the whole price where the seller pays freight. */
  priceCents: z.int(),
  /** The whole price of the service. */
  fullPriceCents: z.int(),
  /** Of transport, from the posting. */
  businessDays: z.int(),
  /** The end of the promised day, if it is paid now and posted on the last day. */
  arrivesBy: instant,
  /** The site buys the label; otherwise the seller posts it at their own counter. */
  hasLabel: z.boolean(),
});

export const quoteFreight = endpoint({
  method: 'POST',
  path: '/public/listings/{id}/freight-quotes',
  auth: 'public',
  // The same question within a day has the same quote.
  repeats: 'harmless',
  summary:
    'What the freight of a listing costs to a postal code, cheapest first; bought within 24 hours (S04).',
  limit: { max: 60, windowMs: 60_000, by: 'ip' },
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    postalCode: z
      .string('Informe o CEP de entrega.')
      .check(singleLine, z.maxLength(20, 'O CEP tem 8 números.')),
    quantity: z
      .int('Escolha a quantidade.')
      .check(z.minimum(1, 'Escolha pelo menos 1.'), z.maximum(999, 'Escolha até 999.')),
  }),
  reply: z.object({
    id: z.string(),
    /** Eight digits. */
    postalCode: z.string(),
    /** Empty while the lookup of postal codes gives no answer. */
    city: z.string(),
    state: z.enum(states),
    services: z.array(freightService),
    /** The carriers' service gave no answer: prices are those of the own table. */
    fallback: z.boolean(),
    expiresAt: instant,
  }),
  errors: ['not_found', 'listing_unavailable', 'too_many_requests'],
});
export type FreightQuote = z.infer<typeof quoteFreight.reply>;
export type FreightService = FreightQuote['services'][number];

/** The most listings that one question estimates the freight of. */
export const maxEstimated = 100;

export const estimateFreight = endpoint({
  method: 'GET',
  path: '/public/freight-estimates',
  auth: 'public',
  mayUseReplica: true,
  cacheSeconds: 600,
  summary:
    'The lowest freight of one piece of these listings to a state, by the own table (S04). Listings that are not shipped, that no service takes, or whose seller pays the freight are left out.',
  query: z.strictObject({
    state: z.enum(states, 'Informe a sigla do estado.'),
    ids: idList(maxEstimated),
  }),
  reply: z.object({
    items: z.array(z.object({ id: z.int(), priceCents: z.int() })),
    /** The table is what sells the freight; false where a provider does, whose prices differ. */
    exact: z.boolean(),
  }),
});

/** The delivery that a buyer chooses when a listing is shipped or picked up (S04, S12). */
export const chosenDelivery = z.optional(
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('shipping'),
      /** One of the buyer's own addresses. */
      addressId: z.int('Escolha o endereço de entrega.'),
      /** The quote that the buyer saw, and the service chosen from it. */
      quoteId: z.string('Calcule o frete.').check(z.regex(/^[0-9a-f]{32}$/, 'Calcule o frete.')),
      service: z.string('Escolha como enviar.').check(singleLine, z.maxLength(60, 'Escolha como enviar.')),
    }),
    z.strictObject({ type: z.literal('pickup') }),
  ]),
);
export type ChosenDelivery = NonNullable<z.infer<typeof chosenDelivery>>;
