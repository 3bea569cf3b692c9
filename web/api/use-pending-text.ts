import { useCallback, useState, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api.ts';
import { forgetDraft } from '#web/ui/conversation/use-draft.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { currentOwner } from '#web/ui/storage/own-storage.ts';
import { useIdempotentAction } from './idempotent-action.ts';
import type { Delayed } from './delayed.ts';
import { createDelayed } from './delayed.ts';

interface TextItem {
  id: number;
  text: string;
}

/** A text that is being sent, with its author. */
type Owned<T> = T & { owner: string | null };

interface PendingTextOptions<T extends TextItem> {
  /** The key under which this tab stores the draft until it is saved. */
  draftKey: (pending: T) => string;
  send: (pending: T, how: { keepalive: boolean; asked: false; idempotencyKey: string }) => Promise<unknown>;
  /** The toast after sending: «Resposta enviada», and its text. */
  done: { title: string; text: (pending: T) => string };
  /** «A resposta não foi enviada». */
  failed: string;
}

export interface PendingText<T extends TextItem> {
  send: (pending: T) => void;
  /** Takes the text back, if it has not been sent. */
  undo: (id: number) => void;
  /** Texts shown on the screen but not yet saved by the server. */
  sent: ReadonlyMap<number, string>;
  /** Texts that were not saved, with the reason; the drafts stay. */
  failed: ReadonlyMap<number, string>;
  /** Hides the reason; the draft stays. */
  dismissFailure: (id: number) => void;
}

/** Error codes after which the page no longer shows the place of the text. */
const goneCodes: readonly ApiError['code'][] = ['wrong_state', 'not_found'];

/**
 * Shows a text at once and sends it after 6 s, or when the page is hidden or left; until then it can be undone
 * (design §4.5).
 * @param initialOptions only the first render's options are used
 * @param onUndo called with what was taken back
 */
export function usePendingText<T extends TextItem>(
  initialOptions: PendingTextOptions<T>,
  onUndo: (pending: T) => void,
): PendingText<T> {
  const { revalidate } = useRevalidator();
  const once = useIdempotentAction();
  const [options] = useState(initialOptions);
  const [sent, setSent] = useState<ReadonlyMap<number, string>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  const drop = (id: number) => setSent((old) => without(old, id));
  const dismissFailure = (id: number) => setFailed((old) => without(old, id));

  const call = useCallback(
    async (pending: Owned<T>, leaving: boolean) => {
      // The draft stays stored for its author.
      if (pending.owner !== currentOwner()) return;
      const { send, draftKey, failed: title } = options;
      const { id, text } = pending;
      try {
        await once([id, text], (idempotencyKey) =>
          send(pending, { keepalive: leaving, asked: false, idempotencyKey }),
        );
        forgetDraft(draftKey(pending));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailed((old) => new Map(old).set(id, error.detail));
        // The page no longer shows the place of the error, so a toast does.
        if (leaving || goneCodes.includes(error.code)) aviso.erro(title, error.detail);
      }
      if (!leaving || document.visibilityState === 'hidden') await revalidate();
      setSent((old) => without(old, id));
    },
    [options, once, revalidate],
  );

  // Everything `call` uses is stable, so the first one stays valid.
  const delayed = useDelayed(call);

  function undo(id: number): void {
    const pending = delayed.cancel(id);
    if (!pending) return aviso.erro('Não dá mais para desfazer', 'O envio já saiu.');
    drop(id);
    onUndo(pending);
  }

  return {
    sent,
    failed,
    undo,
    dismissFailure,
    send: (pending) => {
      setSent((old) => new Map(old).set(pending.id, pending.text));
      dismissFailure(pending.id);
      delayed.schedule({ ...pending, owner: currentOwner() });
      const { done } = options;
      aviso.sucesso(done.title, done.text(pending), { desfazer: () => undo(pending.id) });
    },
  };
}

const without = (map: ReadonlyMap<number, string>, id: number) =>
  new Map([...map].filter(([one]) => one !== id));

/** How long an item can be undone before its call is sent (design §4.5). */
const undoMs = 6_000;

/**
 * Items of a page that can be undone for 6 s: each is sent after that, or at once when the page is hidden or left.
 * @param send only the first render's function is used
 */
function useDelayed<T extends { id: number }>(
  send: (item: T, leaving: boolean) => Promise<void>,
): Delayed<T> {
  const [delayed] = useState(() => createDelayed<T>(undoMs, (item, leaving) => void send(item, leaving)));

  useEffect(() => {
    const flush = () => document.visibilityState === 'hidden' && delayed.flush();
    const leave = () => delayed.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [delayed]);

  return delayed;
}
