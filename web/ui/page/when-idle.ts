const maxDelayMs = 2_000;

/** Runs `work` when the browser is idle, after 2 s at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari lacks `requestIdleCallback`.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, maxDelayMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: maxDelayMs });
  return () => cancelIdleCallback(request);
}
