import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { quoteFreight } from '#contract/shipping/quotes.ts';
import type { Reply } from '#contract/endpoint.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import type { AddressFields } from '#domain/addresses/addresses.ts';
import { fail } from '#domain/errors.ts';
import { packItems } from '#domain/shipping/packages.ts';
import type { Parcel } from '#domain/shipping/packages.ts';
import { postBy, promisedOn } from '#domain/shipping/clocks.ts';
import { closedDaysOf, yearsFrom } from '#domain/shipping/state-holidays.ts';
import { paysFreeFreight } from '#domain/shipping/free-freight.ts';
import { feeRuleAt } from '#domain/accounts/seller-levels/terms.ts';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { lookUpPostalCode } from '#server/addresses/postal-codes.ts';
import { unsealAddress } from '#server/addresses/content.ts';
import { batchPerTick } from '#server/concurrency/batch.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { freightQuotes } from './quotes.ts';

/** What a quote was asked for: with another parcel, origin or payer of the freight it is not used. */
export interface QuotedOffer {
  parcel: Parcel;
  fromPostalCode: string;
  freeShipping: boolean;
}

/** How a listing on sale is shipped. */
export interface ShippedListing {
  quantity: number;
  parcel: Parcel;
  handlingDays: number;
  freeShipping: boolean;
  from: AddressFields;
  unitPriceCents: number;
  plan: Plan;
  sellerLevel: SellerLevel;
}

interface ListingRow extends Parcel {
  id: number;
  state: string;
  handling_days: number;
  free_shipping: boolean;
  price_cents: number;
  plan: Plan;
  seller_level: SellerLevel;
  seller_id: number;
  address_id: number;
  sealed: Buffer;
}

/**
 * S04: what the freight of a listing costs to a postal code. The same question within a day has the same quote.
 * @throws `invalid_request` for a postal code that is none, a parcel that no service takes, or free freight that costs
 *   more than the sale
 */
export async function quoteListing(
  ctx: Ctx,
  asked: { id: number; postalCode: string; quantity: number },
): Promise<Reply<typeof quoteFreight>> {
  const { rules } = await currentRules(ctx.db);
  const listing = await shippedListing(ctx, ctx.db, asked);
  const place = await lookUpPostalCode(ctx, asked.postalCode);
  const { postalCode, city, state } = place;
  const stored =
    (await findQuote(ctx.db, { ...asked, postalCode, offer: offerOf(listing) })) ??
    (await askForQuote(ctx, { listing, asked, postalCode, rules }));
  if (!paysFreight(listing, stored.services, rules))
    fail('invalid_request', { errors: { postalCode: tooDear } });
  return {
    id: stored.id,
    postalCode,
    city,
    state,
    services: present(stored, listing, rules),
    fallback: stored.fallback,
    expiresAt: stored.expires_at.toISOString(),
  };
}

/** How a listing is shipped in this quantity. @throws `not_found` for a listing that is not shipped · `listing_unavailable` while it is not on sale */
export async function shippedListing(
  ctx: Ctx,
  db: Queryable,
  { id, quantity }: { id: number; quantity: number },
): Promise<ShippedListing> {
  const row = (await readListing(db, id)) ?? fail('not_found');
  if (row.state !== 'published') fail('listing_unavailable');
  const from = unsealAddress(ctx.keys, { id: row.address_id, userId: row.seller_id }, row.sealed);
  const { weightGrams, lengthCm, widthCm, heightCm } = row;
  return {
    quantity,
    parcel: packItems([{ parcel: { weightGrams, lengthCm, widthCm, heightCm }, quantity }]),
    handlingDays: row.handling_days,
    freeShipping: row.free_shipping,
    from,
    unitPriceCents: row.price_cents,
    plan: row.plan,
    sellerLevel: row.seller_level,
  };
}

/** Concurrent questions share one statement; no listing is cached. */
const readListing = batchPerTick(async (db: Queryable, ids: number[]) => {
  const { rows } = await sql<ListingRow>`
    select l.id, l.state, l.handling_days, l.free_shipping, l.price_cents, l.plan, l.seller_id, coalesce(s.level, 'new') as seller_level,
      l.weight_grams as "weightGrams", l.length_cm as "lengthCm", l.width_cm as "widthCm", l.height_cm as "heightCm",
      a.id as address_id, a.sealed
    from listings l join addresses a on a.id = l.origin_address_id left join seller_levels s on s.user_id = l.seller_id
    where l.id = any(${ids}::bigint[]) and l.delivery_type = 'shipping'`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

export function offerOf(listing: ShippedListing): QuotedOffer {
  const { parcel, from, freeShipping } = listing;
  return { parcel, fromPostalCode: from.postalCode, freeShipping };
}

interface StoredQuote {
  id: string;
  services: Quote[];
  fallback: boolean;
  expires_at: Date;
  now: Date;
}

interface AskedQuote {
  id: number;
  quantity: number;
  postalCode: string;
  offer: QuotedOffer;
}

/** The valid quotes of the same questions, each the one that is valid longest. */
const findQuote = batchPerTick(async (db: Queryable, asked: AskedQuote[]) => {
  const { rows } = await sql<StoredQuote & { place: number }>`
    select asked.place::int, q.id, q.services, q.fallback, q.expires_at, market_now() as now
    from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as (id bigint, quantity integer, "postalCode" text, offer jsonb)) with ordinality
      as asked (listing_id, quantity, postal_code, offer, place),
      lateral (select * from freight_quotes q where q.listing_id = asked.listing_id
        and q.postal_code = asked.postal_code and q.quantity = asked.quantity and q.offer = asked.offer
        and q.expires_at > market_now() order by q.expires_at desc limit 1) q`.execute(db);
  const found = new Map(rows.map((row) => [row.place - 1, row]));
  return asked.map((_, place) => found.get(place));
});

interface Question {
  listing: ShippedListing;
  asked: { id: number; quantity: number };
  postalCode: string;
  rules: Rules;
}

async function askForQuote(ctx: Ctx, { listing, asked, postalCode, rules }: Question): Promise<StoredQuote> {
  const { quotes, fallback } = await freightQuotes(ctx, rules.shipping, {
    fromPostalCode: listing.from.postalCode,
    toPostalCode: postalCode,
    parcel: listing.parcel,
    insuredCents: listing.unitPriceCents * listing.quantity,
  });
  if (quotes.length === 0) refuseParcel(listing);
  return storeQuote(ctx.db, {
    id: randomBytes(16).toString('hex'),
    listing_id: asked.id,
    quantity: asked.quantity,
    postal_code: postalCode,
    offer: offerOf(listing),
    services: quotes,
    fallback,
    valid_ms: rules.shipping.clocks.quoteMs,
  });
}

interface NewQuote {
  id: string;
  listing_id: number;
  quantity: number;
  postal_code: string;
  offer: QuotedOffer;
  services: Quote[];
  fallback: boolean;
  valid_ms: number;
}

const storeQuote = batchPerTick(async (db: Queryable, quotes: NewQuote[]) => {
  const { rows } = await sql<StoredQuote>`
    insert into freight_quotes (id, listing_id, quantity, postal_code, offer, services, fallback, expires_at)
    select id, listing_id, quantity, postal_code, offer, services, fallback,
      market_now() + valid_ms * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as (id text, listing_id bigint, quantity integer,
      postal_code text, offer jsonb, services jsonb, fallback boolean, valid_ms bigint)
    returning id, services, fallback, expires_at, market_now() as now`.execute(db);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return quotes.map(({ id }) => stored.get(id)!);
});

const tooDear =
  'O frete até este CEP custa mais do que quem vende receberia. Pergunte por outra forma de entrega.';

/** S06: the sale pays for the label, if its seller pays the freight. */
export function paysFreight(listing: ShippedListing, quotes: readonly Quote[], rules: Rules): boolean {
  const { freeShipping, unitPriceCents, quantity, plan, sellerLevel } = listing;
  if (!freeShipping) return true;
  const fee = feeRuleAt(rules.plans[plan], sellerLevel, rules.sellerLevels);
  return paysFreeFreight(quotes, splitSale(unitPriceCents * quantity, fee).netCents);
}

function refuseParcel({ quantity }: ShippedListing): never {
  if (quantity > 1)
    fail('invalid_request', {
      errors: { quantity: `Nenhum serviço leva ${quantity} unidades em um pacote. Diminua a quantidade.` },
    });
  const postalCode =
    'Nenhum serviço leva este pacote até este CEP. Pergunte a quem vende por outra forma de entrega.';
  fail('invalid_request', { errors: { postalCode } });
}

/** What the buyer pays of a service: where the seller pays the freight, what it costs above the cheapest one (S02). */
export function freightOf(quote: Quote, all: readonly Quote[], freeShipping: boolean): number {
  if (!freeShipping) return quote.priceCents;
  return quote.priceCents - Math.min(...all.map(({ priceCents }) => priceCents));
}

function present(
  { services, now }: StoredQuote,
  listing: ShippedListing,
  { shipping, calendar }: Rules,
): Reply<typeof quoteFreight>['services'] {
  const closed = closedDaysOf(listing.from.state, yearsFrom(saoPauloDay(now)), calendar);
  const posted = postBy(now, listing.handlingDays, closed);
  return services.map((quote) => ({
    service: quote.service,
    carrier: quote.carrier,
    name: quote.serviceName,
    priceCents: freightOf(quote, services, listing.freeShipping),
    fullPriceCents: quote.priceCents,
    businessDays: quote.businessDays,
    arrivesBy: promisedOn(posted, quote.businessDays, closed, shipping.clocks).toISOString(),
    hasLabel: quote.source !== 'table',
  }));
}

/** The quote that a purchase uses. */
export interface TakenQuote {
  quote: Quote;
  /** What the buyer pays of it, in cents. */
  freightCents: number;
  /** Every service of the quote. */
  services: readonly Quote[];
}

/**
 * The chosen service of a stored quote, for the purchase of exactly what was quoted.
 * @throws `invalid_request` for a quote that is too old, of another offer, or of another postal code
 */
export async function takeQuote(
  tx: Tx,
  chosen: { quoteId: string; service: string; listingId: number; quantity: number; postalCode: string },
  offer: QuotedOffer,
): Promise<TakenQuote> {
  const { rows } = await sql<{ services: Quote[]; postal_code: string; current: boolean }>`
    select services, postal_code, expires_at > market_now() and offer = ${JSON.stringify(offer)}::jsonb as current
    from freight_quotes where id = ${chosen.quoteId} and listing_id = ${chosen.listingId}
      and quantity = ${chosen.quantity}`.execute(tx);
  const stored = rows[0];
  if (!stored?.current)
    fail('invalid_request', {
      errors: { quoteId: 'O cálculo do frete venceu ou o anúncio mudou. Calcule de novo.' },
    });
  if (stored.postal_code !== chosen.postalCode)
    fail('invalid_request', {
      errors: { quoteId: 'O frete foi calculado para outro CEP. Calcule para o endereço escolhido.' },
    });
  const quote = stored.services.find(({ service }) => service === chosen.service);
  if (!quote)
    fail('invalid_request', { errors: { service: 'Este serviço não está mais disponível. Escolha outro.' } });
  const { services } = stored;
  return { quote, services, freightCents: freightOf(quote, services, offer.freeShipping) };
}
