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
