import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { newIdempotencyKey } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { openOutbox, outbox } from './decisions.ts';
import type { Decision, Entries } from './outbox.ts';
import { isDecided } from './outbox.ts';

export interface Decisions {
  decide: (decision: Omit<Decision, 'key'>) => void;
  /** Undoes the last decision, or says that it was sent already. */
  undo: () => void;
  hides: (id: number) => boolean;
  /** Decisions that were refused, with the reason. */
  failed: ReadonlyMap<number, string>;
  /** The decision about an item that returned to the queue, as a starting point. */
  decisionOn: (id: number) => Decision | undefined;
  /** Number of decisions the server has not answered. */
  waiting: number;
  /** Number and average time of this session's decisions. */
  session: { count: number; averageMs: number };
}

const done: Record<Decision['decision'], string> = {
  approve: 'Anúncio aprovado',
  request_changes: 'Ajuste pedido',
  reject: 'Anúncio recusado',
};

/** Decisions are optimistic: the item leaves the queue at once, and the call is sent after 6 s (design §4.5). */
export function useDecisions(onUndone: (id: number) => void): Decisions {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries, outbox.entries);
  const [session, setSession] = useState(() => ({ count: 0, startedAt: Date.now(), lastAt: Date.now() }));

  useEffect(() => {
    if (user.id > 0) openOutbox(user.id);
    return outbox.flush;
  }, [user.id]);
  const over = idsAt(entries, ['saved', 'overtaken']).join();
  useEffect(() => {
    if (over) void revalidate();
  }, [over, revalidate]);

  function undo(id?: number): void {
    const undone = outbox.undo(id);
    if (!undone) return aviso.erro('Nada para desfazer', 'Uma decisão pode ser desfeita por 6 segundos.');
    setSession((old) => ({ ...old, count: old.count - 1 }));
    onUndone(undone.id);
  }

  return {
    undo: () => undo(),
    hides: (id) => isDecided(entries.get(id)),
    failed: new Map(idsAt(entries, ['refused']).map((id) => [id, entries.get(id)?.problem ?? ''])),
    decisionOn: (id) => entries.get(id)?.decision,
    waiting: idsAt(entries, ['unanswered']).length,
    session: {
      count: session.count,
      averageMs: (session.lastAt - session.startedAt) / Math.max(1, session.count),
    },
    decide: (decision) => {
      outbox.decide({ ...decision, key: newIdempotencyKey() });
      setSession((old) => ({ ...old, count: old.count + 1, lastAt: Date.now() }));
      aviso.sucesso(done[decision.decision], decision.title, { desfazer: () => undo(decision.id) });
    },
  };
}

function idsAt(entries: Entries, steps: readonly string[]): number[] {
  return [...entries.values()].filter(({ step }) => steps.includes(step)).map(({ decision }) => decision.id);
}
