import { listSuggestions } from '#contract/listings/listings.ts';
import { api } from '#web/api/api.ts';

export interface Suggestion {
  words: string;
  /** The slug, when it leads to a category. */
  category: string | null;
}

/** Loads suggestions for a text; empty on an error, because the form works without them. */
export async function loadSuggestions(q: string): Promise<readonly Suggestion[]> {
  if (q.trim().length < 2) return [];
  return api(listSuggestions, { query: { q: q.slice(0, 120) } }).then(
    ({ items }) => items,
    () => [],
  );
}
