import { formatDate, formatTime } from '#web/ui/data/formats.ts';

/** «23 nov 2026 12:12»; in a narrow column the time goes below the date. */
export function DayAndTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{formatDate(at)}</span>{' '}
      <span className="text-ink-3">{formatTime(at)}</span>
    </time>
  );
}
