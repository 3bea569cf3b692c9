import { formatDateTime, formatRelative } from '#web/ui/data/formats.ts';

/** Sentence shown once the promised time has passed; the order goes on until it is cancelled. */
export function overdueText(promisedAt: string | null, now: string): string | null {
  return promisedAt !== null && promisedAt < now
    ? `A entrega está atrasada: era até ${formatDeadline(promisedAt, now)}.`
    : null;
}

/** The promised time; once it has passed, the time of the automatic cancellation. */
export function nextDeadline(promisedAt: string | null, dueAt: string | null, now: string): string | null {
  return overdueText(promisedAt, now) ? dueAt : (promisedAt ?? dueAt);
}

/** «14:52» today, «amanhã às 9:10», otherwise the full date. */
export function formatDeadline(instant: string | null, now: string): string {
  if (!instant) return 'o fim do prazo';
  const full = formatDateTime(instant);
  const [today] = formatDateTime(now).split(', ');
  if (full.startsWith(`${today}, `)) return full.slice(`${today}, `.length);
  const relative = formatRelative(instant, now);
  return relative.startsWith('amanhã') ? relative : full;
}
