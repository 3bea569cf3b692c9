const maxDelayMs = 2_000;

/** Runs `work` once the page is drawn and has nothing better to do. Answers with what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari does not know idle time.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, maxDelayMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: maxDelayMs });
  return () => cancelIdleCallback(request);
}
