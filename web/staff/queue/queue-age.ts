import type { Moment } from '#web/ui/data/formats.ts';
import { formatRelative } from '#web/ui/data/formats.ts';

/**
 * «há 2 h» for queue items. The demonstration's clock may be ahead of the browser's, so the current time is never
 * before the newest visible item.
 */
export function ageLabel(at: Moment, seen: readonly Moment[] = []): string {
  return formatRelative(at, Math.max(Date.now(), ...[at, ...seen].map((one) => new Date(one).getTime())));
}
