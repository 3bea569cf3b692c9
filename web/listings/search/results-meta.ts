import type { MetaDescriptor } from 'react-router';
import { breadcrumbData, publicMeta } from '#web/site-meta.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { resultsPath } from './results-query.ts';
import type { Results } from './search.ts';

/** Only whole categories are indexed; searches, prices and sort orders are unlimited in number and are not. */
export function resultsMeta({ filters, found, branch, items }: Results, origin: string): MetaDescriptor[] {
  const title = filters.searchText ? `“${filters.searchText}”` : (branch.at(-1)?.name ?? 'Anúncios');
  const isUnfiltered =
    !filters.searchText &&
    filters.minCents === null &&
    filters.maxCents === null &&
    filters.delivery.length === 0 &&
    !filters.state &&
    filters.city === null;
  const { category, page } = filters;
  return [
    ...publicMeta({
      title: page > 1 ? `${title}, página ${page}` : title,
      description: `${formatCount(found.total, 'anúncio', 'anúncios')} à venda, com o pagamento guardado até a entrega.`,
      origin,
      path: resultsPath(isUnfiltered ? { category, page } : filters),
    }),
    ...(isUnfiltered ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    ...(isUnfiltered && branch.length > 0
      ? [
          breadcrumbData(origin, [
            { name: 'Anúncios', path: '/anuncios' },
            ...branch.map(({ slug, name }) => ({ name, path: resultsPath({ category: slug }) })),
          ]),
        ]
      : []),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: items.map(({ slug }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: `${origin}/anuncio/${slug}`,
        })),
      },
    },
  ];
}
