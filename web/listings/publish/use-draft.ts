import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { updateListing } from '#contract/listings/own-listings.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { api, ApiError, isUnanswered } from '#web/api/api.ts';
import type { Draft, DraftChanges } from './draft.ts';
import { changesBetween, derivedFields, draftOf, overLimit, hasOverLimit } from './draft.ts';
import { draftOfLiveListing } from './changes/live-changes.ts';
import { localCopy } from './local-copy.ts';
import type { Image } from './photos/photos.ts';

const saveAfterMs = 2_000;

export type SaveState =
  | { is: 'idle' | 'saving' | 'offline' | 'held' }
  | { is: 'saved'; at: Date }
  | { is: 'refused'; problem: ApiError };

export interface EditedDraft {
  draft: Draft;
  change: (patch: Partial<Draft>) => void;
  save: SaveState;
  /** The server's field errors, until the fields change. */
  refused: FieldErrors;
  setRefused: (errors: FieldErrors) => void;
  /** Saves now. Resolves to true when the server has everything. */
  flush: (options?: { keepalive?: boolean }) => Promise<boolean>;
  /** Adopts server values changed outside autosave (codes). */
  adopt: (listing: OwnListing) => void;
}

/**
 * A draft that saves itself: 2 s after the last change, when the page is hidden, and when the connection returns.
 * Photos come from outside, because they are uploaded separately.
 * @param live the listing is on sale: changes stay in this browser until they are sent
 */
export function useDraft(listing: OwnListing, images: Image[], { live = false } = {}): EditedDraft {
  const [fields, setFields] = useState<Draft>(() => ({
    ...(live ? draftOfLiveListing(listing) : draftOf(listing)),
    ...localCopy.read(listing.id),
  }));
  const [save, setSave] = useState<SaveState>({ is: 'idle' });
  const [refused, setRefused] = useState<FieldErrors>({});
  const draft = useMemo(() => ({ ...fields, images }), [fields, images]);
  const latest = useRef(draft);
  const saved = useRef(draftOf(listing));
  const sending = useRef(Promise.resolve(true));

  const id = listing.id;
  const send = useCallback(
    async (keepalive: boolean): Promise<boolean> => {
      const sent = latest.current;
      const changes = changesBetween(saved.current, sent);
      const holds = hasOverLimit(sent);
      const unchanged = Object.keys(changes).length === 0;
      if (live || holds || unchanged) storeLocally(id, saved.current, sent);
      if (live) return true;
      if (unchanged) {
        setSave((old) => (holds ? { is: 'held' } : old.is === 'held' ? { is: 'idle' } : old));
        return true;
      }
      setSave({ is: 'saving' });
      try {
        const reply = await sendChanges(id, changes, keepalive);
        saved.current = { ...saved.current, ...pick(sent, changes), ...derivedFields(reply) };
        setFields((old) => withCity(old, sent, reply));
        storeLocally(id, saved.current, withCity(latest.current, sent, reply));
        setSave(holds ? { is: 'held' } : { is: 'saved', at: new Date() });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        storeAfterRefusal(error, id, saved.current, latest.current);
        setRefused((old) => ({ ...old, ...error.fields }));
        setSave(error.code === 'network' ? { is: 'offline' } : { is: 'refused', problem: error });
        return false;
      }
    },
    [id, live],
  );

  /** One save at a time: each waits for the previous one, then sends what changed meanwhile. */
  const flush = useCallback(
    ({ keepalive = false } = {}): Promise<boolean> => {
      // The page may be closed before a queued save runs.
      if (keepalive) storeLocally(id, saved.current, latest.current);
      sending.current = sending.current.then(() => send(keepalive));
      return sending.current;
    },
    [send, id],
  );

  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => void flush(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, flush]);

  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void flush({ keepalive: true });
    const online = () => void flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('online', online);
      // Leaving by a link within the site does not hide the page, so the draft is saved here.
      void flush({ keepalive: true });
    };
  }, [flush]);

  const change = useCallback((patch: Partial<Draft>) => {
    setFields((old) => ({ ...old, ...patch }));
    setRefused((old) =>
      Object.fromEntries(Object.entries(old).filter(([path]) => !((path.split('.')[0] ?? '') in patch))),
    );
  }, []);

  const adopt = useCallback(({ stock, deliveryType }: OwnListing) => {
    saved.current = { ...saved.current, stock, deliveryType };
    setFields((old) => ({ ...old, stock, deliveryType }));
  }, []);

  return { draft, change, save, refused, setRefused, flush, adopt };
}

function sendChanges(id: number, body: DraftChanges, keepalive: boolean): Promise<OwnListing> {
  return api(updateListing, { params: { id }, body, keepalive, interactive: false });
}

/** The city that the server read from the address of origin, unless another was chosen meanwhile. */
function withCity(draft: Draft, sent: Draft, { cityId }: OwnListing): Draft {
  return cityId === sent.cityId || draft.cityId !== sent.cityId ? draft : { ...draft, cityId };
}

/** Stores in this browser what the server does not have yet, or removes the copy when it has everything. */
function storeLocally(id: number, saved: Draft, draft: Draft): void {
  const unsaved = { ...changesBetween(saved, draft), ...overLimit(draft) };
  if (Object.keys(unsaved).length > 0) localCopy.write(id, unsaved);
  else localCopy.clear(id);
}

/**
 * What was unanswered or refused for a field survives the page. Changes of a listing that is no longer a draft are
 * discarded, since they would return as a change of something else.
 */
function storeAfterRefusal(refusal: ApiError, id: number, saved: Draft, draft: Draft): void {
  if (isUnanswered(refusal) || Object.keys(refusal.fields).length > 0) storeLocally(id, saved, draft);
  else if (refusal.code === 'wrong_state') localCopy.clear(id);
}

/** The part of the draft that those changes contained. */
function pick(draft: Draft, changes: object): Partial<Draft> {
  const sent = new Set(Object.keys(changes).map((name) => (name.startsWith('image') ? 'images' : name)));
  return Object.fromEntries(Object.entries(draft).filter(([name]) => sent.has(name)));
}
