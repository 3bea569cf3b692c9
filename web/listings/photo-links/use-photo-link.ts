import { useCallback, useEffect, useRef, useState } from 'react';
import type { PhotoLink } from '#contract/listings/photo-links.ts';
import { createPhotoLink, endPhotoLink, getPhotoLink } from '#contract/listings/photo-links.ts';
import { api, ApiError } from '#web/api/api.ts';

const lookEveryMs = 2_500;

export interface Arriving {
  listingId: number;
  /** Photos that came by phone since this form was opened, each told once. */
  onArrive: (images: PhotoLink['images']) => void;
}

/**
 * The link of a draft: made when it is first wanted, looked at every few seconds while it takes photos, and once more
 * when the tab comes back.
 */
export function usePhotoLink(wanted: boolean, { listingId, onArrive }: Arriving) {
  const [url, setUrl] = useState<string | null>(null);
  const [link, setLink] = useState<PhotoLink | null>(null);
  const [arrived, setArrived] = useState(0);
  const [problem, setProblem] = useState<ApiError | null>(null);
  /** What came before this form was opened stands in the listing, or was taken out of it. */
  const known = useRef<Set<number> | null>(null);
  const latest = useRef(onArrive);
  useEffect(() => {
    latest.current = onArrive;
  });

  const take = useCallback((next: PhotoLink | null) => {
    // Ended at the phone, or sent to review: nothing is left of it.
    if (!next) return setLink((before) => before && { ...before, open: false });
    setLink(next);
    const fresh = next.images.filter(({ id }) => !known.current?.has(id));
    // An older look that comes late knows fewer: what was told once is never told again.
    known.current = new Set([...(known.current ?? []), ...next.images.map(({ id }) => id)]);
    if (fresh.length === 0) return;
    setArrived((count) => count + fresh.length);
    latest.current(fresh);
  }, []);

  const begin = useCallback(async () => {
    setProblem(null);
    setUrl(null);
    setLink(null);
    try {
      const made = await api(createPhotoLink, { params: { id: listingId } });
      known.current ??= new Set(made.link.images.map(({ id }) => id));
      setUrl(made.url);
      take(made.link);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  }, [listingId, take]);

  /** A phone that this form's earlier self let in is still there after the page was loaded again. */
  const resume = useCallback(async () => {
    const answer = await api(getPhotoLink, { params: { id: listingId } }).catch(() => null);
    const present = answer?.link;
    if (!present?.open || !present.claimed) return begin();
    known.current = new Set(present.images.map(({ id }) => id));
    take(present);
  }, [listingId, begin, take]);

  const asked = useRef(false);
  useEffect(() => {
    if (!wanted || asked.current) return;
    asked.current = true;
    void resume();
  }, [wanted, resume]);

  useLooks(link?.open ?? false, listingId, take);

  async function end(): Promise<void> {
    try {
      await api(endPhotoLink, { params: { id: listingId } });
      take(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  }

  return { url, link, arrived, problem, begin: () => void begin(), end: () => void end() };
}

/** Asks every few seconds while the tab is in sight, and at once when it comes back. */
function useLooks(watched: boolean, listingId: number, take: (link: PhotoLink | null) => void): void {
  useEffect(() => {
    if (!watched) return;
    const stop = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const answer = await api(getPhotoLink, { params: { id: listingId }, signal: stop.signal }).catch(
        () => null,
      );
      // A failed look changes nothing: the next one asks again.
      if (answer && !stop.signal.aborted) take(answer.link);
    };
    const timer = setInterval(() => void look(), lookEveryMs);
    const onReturn = () => void look();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [watched, listingId, take]);
}
