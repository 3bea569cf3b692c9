import { getLogo } from '#contract/accounts.ts';
import { getPublicSettings } from '#contract/catalogue.ts';
import { getPageText } from '#contract/page-texts.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { pageText } from './page-texts.ts';
import { publicSettings } from './queries.ts';

export const settingsRoutes: Route[] = [
  route(getPublicSettings, (ctx) => publicSettings(ctx)),
  route(getPageText, (ctx, { params, query }) => pageText(ctx, { ...params, ...query })),
  // The built-in mark is drawn by the site; an address comes here once the operator uploads a logo.
  route(getLogo, async () => ({ item: '' })),
];
