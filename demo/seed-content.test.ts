import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { categories, leafCategories } from './categories.ts';
import { completeCpf } from './cpf.ts';
import { drawListing, drawingKinds } from './drawings.ts';
import { seedStatuses } from './goods/statuses.ts';
import { listings } from './listings.ts';
import { fixedPeople, people } from './people.ts';
import { questions } from './questions.ts';
import type { SeedListing } from './types.ts';

const seed = 2026;
const market = listings(seed);
const everybody = [...fixedPeople, ...people];

describe('categories', () => {
  test('form a tree of at least 14 roots and 45 leaves with parents before children', () => {
    const tops = categories.filter((category) => category.parentSlug === null);
    expect(tops.length).toBeGreaterThanOrEqual(14);
    expect(leafCategories.length).toBeGreaterThanOrEqual(45);
    const seen = new Set<string>();
    for (const { slug, parentSlug } of categories) {
      if (parentSlug !== null) expect(seen).toContain(parentSlug);
      seen.add(slug);
    }
    expect(seen.size).toBe(categories.length);
  });

  test('have an icon each at the top, all different', () => {
    const icons = categories.filter(({ parentSlug }) => parentSlug === null).map(({ icon }) => icon);
    expect(icons).not.toContain(null);
    expect(repeated(icons.map(String))).toEqual([]);
  });

  test('have ASCII slugs and lists with options', () => {
    for (const { slug, attributes } of categories) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const { type, options } of attributes) expect(options !== undefined).toBe(type === 'list');
    }
  });
});

describe('people', () => {
  test('are forty-three beyond the six fixed accounts, each with its own names and numbers', () => {
    expect(people).toHaveLength(43);
    expect(fixedPeople.map((person) => person.email)).toEqual(
      ['admin', 'suporte', 'vendedora', 'vendedor', 'compradora', 'admin2'].map(
        (name) => `${name}@demo.praca`,
      ),
    );
    for (const field of ['username', 'email', 'cpf', 'phone'] as const)
      expect(repeated(everybody.map((person) => person[field]))).toEqual([]);
  });

  test('have valid usernames, check digits and adult birth dates', () => {
    for (const { username, cpf, birthDate, email } of everybody) {
      expect(username).toMatch(/^[a-z0-9_]{3,20}$/);
      expect(email).toMatch(/^[a-z0-9.]+@demo\.praca$/);
      expect(completeCpf(cpf.slice(0, 9))).toBe(cpf);
      expect(birthDate < '2006-01-01').toBe(true);
    }
  });

  test('include names long enough to try a layout', () => {
    expect(Math.max(...people.map((person) => person.name.length))).toBeGreaterThan(55);
  });
});

describe('listings', () => {
  test('are at least 400 with at least 3 in every leaf, and cover every state that needs examples', () => {
    expect(market.length).toBeGreaterThanOrEqual(400);
    for (const { slug } of leafCategories)
      expect(market.filter((listing) => listing.categorySlug === slug).length, slug).toBeGreaterThanOrEqual(
        3,
      );
    const count = (status: SeedListing['status']) =>
      market.filter((listing) => listing.status === status).length;
    expect(count('in_review')).toBeGreaterThanOrEqual(12);
    for (const status of ['draft', 'changes_requested', 'rejected', 'paused'] as const)
      expect(count(status)).toBeGreaterThanOrEqual(3);
  });

  test('keep every configured state attached to a title that exists', () => {
    const titles = new Set(market.map((listing) => listing.title));
    expect(Object.keys(seedStatuses).filter((title) => !titles.has(title))).toEqual([]);
  });

  test('repeat no title, key, code or picture', () => {
    expect(repeated(market.map((listing) => listing.title.toLowerCase()))).toEqual([]);
    expect(repeated(market.map((listing) => listing.key))).toEqual([]);
    expect(repeated(market.flatMap((listing) => listing.codes))).toEqual([]);
    expect(repeated(market.map((listing) => drawListing(listing.drawings[0]!)))).toEqual([]);
  });

  test('respect the limits of the listing form (L02)', () => {
    for (const listing of market) {
      expect(within(listing.title.length, 10, 80), listing.title).toBe(true);
      expect(within(listing.description.length, 30, 5000), listing.title).toBe(true);
      expect(within(listing.priceCents, 100, 5_000_000), listing.title).toBe(true);
      expect(Number.isInteger(listing.priceCents)).toBe(true);
      expect(within(listing.stock, 1, 999)).toBe(true);
      expect(listing.promisedHours === 0).toBe(listing.deliveryType !== 'manual');
      expect(listing.codes).toHaveLength(listing.deliveryType === 'automatic' ? listing.stock : 0);
    }
  });

  test('are sold by people who may ask that price (§4.14)', () => {
    const ceilings = { 0: 0, 1: 20_000, 2: 200_000, 3: 5_000_000 };
    for (const { sellerUsername, priceCents, title } of market) {
      const seller = everybody.find((person) => person.username === sellerUsername)!;
      expect(priceCents, title).toBeLessThanOrEqual(ceilings[seller.verificationLevel]);
    }
  });

  test('fill required attributes, only known ones, with allowed options', () => {
    for (const { categorySlug, attributes, title } of market) {
      const known = leafCategories.find((category) => category.slug === categorySlug)!.attributes;
      for (const { key, required, options } of known) {
        if (required) expect(attributes[key], `${title}: ${key}`).toBeDefined();
        if (options && attributes[key] !== undefined) expect(options, title).toContain(attributes[key]);
      }
      expect(
        Object.keys(attributes).filter((key) => !known.some((attribute) => attribute.key === key)),
      ).toEqual([]);
    }
  });

  test('are the same for the same seed and others for another', () => {
    expect(fingerprint(listings(seed))).toBe(fingerprint(market));
    expect(fingerprint(listings(seed + 1))).not.toBe(fingerprint(market));
  });
});

describe('questions and reviews', () => {
  test('are about 120 questions on listings that are on sale, never by the seller', () => {
    const asked = questions(seed, market);
    expect(asked.length).toBeGreaterThanOrEqual(110);
    for (const { listingKey, askerUsername, text, answer, daysAgo } of asked) {
      const listing = market.find((each) => each.key === listingKey)!;
      expect(listing.status).toBe('published');
      expect(askerUsername).not.toBe(listing.sellerUsername);
      expect(daysAgo).toBeLessThan(listing.createdDaysAgo);
      expect(within(text.length, 10, 500)).toBe(true);
      expect(within(answer?.length ?? 1, 1, 1000)).toBe(true);
    }
    expect(questions(seed, market)).toEqual(asked);
  });
});

describe('drawings', () => {
  test.each(drawingKinds)('%s is a small, valid picture in every shape and variant', async (kind) => {
    for (let variant = 0; variant < 6; variant += 1)
      for (const view of [1, 2] as const) {
        const svg = drawListing({
          kind,
          color: 'terracotta',
          accent: 'navy',
          variant,
          seed: variant + 1,
          view,
        });
        expect(svg.length).toBeLessThanOrEqual(12_000);
        expect(svg).not.toMatch(/NaN|undefined|null/);
        if (view === 1) {
          const { width, height } = await sharp(Buffer.from(svg)).metadata();
          expect([width, height]).toEqual([1200, 900]);
        }
      }
    const cover = drawListing({ kind, color: 'cobalt', accent: 'sand', variant: 0, seed: 3, view: 1 });
    // A sixth of the size is enough to see that something is painted.
    const picture = sharp(Buffer.from(cover), { density: 12 });
    const { channels } = await picture.stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(8);
  });

  test('are at least 30 kinds, and every listing is drawn within 12 kB', () => {
    expect(drawingKinds.length).toBeGreaterThanOrEqual(30);
    for (const spec of market.flatMap((listing) => listing.drawings))
      expect(drawListing(spec).length, spec.kind).toBeLessThanOrEqual(12_000);
  });
});

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function within(value: number, minimum: number, maximum: number): boolean {
  return value >= minimum && value <= maximum;
}

function fingerprint(content: readonly SeedListing[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
