import { recordListingView } from '#contract/listings/listings.ts';
import { api } from '#web/api/api.ts';

/**
 * Records a view of a listing once its tab is visible: a page opened in the background or prerendered does not count.
 * Failures are ignored. Returns a function that cancels it.
 */
export function recordView(id: number): () => void {
  const stop = () => document.removeEventListener('visibilitychange', send);
  function send(): void {
    if (document.visibilityState !== 'visible') return;
    stop();
    api(recordListingView, { params: { id }, keepalive: true }).catch(() => undefined);
  }
  document.addEventListener('visibilitychange', send);
  send();
  return stop;
}
