import { listCategories } from '#contract/catalogue.ts';
import { searchListings } from '#contract/listings.ts';
import type { Api } from '#web/api.ts';

const rowLength = 10;
const chipCount = 5;

/** Everything of the home page. A part that fails is left out; if all fail the page does (S1). */
export async function loadHome(api: Api) {
  const [tree, arrivals, best] = await Promise.allSettled([
    api(listCategories),
    api(searchListings, { query: { sort: 'novos', limit: String(rowLength) } }),
    api(searchListings, { query: { sort: 'relevancia', limit: '24' } }),
  ]);
  if (tree.status === 'rejected' && arrivals.status === 'rejected' && best.status === 'rejected')
    throw tree.reason;
  const categories = tree.status === 'fulfilled' ? tree.value.items : [];
  const newest = arrivals.status === 'fulfilled' ? arrivals.value.items : [];
  const promoted = best.status === 'fulfilled' ? best.value.items.filter(({ plan }) => plan !== 'prata') : [];
  const named = categories.map(({ slug, name, parentId, listingsCount }) => ({
    slug,
    name,
    parentId,
    listingsCount,
  }));
  return {
    categories: named.filter(({ parentId }) => parentId === null).slice(0, 8),
    popular: named
      .filter(({ parentId, listingsCount }) => parentId !== null && listingsCount > 0)
      .toSorted((one, other) => other.listingsCount - one.listingsCount)
      .slice(0, chipCount),
    newest,
    promoted: promoted.slice(0, rowLength),
    /** Seed of the mosaic: another order every day, the same on server and browser. */
    day: new Date().toISOString().slice(0, 10),
  };
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>;
