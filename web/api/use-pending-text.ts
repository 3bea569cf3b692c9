import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api.ts';
import { forgetDraft } from '#web/ui/conversation/use-draft.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { currentOwner } from '#web/ui/storage/own-storage.ts';
import { useIntent } from './idempotent-action.ts';
import { useDelayed } from './use-delayed.ts';

interface Words {
  id: number;
  text: string;
}

/** Words on their way, and whose they are. */
type Owned<T> = T & { owner: string | null };

interface Saying<T extends Words> {
  /** Where what was typed is kept in this tab until it is saved. */
  draftOf: (words: T) => string;
  send: (words: T, how: { keepalive: boolean; asked: false; idempotencyKey: string }) => Promise<unknown>;
  /** «Resposta enviada», and what follows. */
  done: { title: string; text: (words: T) => string };
  /** «A resposta não foi enviada». */
  failed: string;
}

export interface HeldWords<T extends Words> {
  send: (words: T) => void;
  /** Takes it back, if it has not left. */
  undo: (id: number) => void;
  /** On the screen already, on their way to the server. */
  sent: ReadonlyMap<number, string>;
  /** Words that were not saved, with the reason; what was typed stays. */
  failed: ReadonlyMap<number, string>;
  /** The reason was read: what was typed waits until it is asked for. */
  forgive: (id: number) => void;
}

/** A refusal after which the words' place is no longer on the page. */
const gone: readonly ApiError['code'][] = ['wrong_state', 'not_found'];

/**
 * Words that stand at once and whose call leaves after 6 s, or when the page is hidden or left; until then they can be
 * taken back (design §4.5).
 * @param saying what they are; the first one given is kept
 * @param onBack called with what was taken back
 */
export function useHeldWords<T extends Words>(saying: Saying<T>, onBack: (words: T) => void): HeldWords<T> {
  const { revalidate } = useRevalidator();
  const once = useIntent();
  const [kept] = useState(saying);
  const [sent, setSent] = useState<ReadonlyMap<number, string>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());
  const drop = (id: number) => setSent((old) => without(old, id));
  const forgive = (id: number) => setFailed((old) => without(old, id));

  const call = useCallback(
    async (words: Owned<T>, leaving: boolean) => {
      // What was typed stays stored for its writer.
      if (words.owner !== currentOwner()) return;
      const { send, draftOf, failed: title } = kept;
      const { id, text } = words;
      try {
        await once([id, text], (idempotencyKey) =>
          send(words, { keepalive: leaving, asked: false, idempotencyKey }),
        );
        forgetDraft(draftOf(words));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailed((old) => new Map(old).set(id, error.detail));
        // Where the page shows it no more, it is told above the page.
        if (leaving || gone.includes(error.code)) aviso.erro(title, error.detail);
      }
      if (!leaving || document.visibilityState === 'hidden') await revalidate();
      setSent((old) => without(old, id));
    },
    [kept, once, revalidate],
  );

  // Everything `call` uses stays the same for the life of the page, so the first one serves.
  const delayed = useDelayed(call);

  function undo(id: number): void {
    const words = delayed.take(id);
    if (!words) return aviso.erro('Não dá mais para desfazer', 'O envio já saiu.');
    drop(id);
    onBack(words);
  }

  return {
    sent,
    failed,
    undo,
    forgive,
    send: (words) => {
      setSent((old) => new Map(old).set(words.id, words.text));
      forgive(words.id);
      delayed.hold({ ...words, owner: currentOwner() });
      const { done } = kept;
      aviso.sucesso(done.title, done.text(words), { desfazer: () => undo(words.id) });
    },
  };
}

const without = (map: ReadonlyMap<number, string>, id: number) =>
  new Map([...map].filter(([one]) => one !== id));
