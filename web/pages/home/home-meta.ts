import { brandName } from '#web/ui/theme/brand.ts';
import type { MetaDescriptor } from 'react-router';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { publicMeta } from '#web/site-meta.ts';

const description = 'Compre e venda entre pessoas. O pagamento fica guardado até a entrega dar certo.';

/** Structured data of the site: operator and search (schema.org OnlineStore, WebSite). */
export function homeMeta(origin: string | undefined, matches: readonly unknown[]): MetaDescriptor[] {
  if (!origin) return [{ title: `${brandName}: compre e venda entre pessoas` }];
  const basics = publicMeta({ title: brandName, description, origin, path: '/' });
  const company = companyOf(matches);
  return [
    ...basics.filter((each) => !('title' in each)),
    { title: `${brandName}: compre e venda entre pessoas` },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: brandName,
        url: origin,
      },
    },
    ...(company
      ? [
          {
            'script:ld+json': {
              '@context': 'https://schema.org',
              '@type': 'OnlineStore',
              name: company.name,
              url: origin,
              logo: `${origin}/icone.svg`,
              taxID: company.document,
              address: company.address,
              contactPoint: {
                '@type': 'ContactPoint',
                email: company.email,
                contactType: 'customer service',
              },
            },
          },
        ]
      : []),
  ];
}

/** The operator's legal identification from the site layout's loader data. */
function companyOf(matches: readonly unknown[]): SiteSettings['company'] | null {
  for (const match of matches as ({ loaderData?: { settings?: SiteSettings | null } } | undefined)[])
    if (match?.loaderData?.settings) return match.loaderData.settings.company;
  return null;
}
