import type { MetaDescriptor } from 'react-router';
import { fewestRatings } from '#domain/accounts/reputation.ts';
import { excerptOf } from '#domain/text/excerpts.ts';
import { imageUrl } from '#web/api/api.ts';
import type { ListingRatingsReply } from '#web/community/ratings/listing-ratings.tsx';
import { breadcrumbData, publicMeta } from '#web/site-meta.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { resultsPath } from './search/results-query.ts';
import type { Listing } from './purchase/use-purchase.ts';

/** Title, share preview, canonical address and structured data (schema.org Product, Offer, BreadcrumbList). */
export function listingMeta(
  listing: Listing,
  ratings: ListingRatingsReply,
  origin: string,
): MetaDescriptor[] {
  const url = `${origin}/anuncio/${listing.slug}`;
  const images = listing.images.map(({ key }) => `${origin}${imageUrl(key, 1280)}.webp`);
  const description = summary(listing.description);
  const cover = listing.images[0];
  return [
    ...publicMeta({
      title: listing.title,
      description: `${formatCents(listing.priceCents)}. ${description}`,
      origin,
      path: `/anuncio/${listing.slug}`,
      image: cover && `/compartilhar/${cover.key}.jpg`,
      type: 'product',
    }),
    { property: 'product:price:amount', content: (listing.priceCents / 100).toFixed(2) },
    { property: 'product:price:currency', content: 'BRL' },
    { property: 'product:availability', content: onSale(listing) ? 'in stock' : 'out of stock' },
    { 'script:ld+json': product(listing, ratings, { url, images, description }) },
    breadcrumbData(origin, [
      ...listing.categories.map(({ slug, name }) => ({ name, path: resultsPath({ category: slug }) })),
      { name: listing.title, path: `/anuncio/${listing.slug}` },
    ]),
  ];
}

function product(
  listing: Listing,
  ratings: ListingRatingsReply,
  facts: { url: string; images: string[]; description: string },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: listing.title,
    description: facts.description,
    ...(facts.images.length > 0 && { image: facts.images }),
    ...ratingData(ratings),
    offers: {
      '@type': 'Offer',
      url: facts.url,
      priceCurrency: 'BRL',
      price: (listing.priceCents / 100).toFixed(2),
      availability: `https://schema.org/${onSale(listing) ? 'InStock' : 'OutOfStock'}`,
      seller: sellerData(listing.seller),
      ...(listing.city !== null && {
        availableAtOrFrom: { '@type': 'Place', address: `${listing.city}, Brasil` },
      }),
      ...shippingData(listing),
      hasMerchantReturnPolicy: returnPolicy,
    },
  };
}

/** Freight depends on the buyer's CEP, so the structured data has it only where it is free. */
function shippingData({ freeShipping, handlingDays }: Listing) {
  if (!freeShipping) return {};
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'BRL' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'BR' },
      ...(handlingDays !== null && {
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          handlingTime: {
            '@type': 'QuantitativeValue',
            minValue: 0,
            maxValue: handlingDays,
            unitCode: 'DAY',
          },
        },
      }),
    },
  };
}

function sellerData({ username, business }: Listing['seller']) {
  return business
    ? // The company's name is what the seller declared: machines are told no legal name.
      { '@type': 'Organization', name: username }
    : { '@type': 'Person', name: username };
}

const shownReviews = 3;

/** The listing's own ratings as shown on the page, once they have a mean; the seller's ratings do not belong to a Product. */
function ratingData({ scores, items }: ListingRatingsReply) {
  if (scores.count < fewestRatings) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: (scores.hundredths / 100).toFixed(1),
      ratingCount: scores.count,
      bestRating: 5,
      worstRating: 1,
    },
    review: items.slice(0, shownReviews).map(({ stars, author, publishedAt, text }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      datePublished: publishedAt.slice(0, 10),
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
      ...(text && { reviewBody: text }),
    })),
  };
}

/** Right of withdrawal of CDC art. 49: seven days, free of charge. */
const returnPolicy = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'BR',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 7,
  returnFees: 'https://schema.org/FreeReturn',
};

function onSale({ state, stock, awayUntil }: Listing): boolean {
  return state === 'published' && stock > 0 && awayUntil === null;
}

const summaryLength = 155;

function summary(text: string): string {
  return excerptOf(text.replaceAll(/\s+/g, ' ').trim(), summaryLength);
}
