const reloadedAtKey = 'praca_reloaded_at';
const minIntervalMs = 30_000;

/**
 * A missing page chunk usually means that a new version was deployed: reload once, at most every 30 s. Otherwise, and
 * without a connection, where a reload would lose the page, the error goes to the route's error screen
 * (specification §4, §8).
 */
export function reloadOnceOnNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = readReloadedAt();
    if (!navigator.onLine || last === null || Date.now() - last < minIntervalMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    window.location.reload();
  });
}

/** Null when the browser blocks storage: without it a reload loop could not be stopped. */
function readReloadedAt(): number | null {
  try {
    return Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  } catch {
    return null;
  }
}
