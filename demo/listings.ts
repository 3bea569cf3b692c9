import { leafCategories } from './categories.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { attributesOf, conditionOf } from './goods/attributes.ts';
import { accentFor, colorOf } from './goods/colors.ts';
import { describeItem } from './goods/descriptions.ts';
import { type DeliveryKind, deliveryKindOf, promisedHoursOf } from './goods/deliveries.ts';
import { parcelOf, shippingOf } from './goods/parcels.ts';
import { digitalGoods } from './goods/digital.ts';
import { homeGoods } from './goods/home.ts';
import { livingGoods } from './goods/living.ts';
import { type Origin, isSingle, originOf } from './goods/origins.ts';
import { pictureOf } from './goods/pictures.ts';
import { type SeedStatus, seedStatuses } from './goods/statuses.ts';
import type { Row } from './goods/row.ts';
import { sellerFor } from './goods/sellers.ts';
import { technologyGoods } from './goods/technology.ts';
import { type Random, createRandom, seedFrom } from './random.ts';
import type { SeedCategory, SeedListing, SeedListingStatus, SeedPerson } from './types.ts';

const goods = { ...digitalGoods, ...technologyGoods, ...homeGoods, ...livingGoods };
const onSale: SeedStatus = { status: 'published' };

/** What chance begins with in the demo market, which is the same every time. */
export const marketSeed = 2026;

/** Every listing of the demo market. The same seed always gives the same listings. */
export function listings(seed: number): SeedListing[] {
  return leafCategories.flatMap((category) =>
    (goods[category.slug] ?? []).map((row, position) => listingOf(category, row, position, seed)),
  );
}

function listingOf(category: SeedCategory, row: Row, position: number, seed: number): SeedListing {
  const [title, reais] = row;
  const standing = seedStatuses[title] ?? onSale;
  const random = createRandom(seedFrom(title, seed));
  const priceCents = standing.priceCents ?? Math.round(reais * 100);
  const origin = originOf(category, row);
  const seller = sellerFor(category, {
    origin,
    priceCents: Math.max(priceCents, reais * 100),
    username: standing.sellerUsername,
    random,
  });
  const condition = conditionOf(category, row, { seller, random });
  const units =
    category.delivery === 'shipping' ? unitsOf(random, row, origin, condition) : random.int(4, 24);
  const stock = standing.status === 'sold_out' || isSingle(category, title) ? 1 : units;
  const drawings = drawingsFor(category, row, position, random);
  const attributes = attributesOf(category, row, { condition, color: drawings[0]!.color, random });
  const promisedHours = promisedHoursOf(deliveryKindOf(category, title), random);
  const shipping = travelOf(category, { title, priceCents, seller });
  const description = describeItem({
    category,
    row,
    seller,
    condition,
    promisedHours,
    shipping,
    attributes,
    random,
  });
  return {
    key: keyOf(title),
    sellerUsername: seller.username,
    categorySlug: category.slug,
    title,
    description: standing.extraText ? `${description}\n\n${standing.extraText}` : description,
    priceCents,
    stock,
    deliveryType: category.delivery === 'shipping' && !shipping ? 'pickup' : category.delivery,
    promisedHours,
    shipping,
    plan: random.chance(0.02) ? 'diamante' : random.chance(0.03) ? 'ouro' : 'prata',
    attributes,
    codes: codesFor(deliveryKindOf(category, title), random, stock),
    drawings,
    status: standing.status,
    review: standing.review ?? null,
    hiddenFault: standing.hiddenFault ?? null,
    createdDaysAgo: daysFor(standing.status, random),
  };
}

function travelOf(
  { slug, delivery }: SeedCategory,
  listing: { title: string; priceCents: number; seller: SeedPerson },
): SeedListing['shipping'] {
  const parcel = delivery === 'shipping' ? parcelOf(slug, listing.title) : null;
  return parcel && shippingOf(parcel, listing);
}

function keyOf(title: string): string {
  const ascii = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return ascii.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

function daysFor(status: SeedListingStatus, random: Random): number {
  if (status === 'in_review') return 0.05 + random.next() * 1.4;
  if (status === 'published' || status === 'paused') return 0.2 + random.next() ** 1.6 * 58;
  return 0.3 + random.next() * 8;
}

/** Used and one-of-a-kind things are sold one at a time, handmade ones few; new ones may be a small stock. */
function unitsOf(random: Random, [title, reais, , detail]: Row, origin: Origin, condition: string): number {
  if (origin === 'used' || condition !== 'Novo' || /únic|assinad/i.test(`${title} ${detail}`)) return 1;
  if (origin === 'handmade') return random.int(1, 4);
  if (reais > 600) return random.int(1, 4);
  return reais > 150 ? random.int(2, 9) : random.int(4, 40);
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** What the buyer sees: a code to redeem, the way into an account, or a link; none where a person delivers. */
function codesFor(kind: DeliveryKind, random: Random, count: number): string[] {
  const block = () => Array.from({ length: 5 }, () => letters[random.int(0, letters.length - 1)]).join('');
  const codes: Partial<Record<DeliveryKind, () => string>> = {
    code: () => `${block()}-${block()}-${block()}`,
    account: () => `Usuário praca_${block().toLowerCase()}, senha ${block()}-${block()}`,
    file: () => `https://materiais.praca.example/${block()}${block()}${block()}`,
  };
  const code = codes[kind];
  return code ? Array.from({ length: count }, code) : [];
}

/** One photo in five listings has a second: rendering is the slowest part of the seed. */
function drawingsFor(
  category: SeedCategory,
  [title, , word]: Row,
  position: number,
  random: Random,
): DrawingSpec[] {
  const { kind, variant } = pictureOf(category.slug, title, word);
  const offset = seedFrom(category.slug) % 97;
  const color = colorOf(title, kind, position + offset);
  const cover: DrawingSpec = {
    kind,
    color,
    accent: accentFor(color, kind, position * 5 + offset),
    variant: variant ?? position,
    // Neighbours in a category follow each other through the studios, so that no two look alike.
    seed: offset + position,
    view: 1,
  };
  return random.chance(0.2) ? [cover, { ...cover, view: 2 }] : [cover];
}
