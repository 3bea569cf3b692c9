import type { ReviewReason } from '#domain/listings/listings.ts';
import { createDelayed } from '#web/api/delayed.ts';
import type { Refusal } from './compose-note.ts';

/** A reviewer's decision about a listing or about a change of it. */
export interface Decision {
  id: number;
  title: string;
  /** The reviewed change, if it is one. */
  revisionId: number | undefined;
  decision: 'approve' | Refusal;
  reasons: ReviewReason[];
  note: string;
  /** Idempotency key, created with the decision: however often it is sent, it counts once. */
  key: string;
}

/** Result of a call: accepted, already decided by a colleague, unanswered, or refused with a problem to correct. */
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
  /** Delay after an unanswered call before it is retried. */
  retryMs: number;
  /** @param leaving the page is going away, the call must outlive it */
  send: (decision: Decision, leaving: boolean) => Promise<Outcome>;
  /** Called with all decisions that the server does not know yet, whenever they change. */
  keep: (unsent: Decision[]) => void;
}

export interface Outbox {
  decide: (decision: Decision) => void;
  /** Undoes one decision, or the last one; null when it was sent already. */
  undo: (id?: number) => Decision | null;
  /** Sends all decisions that could still be undone, because the page is closing. */
  flush: () => void;
  /** Retries unanswered decisions. */
  retry: () => Promise<void>;
  /** Decisions that an earlier page of this tab could not send. */
  restore: (unsent: readonly Decision[]) => void;
  /** Settled decisions; they can be shown again once a queue requested later has loaded. */
  over: () => number[];
  forget: (ids: readonly number[]) => void;
  entries: () => Entries;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Decisions on their way to the server. Each can be undone for a while and is then sent; an unanswered one is retried
 * with the same key until it is answered, so that a lost connection loses none.
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

/** Decided here and not known to the server, as far as this browser knows. */
export function isUnsent(step: Entry['step']): boolean {
  return step === 'held' || step === 'sending' || step === 'unanswered';
}

/** Decided here: hidden from the queue whatever the server's copy says. */
export function isDecided(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.step !== 'refused' && entry.step !== 'taken_back';
}
