import { formatDateTime, formatRelative } from '#web/ui/data/formats.ts';

/** What is said once the promise has passed; the order goes on until it is cancelled. */
export function late(promisedAt: string | null, now: string): string | null {
  return promisedAt !== null && promisedAt < now
    ? `A entrega está atrasada: era até ${by(promisedAt, now)}.`
    : null;
}

/** The promise, and once it has passed what comes after it. */
export function nextOf(promisedAt: string | null, dueAt: string | null, now: string): string | null {
  return late(promisedAt, now) ? dueAt : (promisedAt ?? dueAt);
}

/** «14:52» today, «amanhã às 9:10», the full date beyond. */
export function by(instant: string | null, now: string): string {
  if (!instant) return 'o fim do prazo';
  const full = formatDateTime(instant);
  const [today] = formatDateTime(now).split(', ');
  if (full.startsWith(`${today}, `)) return full.slice(`${today}, `.length);
  const relative = formatRelative(instant, now);
  return relative.startsWith('amanhã') ? relative : full;
}
