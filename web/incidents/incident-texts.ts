import { durationText } from '#domain/text/durations.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';

/** «de 27/11/2026 às 10:00 até 27/11/2026 às 15:00 (5 horas)», or since when one lasts. */
export function spanText({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }): string {
  if (endsAt === null) return `Desde ${formatDateTime(startsAt)}, e ainda dura`;
  const length = durationText(Date.parse(endsAt) - Date.parse(startsAt));
  return `De ${formatDateTime(startsAt)} até ${formatDateTime(endsAt)}: ${length}`;
}
