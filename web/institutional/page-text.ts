import type { MetaDescriptor } from 'react-router';
import type { PageText } from '#contract/page-texts.ts';
import { getPageText } from '#contract/page-texts.ts';
import type { PageSlug } from '#domain/page-texts.ts';
import type { Api } from '#web/api.ts';
import { orStatus } from '#web/load.ts';

/** Loads the text of a page: the version of `?versao=`, else the one in force. */
export async function loadPageText(caller: Api, slug: PageSlug, url: string): Promise<{ text: PageText }> {
  const version = new URL(url).searchParams.get('versao') ?? '';
  const query = /^[1-9]\d{0,5}$/.test(version) ? { version } : {};
  return { text: await orStatus(caller(getPageText, { params: { slug }, query })) };
}

/** Title, description and canonical address of a text's page. */
export function pageTextMeta(text: PageText | undefined): MetaDescriptor[] {
  if (!text) return [{ title: 'Praça' }];
  return [
    { title: `${text.title} · Praça` },
    { name: 'description', content: text.summary.join(' ').slice(0, 155) },
    { property: 'og:title', content: text.title },
    { property: 'og:type', content: 'website' },
    { tagName: 'link', rel: 'canonical', href: `/${text.slug}` },
  ];
}
