import { excerptOf } from '#domain/text/excerpts.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import type { MetaDescriptor } from 'react-router';

export interface PageMeta {
  /** Without the name of the site. */
  title: string;
  description: string;
  /** The site's origin, from the loader; absolute URLs are built from it. */
  origin: string;
  /** The page's canonical path, from `/`. */
  path: string;
  /** The path of the page's own share image, from `/`; without it the site's image is used. */
  image?: string;
  type?: 'website' | 'product' | 'profile';
}

/** Meta tags of a public page for search engines and link previews: canonical URL, image and description. */
export function publicMeta({
  title,
  description,
  origin,
  path,
  image,
  type = 'website',
}: PageMeta): MetaDescriptor[] {
  const url = origin + path;
  const picture = origin + (image ?? '/compartilhar/praca.jpg');
  const short = excerptOf(description, 155);
  return [
    { title: `${title} · ${brandName}` },
    { name: 'description', content: short },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: short },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { property: 'og:site_name', content: brandName },
    { property: 'og:locale', content: 'pt_BR' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** Breadcrumbs for search engines (schema.org BreadcrumbList). */
export function breadcrumbData(
  origin: string,
  steps: readonly { name: string; path: string }[],
): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: origin + path,
      })),
    },
  };
}
