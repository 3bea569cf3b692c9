import { leafCategories } from './categories.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { attributesOf, conditionOf } from './goods/attributes.ts';
import { accentFor, colorOf } from './goods/colors.ts';
import { describeItem } from './goods/descriptions.ts';
import { digitalGoods } from './goods/digital.ts';
import { homeGoods } from './goods/home.ts';
import { livingGoods } from './goods/living.ts';
import { pictureOf } from './goods/pictures.ts';
import { type SeedStatus, seedStatuses } from './goods/statuses.ts';
import type { Row } from './goods/row.ts';
import { sellerFor } from './goods/sellers.ts';
import { technologyGoods } from './goods/technology.ts';
import { type Random, createRandom, seedFrom } from './random.ts';
import type { SeedCategory, SeedListing, SeedListingStatus } from './types.ts';

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
  const automatic = category.delivery === 'automatic';
  const priceCents = standing.priceCents ?? Math.round(reais * 100);
  const condition = conditionOf(category, row, random);
  const stock =
    standing.status === 'sold_out' ? 1 : automatic ? random.int(4, 24) : unitsOf(random, row, condition);
  const sellerUsername = sellerFor(category, Math.max(priceCents, reais * 100), random);
  const drawings = drawingsFor(category, row, position, random);
  const attributes = attributesOf(category, row, { condition, color: drawings[0]!.color, random });
  const description = describeItem({ category, row, sellerUsername, condition, attributes, random });
  return {
    key: keyOf(title),
    sellerUsername,
    categorySlug: category.slug,
    title,
    description: standing.extraText ? `${description}\n\n${standing.extraText}` : description,
    priceCents,
    stock,
    deliveryType: category.delivery,
    promisedHours: automatic ? 0 : random.pick([24, 24, 24, 24, 72, 72] as const),
    plan: random.chance(0.02) ? 'diamante' : random.chance(0.03) ? 'ouro' : 'prata',
    attributes,
    codes: automatic ? codesFor(random, stock) : [],
    drawings,
    status: standing.status,
    review: standing.review ?? null,
    hiddenFault: standing.hiddenFault ?? null,
    createdDaysAgo: daysFor(standing.status, random),
  };
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

/** Used and one-of-a-kind things are sold one at a time; new ones may be a small stock. */
function unitsOf(random: Random, [title, reais, , detail]: Row, condition: string): number {
  if (/únic|herança/i.test(`${title} ${detail}`)) return 1;
  if (condition !== 'Novo') return random.chance(0.85) ? 1 : 2;
  if (reais > 600) return random.int(1, 4);
  return reais > 150 ? random.int(2, 9) : random.int(4, 40);
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function codesFor(random: Random, count: number): string[] {
  const block = () => Array.from({ length: 5 }, () => letters[random.int(0, letters.length - 1)]).join('');
  return Array.from({ length: count }, () => `${block()}-${block()}-${block()}`);
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
