import { listCategories } from '#contract/listings/catalogue.ts';
import { listPromotedListings, searchListings } from '#contract/listings/listings.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import type { Api } from '#web/api/api.ts';

const rowLength = 10;
const chipCount = 5;

/** Loads the home page. A part that fails is left out; if all parts fail, the page fails. */
export async function loadHome(api: Api) {
  const [tree, latest, sponsored] = await Promise.allSettled([
    api(listCategories),
    api(searchListings, { query: { sort: 'novos', limit: String(rowLength) } }),
    api(listPromotedListings),
  ]);
  if (tree.status === 'rejected' && latest.status === 'rejected' && sponsored.status === 'rejected')
    throw tree.reason;
  const categories = tree.status === 'fulfilled' ? tree.value.items : [];
  const newest = latest.status === 'fulfilled' ? latest.value.items : [];
  const promoted = sponsored.status === 'fulfilled' ? sponsored.value.items : [];
  const named = categories.map(({ slug, name, icon, parentId, listingsCount }) => ({
    slug,
    name,
    icon,
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
    promoted,
    /** Seed of the mosaic: the day in São Paulo, so that the order changes daily and is equal on server and browser. */
    day: saoPauloDay(new Date()),
  };
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>;
