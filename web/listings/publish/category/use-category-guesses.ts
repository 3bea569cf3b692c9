import { useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { listCategoryGuesses } from '#contract/listings/own-listings.ts';
import { api } from '#web/api/api.ts';

export type CategoryGuess = Reply<typeof listCategoryGuesses>['items'][number];

const askAfterMs = 350;
const fewestLetters = 3;

/**
 * The categories in which a thing with this title is likely sold, asked for when typing pauses. Null until the first
 * answer, and for a title of a few letters; empty when there are none or they did not load.
 */
export function useCategoryGuesses(title: string): readonly CategoryGuess[] | null {
  const [guesses, setGuesses] = useState<readonly CategoryGuess[] | null>(null);
  const asked = title.trim();
  const isLongEnough = asked.length >= fewestLetters;
  useEffect(() => {
    if (!isLongEnough) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api(listCategoryGuesses, { query: { title: asked }, signal: stop.signal }).then(
        ({ items }) => setGuesses(items),
        // The list of all categories remains.
        () => !stop.signal.aborted && setGuesses([]),
      );
    }, askAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, isLongEnough]);
  return isLongEnough ? guesses : null;
}
