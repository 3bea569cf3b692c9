import { importWhenOnline } from '#web/ui/page/import-when-online.ts';

/**
 * Imports the module of a page. A module that no longer exists is reported as a `vite:preloadError` event, as Vite does
 * for its own imports (specification §8). React Router itself would reload the present page, which offline loses it.
 */
export function importPage(address: string): Promise<unknown> {
  return importWhenOnline(() => import(/* @vite-ignore */ address)).catch(rethrowUnlessHandled);
}

/** When the event is handled the page reloads, so the import never settles. */
function rethrowUnlessHandled(error: unknown): Promise<never> {
  const event = new Event('vite:preloadError', { cancelable: true });
  if (window.dispatchEvent(event)) throw error;
  return new Promise(() => undefined);
}
