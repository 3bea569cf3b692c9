import { useCallback, useEffect, useRef, useState } from 'react';
import type { PhotoLink } from '#contract/listings/photo-links.ts';
import { createPhotoLink, endPhotoLink, getPhotoLink } from '#contract/listings/photo-links.ts';
import { api, ApiError } from '#web/api/api.ts';

const pollEveryMs = 2_500;

export interface PhotoLinkProps {
  listingId: number;
  /** Called once per photo that came by phone since this form was opened. */
  onArrive: (images: PhotoLink['images']) => void;
}

/**
 * The photo link of a draft: created on first use, polled every few seconds while it accepts photos, and once more when
 * the tab becomes visible.
 */
export function usePhotoLink(enabled: boolean, { listingId, onArrive }: PhotoLinkProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [link, setLink] = useState<PhotoLink | null>(null);
  const [arrived, setArrived] = useState(0);
  const [problem, setProblem] = useState<ApiError | null>(null);
  /** Photos received before this form was opened are already in the listing, or were removed from it. */
  const known = useRef<Set<number> | null>(null);
  const latest = useRef(onArrive);
  useEffect(() => {
    latest.current = onArrive;
  });

  const apply = useCallback((next: PhotoLink | null) => {
    // The link was ended on the phone, or the draft was sent to review: it has no data any more.
    if (!next) return setLink((before) => before && { ...before, open: false });
    setLink(next);
    const newPhotos = next.images.filter(({ id }) => !known.current?.has(id));
    // A late reply may know fewer photos: each photo is reported once.
    known.current = new Set([...(known.current ?? []), ...next.images.map(({ id }) => id)]);
    if (newPhotos.length === 0) return;
    setArrived((count) => count + newPhotos.length);
    latest.current(newPhotos);
  }, []);

  const begin = useCallback(async () => {
    setProblem(null);
    setUrl(null);
    setLink(null);
    try {
      const made = await api(createPhotoLink, { params: { id: listingId } });
      known.current ??= new Set(made.link.images.map(({ id }) => id));
      setUrl(made.url);
      apply(made.link);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  }, [listingId, apply]);

  /** After a reload, a phone that was already admitted is still connected. */
  const resume = useCallback(async () => {
    const answer = await api(getPhotoLink, { params: { id: listingId } }).catch(() => null);
    const current = answer?.link;
    if (!current?.open || !current.claimed) return begin();
    known.current = new Set(current.images.map(({ id }) => id));
    apply(current);
  }, [listingId, begin, apply]);

  const asked = useRef(false);
  useEffect(() => {
    if (!enabled || asked.current) return;
    asked.current = true;
    void resume();
  }, [enabled, resume]);

  usePolling(link?.open ?? false, listingId, apply);

  async function end(): Promise<void> {
    try {
      await api(endPhotoLink, { params: { id: listingId } });
      apply(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  }

  return { url, link, arrived, problem, begin: () => void begin(), end: () => void end() };
}

/** Polls every few seconds while the tab is visible, and at once when it becomes visible. */
function usePolling(enabled: boolean, listingId: number, onLink: (link: PhotoLink | null) => void): void {
  useEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    const poll = async () => {
      if (document.hidden) return;
      const answer = await api(getPhotoLink, { params: { id: listingId }, signal: stop.signal }).catch(
        () => null,
      );
      // A failed poll changes nothing: the next one asks again.
      if (answer && !stop.signal.aborted) onLink(answer.link);
    };
    const timer = setInterval(() => void poll(), pollEveryMs);
    const onOnline = () => void poll();
    document.addEventListener('visibilitychange', onOnline);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onOnline);
    };
  }, [enabled, listingId, onLink]);
}
