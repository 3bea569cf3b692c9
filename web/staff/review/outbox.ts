import type { ReviewReason } from '#domain/listings/listings.ts';
import { createDelayed } from '#web/api/delayed.ts';
import type { Refusal } from './compose-note.ts';

/** What the reviewer decided about one listing, or about one change of it. */
export interface Decision {
  id: number;
  title: string;
  /** The change that was looked at, when it is one. */
  revisionId: number | undefined;
  decision: 'approve' | Refusal;
  reasons: ReviewReason[];
  note: string;
  /** Minted with the decision: however often it is sent, it counts once. */
  key: string;
}

/** What became of a call: it counts, somebody was faster, there was no answer, or it was refused and is to be mended. */
export type Outcome = { is: 'saved' | 'overtaken' | 'unanswered' } | { is: 'refused'; problem: string };

export interface Entry {
  decision: Decision;
  step: 'held' | 'sending' | 'taken_back' | Outcome['is'];
  /** Why it was refused. */
  problem?: string;
}

export type Entries = ReadonlyMap<number, Entry>;

export interface OutboxOptions {
  undoMs: number;
  /** How long after an unanswered call the next one leaves by itself. */
  retryMs: number;
  /** @param leaving the page is going away, the call must outlive it */
  send: (decision: Decision, leaving: boolean) => Promise<Outcome>;
  /** Called with all that the server does not know yet, whenever that changes. */
  keep: (unsent: Decision[]) => void;
}

export interface Outbox {
  decide: (decision: Decision) => void;
  /** Takes one decision back, or the last one; null when it has left already. */
  undo: (id?: number) => Decision | null;
  /** Sends everything that can still be undone, now: the page goes away. */
  flush: () => void;
  /** Sends again what got no answer. */
  retry: () => Promise<void>;
  /** Decisions that an earlier page of this tab could not send. */
  restore: (unsent: readonly Decision[]) => void;
  /** Those that are over; once a queue that was asked for afterwards is here, they need not be hidden any more. */
  over: () => number[];
  forget: (ids: readonly number[]) => void;
  entries: () => Entries;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Decisions on their way to the server. Each can be taken back for a while and then leaves; one that gets
 * no answer stays and is sent again, with the same key, until it has one. So a lost connection loses none of them.
 */
export function createOutbox({ undoMs, retryMs, send, keep }: OutboxOptions): Outbox {
  const delayed = createDelayed<Decision>(undoMs, (decision, leaving) => void attempt(decision, leaving));
  const listeners = new Set<() => void>();
  let entries: Entries = new Map();
  let next: ReturnType<typeof setTimeout> | undefined;

  function change(changed: Entries): void {
    entries = changed;
    keep([...entries.values()].filter(({ step }) => isUnsent(step)).map(({ decision }) => decision));
    for (const listener of listeners) listener();
  }

  const put = (entry: Entry) => change(new Map(entries).set(entry.decision.id, entry));

  async function attempt(decision: Decision, leaving: boolean): Promise<void> {
    put({ decision, step: 'sending' });
    const outcome = await send(decision, leaving);
    put({
      decision,
      step: outcome.is,
      ...(outcome.is === 'refused' && { problem: outcome.problem }),
    });
    if (outcome.is !== 'unanswered') return;
    clearTimeout(next);
    next = setTimeout(() => void retry(), retryMs);
  }

  async function retry(): Promise<void> {
    clearTimeout(next);
    const waiting = [...entries.values()].filter(({ step }) => step === 'unanswered');
    await Promise.all(waiting.map(({ decision }) => attempt(decision, false)));
  }

  return {
    decide(decision) {
      delayed.schedule(decision);
      put({ decision, step: 'held' });
    },
    undo(id) {
      const decision = delayed.cancel(id);
      if (decision) put({ decision, step: 'taken_back' });
      return decision;
    },
    flush: delayed.flush,
    retry,
    restore(unsent) {
      const unknown = unsent.filter(({ id }) => !entries.has(id));
      const restored = unknown.map((decision): [number, Entry] => [
        decision.id,
        { decision, step: 'unanswered' },
      ]);
      change(new Map([...entries, ...restored]));
      void retry();
    },
    over: () =>
      [...entries.values()]
        .filter(({ step }) => step === 'saved' || step === 'overtaken')
        .map(({ decision }) => decision.id),
    forget(ids) {
      if (ids.length > 0) change(new Map([...entries].filter(([id]) => !ids.includes(id))));
    },
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Decided here, and as far as we know the server has not heard of it. */
export function isUnsent(step: Entry['step']): boolean {
  return step === 'held' || step === 'sending' || step === 'unanswered';
}

/** Decided here: not shown in the queue, whatever the server's copy of it says. */
export function isDecided(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.step !== 'refused' && entry.step !== 'taken_back';
}
