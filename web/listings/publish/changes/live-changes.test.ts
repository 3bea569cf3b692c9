import { expect, test } from 'vitest';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { emptyDraft } from '#web/listings/publish/draft.ts';
import type { Draft } from '#web/listings/publish/draft.ts';
import { liveChanges } from './live-changes.ts';

const pickup: Draft = { ...emptyDraft, deliveryType: 'pickup', promisedHours: 0, stock: 3, cityId: 4106902 };
const listingOf = (draft: Draft) =>
  ({ ...draft, reviewedPriceCents: 10_000, freeRiseBps: 3_000, revision: null }) as OwnListing;
const parcel = { weightGrams: 500, lengthCm: 24, widthCm: 17, heightCm: 4 };

test('package and origin change at once, and the way of delivery with its freight is reviewed (L11)', () => {
  const wanted: Draft = {
    ...pickup,
    ...parcel,
    deliveryType: 'shipping',
    alsoPickup: true,
    handlingDays: 2,
    originAddressId: 7,
  };
  expect(liveChanges(listingOf(pickup), wanted)).toEqual({
    fields: ['deliveryType'],
    now: { ...parcel, handlingDays: 2, originAddressId: 7 },
    staged: { deliveryType: 'shipping', alsoPickup: true, freeShipping: false },
  });
});

test('free freight and pickup beside shipping change at once', () => {
  const shipped: Draft = { ...pickup, ...parcel, deliveryType: 'shipping', originAddressId: 7 };
  const changed = { ...shipped, freeShipping: true, alsoPickup: true, stock: 5 };
  expect(liveChanges(listingOf(shipped), changed)).toEqual({
    fields: [],
    now: { freeShipping: true, alsoPickup: true, stock: 5 },
    staged: {},
  });
});

test('units that replace codes wait for the review', () => {
  const codes: Draft = { ...pickup, deliveryType: 'automatic' };
  const { now, staged } = liveChanges(listingOf(codes), { ...codes, deliveryType: 'pickup', stock: 2 });
  expect(now).toEqual({});
  expect(staged).toEqual({ deliveryType: 'pickup', stock: 2 });
});
