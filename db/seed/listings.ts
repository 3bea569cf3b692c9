import { leafCategories } from './categories.ts';
import { describeItem } from './goods/descriptions.ts';
import { digitalGoods } from './goods/digital.ts';
import { homeGoods } from './goods/home.ts';
import { livingGoods } from './goods/living.ts';
import { pictures } from './goods/pictures.ts';
import type { Row } from './goods/row.ts';
import { technologyGoods } from './goods/technology.ts';
import { productColors } from './drawings/color.ts';
import type { ProductColor } from './drawings/color.ts';
import type { DrawingSpec } from './drawings/spec.ts';
import { fixedPeople, people } from './people.ts';
import { createRandom, seedFrom } from './random.ts';
import type { Random } from './random.ts';
import { reviewFor } from './goods/reviews.ts';
import type { AttributeValue, SeedCategory, SeedListing, SeedListingStatus } from './types.ts';

const goods = { ...digitalGoods, ...technologyGoods, ...homeGoods, ...livingGoods };
const colors = Object.keys(productColors) as ProductColor[];
const knownBrands =
  /\b(Samsung|Galaxy|iPhone|Apple|Mac\w*|Motorola|Moto|Xiaomi|Sony|LG|JBL|Dell|Lenovo|Acer|Asus|Canon|Nikon|Logitech|Razer|Redragon|Keychron|Microsoft|AOC|Philips|Kingston|Corsair|TP-Link|Intelbras|Nike|Adidas|Olympikus|Vans|Asics|Casio|Orient|Ray-Ban|Technos|Bosch|DeWalt|Makita|Mondial|Oster|KitchenAid|Philco|Singer|Bialetti|Nespresso|Hario|Britânia|Yamaha|Tagima|Takamine|Giannini|Epiphone|Rozini|Akai|Alesis|Garmin|Amazfit|Huawei|GoPro|Fuji\w*|Sigma|Samyang|Olympus|Marshall|Edifier|TCL|HyperX)\b/i;

/** Every listing of the demo market. The same seed always gives the same listings. */
export function listings(seed: number): SeedListing[] {
  return leafCategories.flatMap((category) =>
    (goods[category.slug] ?? []).map((row, position) => listingOf(category, row, position, seed)),
  );
}

function listingOf(category: SeedCategory, row: Row, position: number, seed: number): SeedListing {
  const [title, reais] = row;
  const random = createRandom(seedFrom(title, seed));
  const automatic = category.delivery === 'automatic';
  const status = statusOf(random, position);
  const stock = status === 'sold_out' ? 1 : automatic ? random.int(4, 24) : unitsOf(random, reais);
  const createdDaysAgo = daysFor(status, random);
  const faulty = status === 'changes_requested' || status === 'rejected';
  return {
    key: title
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-'),
    sellerUsername: sellerFor(category, random),
    categorySlug: category.slug,
    title,
    description: describeItem(category, row, random),
    priceCents: Math.round(reais * 100),
    stock,
    deliveryType: category.delivery,
    promisedHours: automatic ? 0 : random.pick([6, 24, 24, 72] as const),
    plan: random.chance(0.08) ? 'diamante' : random.chance(0.18) ? 'ouro' : 'prata',
    attributes: attributesFor(category, title, random),
    codes: automatic ? codesFor(random, stock) : [],
    drawings: drawingsFor(row, random),
    status,
    review: faulty ? reviewFor(status, random) : null,
    hiddenFault: status === 'in_review' && random.chance(0.3) ? 'description_incomplete' : null,
    createdDaysAgo,
  };
}

/** Most things are on sale; each other state has enough to fill its screen. */
function statusOf(random: Random, position: number): SeedListingStatus {
  if (position < 2) return 'published';
  const draw = random.next();
  if (draw < 0.04) return 'in_review';
  if (draw < 0.055) return 'draft';
  if (draw < 0.07) return 'changes_requested';
  if (draw < 0.08) return 'rejected';
  if (draw < 0.1) return 'paused';
  return 'published';
}

function daysFor(status: SeedListingStatus, random: Random): number {
  if (status === 'in_review') return 0.05 + random.next() * 1.4;
  if (status === 'published' || status === 'paused') return 0.2 + random.next() ** 1.6 * 58;
  return 0.3 + random.next() * 8;
}

/** Dear things are sold one at a time. */
function unitsOf(random: Random, reais: number): number {
  if (reais > 600) return random.chance(0.7) ? 1 : 2;
  return reais > 150 ? random.int(1, 4) : random.int(2, 30);
}

function sellerFor(category: SeedCategory, random: Random): string {
  const fitting = [...fixedPeople, ...people].filter((person) => person.sells.includes(category.parentSlug!));
  return random.pick(fitting.length > 0 ? fitting : people.slice(0, 10)).username;
}

function attributesFor(
  category: SeedCategory,
  title: string,
  random: Random,
): Record<string, AttributeValue> {
  const values: Record<string, AttributeValue> = {};
  for (const { key, type, options, required } of category.attributes) {
    if (!required && random.chance(0.3)) continue;
    if (type === 'list')
      values[key] = options!.find((option) => title.includes(option)) ?? random.pick(options!.slice(0, 3));
    else if (type === 'boolean') values[key] = random.chance(0.7);
    else if (type === 'number') values[key] = Number(/\d+/.exec(title)?.[0] ?? random.int(1, 12));
    else if (key === 'marca') values[key] = knownBrands.exec(title)?.[0] ?? 'Sem marca';
    else if (required) values[key] = title.split(/[,:]| com | em /)[0]!.slice(0, 60);
  }
  return values;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function codesFor(random: Random, count: number): string[] {
  const block = () => Array.from({ length: 5 }, () => letters[random.int(0, letters.length - 1)]).join('');
  return Array.from({ length: count }, () => `${block()}-${block()}-${block()}`);
}

function drawingsFor([title, , drawing]: Row, random: Random): DrawingSpec[] {
  const base = {
    kind: pictures[drawing]!,
    color: random.pick(colors),
    accent: random.pick(colors),
    variant: random.int(0, 7),
    seed: seedFrom(title),
  };
  const cover: DrawingSpec = { ...base, view: 1 };
  return random.chance(0.33) ? [cover, { ...base, view: 2 }] : [cover];
}
