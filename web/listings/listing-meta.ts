import type { MetaDescriptor } from 'react-router';
import { imageUrl } from '#web/api.ts';
import { formatCents } from '#web/ui/formats.ts';
import { resultsPath } from './results-query.ts';
import type { Listing } from './use-purchase.ts';

/** Title, share preview, canonical address and structured data (schema.org Product, Offer, BreadcrumbList). */
export function listingMeta(listing: Listing, origin: string): MetaDescriptor[] {
  const url = `${origin}/anuncio/${listing.slug}`;
  const images = listing.images.map(({ key }) => origin + imageUrl(key, 1280));
  const description = summary(listing.description);
  return [
    { title: `${listing.title} · Praça` },
    { name: 'description', content: `${formatCents(listing.priceCents)}. ${description}` },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: listing.title },
    { property: 'og:url', content: url },
    ...images.slice(0, 1).map((content) => ({ property: 'og:image', content })),
    { 'script:ld+json': product(listing, { url, images, description }) },
    { 'script:ld+json': breadcrumb(listing, origin, url) },
  ];
}

function product(listing: Listing, facts: { url: string; images: string[]; description: string }) {
  const onSale = listing.state === 'published' && listing.stock > 0;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: listing.title,
    description: facts.description,
    ...(facts.images.length > 0 && { image: facts.images }),
    offers: {
      '@type': 'Offer',
      url: facts.url,
      priceCurrency: 'BRL',
      price: (listing.priceCents / 100).toFixed(2),
      availability: `https://schema.org/${onSale ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Person', name: listing.seller.username },
    },
  };
}

function breadcrumb(listing: Listing, origin: string, url: string) {
  const steps = [
    ...listing.categories.map(({ slug, name }) => ({ name, item: origin + resultsPath({ category: slug }) })),
    { name: listing.title, item: url },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

const summaryLength = 155;

function summary(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= summaryLength ? line : `${line.slice(0, summaryLength - 1).replace(/\s\S*$/, '')}…`;
}
