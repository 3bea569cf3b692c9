import type { Reply } from '#contract/endpoint.ts';
import type { getListingStatistics } from '#contract/listings/views.ts';
import { formatCount, formatNumber } from '#web/ui/data/formats.ts';

type Day = Reply<typeof getListingStatistics>['days'][number];

const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat('pt-BR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** Seven days: a bar for the views and the sales as text, so that no value depends on height alone. */
export function WeekChart({ days }: { days: readonly Day[] }) {
  const maxVisits = Math.max(1, ...days.map(({ visits }) => visits));
  return (
    <ul className="grid grid-cols-7 gap-1.5 sm:gap-3">
      {days.map(({ day, visits, sales }) => (
        <li key={day} className="flex min-w-0 flex-col items-center gap-1.5 text-xs tabular-nums">
          <span className="sr-only">
            {`${wholeDay.format(new Date(day))}: ${formatCount(visits, 'visita', 'visitas')}, ${formatCount(sales, 'venda', 'vendas')}`}
          </span>
          <span
            aria-hidden="true"
            className="flex h-32 w-full flex-col justify-end gap-1 text-center text-ink"
          >
            {formatNumber(visits)}
            <span
              className="block w-full rounded-t-sm bg-brand forced-colors:bg-[CanvasText]"
              style={{ height: `${Math.max(2, Math.round((visits / maxVisits) * 100))}px` }}
            />
          </span>
          <span aria-hidden="true" className="text-center text-ink-3">
            <span className="block">{weekday.format(new Date(day)).replace('.', '')}</span>
            {day.slice(8)}
          </span>
          <span
            aria-hidden="true"
            className={sales > 0 ? 'text-center font-semibold text-on-success-soft' : 'text-ink-3'}
          >
            {sales > 0 ? formatCount(sales, 'venda', 'vendas') : '—'}
          </span>
        </li>
      ))}
    </ul>
  );
}
