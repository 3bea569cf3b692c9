import type { Query, Reply } from '#contract/endpoint.ts';
import type { searchListings as endpoint } from '#contract/listings/listings.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { countListings, nothing } from './counts.ts';
import type { Counts } from './counts.ts';
import { readFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { readPage } from './page.ts';
import { otherReadings } from './words.ts';

const usualLimit = 24;
const maxLimit = 96;

/**
 * Listings on sale. The cards are read live, in one round trip; the paid places may be a second old, what is counted
 * around the cards five, and who sells them half a minute.
 */
export async function searchListings(
  ctx: Ctx,
  query: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { sort = 'relevancia', after, limit = usualLimit } = query;
  if (limit < 1 || limit > maxLimit)
    fail('invalid_request', { errors: { limit: `Use de 1 a ${maxLimit}.` } });
  const wished = await readFilter(ctx, query);
  if (!wished) return { items: [], next: null, correctedTo: null, ...nothing };
  const { filter, counts } = await reading(ctx, wished);
  const page = await readPage(ctx, { filter, sort, after, limit });
  const all = after === undefined && page.next === null;
  return {
    ...page,
    ...counts,
    // A first page that is also the last one knows better than a count that is some seconds old.
    ...(all && { total: page.items.length, totalIsExact: true }),
    correctedTo: filter.words?.correctedTo ?? null,
  };
}

/** The words as they were typed or, when that finds nothing, the first other reading of them that finds something. */
async function reading(ctx: Ctx, wished: Filter): Promise<{ filter: Filter; counts: Counts }> {
  const counts = await countListings(ctx, wished);
  if (counts.total > 0 || !wished.words) return { filter: wished, counts };
  for (const words of await otherReadings(ctx, wished.words)) {
    const filter = { ...wished, words, shelf: null };
    const found = await countListings(ctx, filter);
    if (found.total > 0) return { filter, counts: found };
  }
  return { filter: wished, counts };
}
