import { visitListing } from '#contract/listings/listings.ts';
import { api } from '#web/api/api.ts';

/**
 * Tells the server that somebody looks at a listing, once the tab is one that is looked at: a page that was opened behind
 * others or drawn ahead of time was not seen. Nobody waits for it and nobody misses it. Returns how to call it off.
 */
export function noteVisit(id: number): () => void {
  const stop = () => document.removeEventListener('visibilitychange', tell);
  function tell(): void {
    if (document.visibilityState !== 'visible') return;
    stop();
    api(visitListing, { params: { id }, keepalive: true }).catch(() => undefined);
  }
  document.addEventListener('visibilitychange', tell);
  tell();
  return stop;
}
