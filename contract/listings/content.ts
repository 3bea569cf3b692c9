import * as z from 'zod/mini';
import { categoryLimits } from '#domain/listings/categories.ts';
import { handlingDaysChoices, packageBounds, parcelFaultTexts } from '#domain/listings/delivery.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { reviewReasons } from '#domain/listings/listings.ts';
import { revisionStates } from '#domain/listings/revisions.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { upTo } from '#domain/settings/sizes.ts';
import { cityId } from '#contract/places/places.ts';
import { maxKeys, id, instant, singleLine, lineUpTo, textUpTo, priceCents } from '#contract/fields.ts';

/** A photo of a listing; `alt` is the seller's text for people who cannot see it. */
export const photo = z.object({
  id: z.int(),
  key: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});

/** The content that staff review again when it changes (L11), besides the category. */
export const reviewed = {
  title: z.string(),
  description: z.string(),
  priceCents: z.nullable(z.int()),
  deliveryType: z.nullable(z.enum(deliveryTypes)),
  promisedHours: z.nullable(z.int()),
  attributes: z.record(z.string(), z.string()),
  images: z.array(photo),
};

/** What the buyer of a shipped listing reads about it (S02), besides its city. */
const packedItem = z.object({
  weightGrams: z.int(),
  lengthCm: z.int(),
  widthCm: z.int(),
  heightCm: z.int(),
});

/** How a shipped listing travels, as buyers see it. */
export const publicShipping = {
  /** The buyer may pick it up instead. */
  alsoPickup: z.boolean(),
  /** The seller pays the freight. */
  freeShipping: z.boolean(),
  /** Business days from payment to posting; null without shipping. */
  handlingDays: z.nullable(z.int()),
  /** The packed item; null without shipping. */
  package: z.nullable(packedItem),
};

/** How a listing travels, as its seller edits it (S02); these fields change without review. */
export const shippingFields = {
  alsoPickup: z.boolean(),
  weightGrams: z.nullable(z.int()),
  lengthCm: z.nullable(z.int()),
  widthCm: z.nullable(z.int()),
  heightCm: z.nullable(z.int()),
  handlingDays: z.nullable(z.int()),
  freeShipping: z.boolean(),
};

/** A staged change of a listing on sale (L11); null is «as it is». */
export const revision = z.object({
  id: z.int(),
  state: z.enum(revisionStates),
  categoryId: z.nullable(z.int()),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  priceCents: z.nullable(z.int()),
  deliveryType: z.nullable(z.enum(deliveryTypes)),
  promisedHours: z.nullable(z.int()),
  /** Set with a change to `shipping`. */
  alsoPickup: z.nullable(z.boolean()),
  freeShipping: z.nullable(z.boolean()),
  attributes: z.nullable(z.record(z.string(), z.string())),
  images: z.nullable(z.array(photo)),
  note: z.nullable(z.string()),
  reasons: z.array(z.enum(reviewReasons)),
  createdAt: instant,
});
export type Revision = z.infer<typeof revision>;

const { title, description, images, imageWords, stock } = listingLimits;

/** Drafts check only maximum sizes; minimum sizes are checked on submission (L02). */
export const contentSizes = {
  title: upTo(title),
  description: upTo(description),
  priceCents: listingLimits.priceCents,
  stock,
  imageIds: upTo(images),
  'imageAlts.*': imageWords,
};

const { weightGrams: weight, sideCm: side } = packageBounds;
const { weight: weightFault, side: sideFault } = parcelFaultTexts;
const sideCm = z.optional(
  z.nullable(z.int(sideFault).check(z.minimum(side.min, sideFault), z.maximum(side.max, sideFault))),
);

/** The content of a listing, as its seller edits it. */
export const content = {
  categoryId: z.optional(id),
  title: z.optional(lineUpTo(title)),
  description: z.optional(textUpTo(description)),
  priceCents: z.optional(z.nullable(priceCents)),
  stock: z.optional(
    z
      .int('Informe um número inteiro.')
      .check(
        z.minimum(0, 'Informe 0 ou mais.'),
        z.maximum(stock.hard.max, tooMuchTexts.units(stock.hard.max)),
      ),
  ),
  deliveryType: z.optional(z.enum(deliveryTypes, 'Escolha como você entrega.')),
  promisedHours: z.optional(
    z.union([z.literal(1), z.literal(6), z.literal(24), z.literal(72)], 'Escolha 1, 6, 24 ou 72 horas.'),
  ),
  attributes: z.optional(
    z
      .record(
        z.string().check(z.maxLength(40)),
        z.string().check(singleLine, z.maxLength(200, 'Use até 200 letras.')),
      )
      .check(maxKeys(categoryLimits.depth * categoryLimits.attributes)),
  ),
  /** The city of origin (S13); a change needs no review. */
  cityId: z.optional(z.nullable(cityId)),
  /** Only with `shipping`; otherwise stored as false. */
  alsoPickup: z.optional(z.boolean()),
  weightGrams: z.optional(
    z.nullable(
      z.int(weightFault).check(z.minimum(weight.min, weightFault), z.maximum(weight.max, weightFault)),
    ),
  ),
  lengthCm: sideCm,
  widthCm: sideCm,
  heightCm: sideCm,
  handlingDays: z.optional(z.nullable(z.literal([...handlingDaysChoices], 'Escolha de 1 a 5 dias úteis.'))),
  /** Only with `shipping`; otherwise stored as false. */
  freeShipping: z.optional(z.boolean()),
  /** One of the seller's addresses (S03). */
  originAddressId: z.optional(z.nullable(id)),
  imageIds: z.optional(z.array(id).check(z.maxLength(images.hard.max, tooMuchTexts.photos(images.hard.max)))),
  /** The text for each photo, in the order of `imageIds`. */
  imageAlts: z.optional(
    z.array(lineUpTo(imageWords)).check(z.maxLength(images.hard.max, tooMuchTexts.photos(images.hard.max))),
  ),
};
