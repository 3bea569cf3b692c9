import type { Moment } from '#web/ui/data/formats.ts';
import { formatRelative } from '#web/ui/data/formats.ts';

/**
 * «há 2 h» for things of a queue. The demonstration's clock may run ahead of this machine's, so the present is never
 * before the newest thing in sight.
 */
export function ageWords(at: Moment, seen: readonly Moment[] = []): string {
  return formatRelative(at, Math.max(Date.now(), ...[at, ...seen].map((one) => new Date(one).getTime())));
}
