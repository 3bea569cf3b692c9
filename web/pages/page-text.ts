import { brandName } from '#web/ui/theme/brand.ts';
import type { MetaDescriptor } from 'react-router';
import type { PageText } from '#contract/settings/page-texts.ts';
import { getPageText } from '#contract/settings/page-texts.ts';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import type { Api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { publicMeta } from '#web/site-meta.ts';

const isNumber = (text = '') => /^[1-9]\d{0,5}$/.test(text);

/** Loads the text of a page: the version of `?versao=`, else the one in force, with the settings of version `?regras=`. */
export async function loadPageText(caller: Api, slug: PageSlug, url: string) {
  const { origin, searchParams } = new URL(url);
  const [version, rules] = ['versao', 'regras'].map((name) => searchParams.get(name) ?? '');
  const query = { ...(isNumber(version) && { version }), ...(isNumber(rules) && { rules }) };
  return { text: await orErrorStatus(caller(getPageText, { params: { slug }, query })), origin };
}

/** Meta tags of a page with such a text. */
export function pageTextMeta(loaded: { text: PageText; origin: string } | undefined): MetaDescriptor[] {
  if (!loaded) return [{ title: brandName }];
  const { text, origin } = loaded;
  const { title, slug } = text;
  return publicMeta({ title, description: text.summary.join(' '), origin, path: `/${slug}` });
}
