const stampKey = 'praca_reloaded_at';
const quietMs = 30_000;

/**
 * A page chunk that is gone usually means that a new version was deployed: reload once, at most every 30 s.
 * Otherwise the error is left alone, so that it is rethrown to the route's error screen (specification §4, §8). So it
 * is without a connection, where loading anew would lose the page.
 */
export function reloadOnceOnNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = readStamp();
    if (!navigator.onLine || last === null || Date.now() - last < quietMs) return;
    event.preventDefault();
    sessionStorage.setItem(stampKey, String(Date.now()));
    window.location.reload();
  });
}

/** Null when the browser refuses storage: without it a reload loop could not be stopped. */
function readStamp(): number | null {
  try {
    return Number(sessionStorage.getItem(stampKey) ?? 0);
  } catch {
    return null;
  }
}
