import { formatDate } from '#web/ui/data/formats.ts';

/** «hoje», «amanhã», otherwise «30 nov 2026»: deadlines of parcels end with their day. */
export function dayText(instant: string | null, now: string): string {
  if (instant === null) return 'o fim do prazo';
  const day = formatDate(instant);
  if (day === formatDate(now)) return 'hoje';
  return day === formatDate(Date.parse(now) + dayMs) ? 'amanhã' : day;
}

/** Whether the deadline has passed. */
export function isOver(instant: string | null, now: string): boolean {
  return instant !== null && Date.parse(instant) < Date.parse(now);
}

const dayMs = 86_400_000;
