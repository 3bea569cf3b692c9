const defaultMaxDelayMs = 2_000;

/**
 * Runs `task` when the browser is idle (design §4.14). Returns a function that cancels it.
 * @param maxDelayMs the task runs after this time even in a busy browser
 * @param fallbackDelayMs delay in Safari, which lacks `requestIdleCallback`
 */
export function whenIdle(
  task: () => void,
  {
    maxDelayMs = defaultMaxDelayMs,
    fallbackDelayMs = maxDelayMs,
  }: { maxDelayMs?: number; fallbackDelayMs?: number } = {},
): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, fallbackDelayMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(task, { timeout: maxDelayMs });
  return () => cancelIdleCallback(request);
}
