import { listCategories } from '#contract/catalogue.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { categoryTree } from './queries.ts';

export const catalogueRoutes: Route[] = [
  route(listCategories, async (ctx) => ({ items: (await categoryTree(ctx)).all })),
];
