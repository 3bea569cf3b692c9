/** Something decided that can still be taken back. */
interface Held<T> {
  item: T;
  timer: ReturnType<typeof setTimeout>;
}

export interface Delayed<T> {
  /** Holds the item; `send` is called with it after the delay. */
  hold: (item: T) => void;
  /** Takes back one item, or the last one; null when it is too late. */
  take: (id?: number) => T | null;
  /** Sends everything that is still held, now. */
  flush: () => void;
}

/** Decisions that leave after a while, so that they can be undone, and at once when the page goes away. */
export function createDelayed<T extends { id: number }>(
  delayMs: number,
  send: (item: T, leaving: boolean) => void,
): Delayed<T> {
  const held = new Map<number, Held<T>>();

  function release(id: number, leaving: boolean): void {
    const entry = held.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    held.delete(id);
    send(entry.item, leaving);
  }

  return {
    hold(item) {
      held.set(item.id, { item, timer: setTimeout(() => release(item.id, false), delayMs) });
    },
    take(id = [...held.keys()].at(-1)) {
      const entry = id === undefined ? undefined : held.get(id);
      if (!entry) return null;
      clearTimeout(entry.timer);
      held.delete(entry.item.id);
      return entry.item;
    },
    flush() {
      for (const id of held.keys()) release(id, true);
    },
  };
}
