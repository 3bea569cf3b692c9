import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { decideReview } from '#contract/reviews.ts';
import { api, ApiError, newIdempotencyKey } from '#web/api.ts';
import { aviso } from '#web/ui/toast.tsx';
import { useDelayed } from '#web/use-delayed.ts';

interface Approval {
  id: number;
  revisionId: number | undefined;
  title: string;
  key: string;
}

export interface Approvals {
  approve: (listing: { id: number; title: string; revisionId: number | undefined }) => void;
  /** Takes the last approval back, or that of one listing; null when it has left already. */
  undo: (id?: number) => number | null;
  /** Decided here and still in the server's queue: not shown. */
  hidden: ReadonlySet<number>;
  /** Approvals that were not saved, with the reason. */
  failed: ReadonlyMap<number, string>;
}

/**
 * Approvals are optimistic: the item leaves the queue at once, the call leaves after 6 s, or right away when the page
 * is hidden or left (design A8). One that fails comes back to the top of the queue.
 */
export function useApprovals(onUndone: (id: number) => void): Approvals {
  const { revalidate } = useRevalidator();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map());

  const send = useCallback(
    async ({ id, revisionId, title, key }: Approval, leaving: boolean) => {
      try {
        await api(decideReview, {
          params: { id },
          body: { revisionId, decision: 'approve', reasons: [], note: '' },
          idempotencyKey: key,
          keepalive: leaving,
        });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'already_decided' || error.code === 'wrong_state')
          aviso.erro('Este anúncio já foi decidido', error.message);
        else {
          setHidden((old) => new Set([...old].filter((one) => one !== id)));
          setFailed((old) => new Map(old).set(id, error.message));
          aviso.erro('A aprovação não foi salva', title);
        }
      }
      if (!leaving) await revalidate();
    },
    [revalidate],
  );

  // Everything `send` uses stays the same for the life of the page, so the first one serves.
  const delayed = useDelayed(send);

  const undo = (id?: number): number | null => {
    const item = delayed.take(id);
    if (!item) return null;
    setHidden((old) => new Set([...old].filter((one) => one !== item.id)));
    onUndone(item.id);
    return item.id;
  };

  return {
    hidden,
    failed,
    undo,
    approve: ({ id, title, revisionId }) => {
      setHidden((old) => new Set(old).add(id));
      setFailed((old) => new Map([...old].filter(([one]) => one !== id)));
      delayed.hold({ id, revisionId, title, key: newIdempotencyKey() });
      aviso.sucesso('Anúncio aprovado', title, { desfazer: () => undo(id) });
    },
  };
}
