/** Pages that show what may change by itself listen here; the open line (`live.tsx`) speaks. */
const line = new EventTarget();

/** Something that concerns the signed-in person happened. */
export function tellNews(): void {
  line.dispatchEvent(new Event('news'));
}

/** Something moved in a queue of the team. */
export function tellStaffNews(): void {
  line.dispatchEvent(new Event('staff-news'));
}

/** Calls `listener` when something moved in a queue, until the returned function is called. */
export function onStaffNews(listener: () => void): () => void {
  line.addEventListener('staff-news', listener);
  return () => line.removeEventListener('staff-news', listener);
}

/** Calls `listener` at every piece of news until the returned function is called. */
export function onNews(listener: () => void): () => void {
  line.addEventListener('news', listener);
  return () => line.removeEventListener('news', listener);
}

/** Which notices were read: one, or all up to one. */
export type ReadNotices = { id: number } | { upTo: number };

/** Notices were read on another page of the same person. */
export function tellReadNotices(detail: ReadNotices): void {
  line.dispatchEvent(new CustomEvent('notices-read', { detail }));
}

export function onReadNotices(listener: (read: ReadNotices) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<ReadNotices>).detail);
  line.addEventListener('notices-read', hear);
  return () => line.removeEventListener('notices-read', hear);
}
