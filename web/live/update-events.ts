/** Pages listen here for changes; the realtime connection (`live.tsx`) dispatches them. */
const events = new EventTarget();

/** Dispatches that something concerning the signed-in person changed. */
export function dispatchUpdate(): void {
  events.dispatchEvent(new Event('news'));
}

/** Dispatches that a staff queue changed. */
export function dispatchStaffUpdate(): void {
  events.dispatchEvent(new Event('staff-news'));
}

/** Calls `listener` when a staff queue changed, until the returned function is called. */
export function onStaffUpdate(listener: () => void): () => void {
  events.addEventListener('staff-news', listener);
  return () => events.removeEventListener('staff-news', listener);
}

/** Calls `listener` at every update event until the returned function is called. */
export function onUpdate(listener: () => void): () => void {
  events.addEventListener('news', listener);
  return () => events.removeEventListener('news', listener);
}

/** The notices that were read: one, or all up to an id. */
export type ReadNotices = { id: number } | { upTo: number };

/** Dispatches that the same person read notices on another page. */
export function dispatchReadNotices(detail: ReadNotices): void {
  events.dispatchEvent(new CustomEvent('notices-read', { detail }));
}

export function onReadNotices(listener: (read: ReadNotices) => void): () => void {
  const onEvent = (event: Event) => listener((event as CustomEvent<ReadNotices>).detail);
  events.addEventListener('notices-read', onEvent);
  return () => events.removeEventListener('notices-read', onEvent);
}
