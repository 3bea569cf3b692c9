/** An item that can still be cancelled. */
interface Scheduled<T> {
  item: T;
  timer: ReturnType<typeof setTimeout>;
}

export interface Delayed<T> {
  /** Calls `send` with the item after the delay. */
  schedule: (item: T) => void;
  /** Cancels and returns one item, or the last one; null when it has been sent. */
  cancel: (id?: number) => T | null;
  /** Sends all scheduled items now. */
  flush: () => void;
}

/** Items that are sent after a delay, so that they can be undone. */
export function createDelayed<T extends { id: number }>(
  delayMs: number,
  send: (item: T, leaving: boolean) => void,
): Delayed<T> {
  const scheduled = new Map<number, Scheduled<T>>();

  function sendNow(id: number, leaving: boolean): void {
    const entry = scheduled.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    scheduled.delete(id);
    send(entry.item, leaving);
  }

  return {
    schedule(item) {
      scheduled.set(item.id, { item, timer: setTimeout(() => sendNow(item.id, false), delayMs) });
    },
    cancel(id = [...scheduled.keys()].at(-1)) {
      const entry = id === undefined ? undefined : scheduled.get(id);
      if (!entry) return null;
      clearTimeout(entry.timer);
      scheduled.delete(entry.item.id);
      return entry.item;
    },
    flush() {
      for (const id of scheduled.keys()) sendNow(id, true);
    },
  };
}
