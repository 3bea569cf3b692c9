import type { Bounds, Size } from '#domain/settings/sizes.ts';

/** The size limits of a listing (L02). */
export const listingLimits = {
  title: { at: 'listings.title', unit: 'letters', min: 10, max: 80, hard: { min: 3, max: 120 } },
  description: {
    at: 'listings.description',
    unit: 'letters',
    min: 30,
    max: 5_000,
    hard: { min: 1, max: 10_000 },
  },
  images: { at: 'listings.images', unit: 'photos', min: 1, max: 10, hard: { min: 1, max: 20 } },
  imageMegabytes: { at: 'listings.imageMegabytes', unit: 'megabytes', max: 5, hard: { min: 1, max: 10 } },
  imageWords: { at: 'listings.imageWords', unit: 'letters', max: 120, hard: { min: 10, max: 300 } },
  priceCents: {
    at: 'listings.priceCents',
    unit: 'cents',
    min: 100,
    max: 5_000_000,
    hard: { min: 100, max: 10_000_000 },
  },
  /** Stock of a manual delivery. */
  stock: { at: 'listings.stock', unit: 'units', max: 999, hard: { min: 1, max: 999 } },
  /** Codes in one upload. */
  codes: { at: 'listings.codes', unit: 'codes', max: 10_000, hard: { min: 1, max: 10_000 } },
  codeLetters: {
    at: 'listings.codeLetters',
    unit: 'letters',
    min: 4,
    max: 500,
    hard: { min: 1, max: 500 },
    plain: true,
  },
} as const satisfies Record<string, Size>;

/** The current bounds of the content of a listing. */
export type ListingBounds = Record<'title' | 'description' | 'images' | 'priceCents', Bounds>;
