import type { Reply } from '#contract/endpoint.ts';
import type { getListingStatistics } from '#contract/listings/views.ts';
import { formatBps, formatNumber } from '#web/ui/data/formats.ts';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import type { StatCardProps } from '#web/ui/cards/stat-card.tsx';

type Numbers = Reply<typeof getListingStatistics>['total'];

const numbers = [
  ['visits', 'Visitas'],
  ['favorites', 'Favoritos novos'],
  ['questions', 'Perguntas'],
  ['sales', 'Vendas'],
] as const;

export interface WeekNumbersProps {
  total: Numbers;
  /** Totals of the previous seven days; null when they are no longer stored. */
  before: Numbers | null;
}

/** The week's five numbers, each with the change from the previous week. */
export function WeekNumbers({ total, before }: WeekNumbersProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {numbers.map(([key, label]) => (
        <StatCard
          key={key}
          label={label}
          value={formatNumber(total[key])}
          {...(before && { delta: deltaOf(total[key], before[key], formatNumber) })}
        />
      ))}
      <StatCard
        label="Conversão"
        value={total.conversionBps === null ? null : formatBps(total.conversionBps)}
        {...(before?.conversionBps != null &&
          total.conversionBps !== null && {
            delta: deltaOf(total.conversionBps, before.conversionBps, formatBps),
          })}
        footer="vendas a cada visita"
        className="max-sm:col-span-2"
      />
    </div>
  );
}

function deltaOf(
  now: number,
  before: number,
  format: (value: number) => string,
): NonNullable<StatCardProps['delta']> {
  const text = now === before ? 'igual à semana antes' : `${format(before)} na semana antes`;
  if (now === before) return { direction: 'same', text };
  return { direction: now > before ? 'up' : 'down', text, ...(now > before && { good: true }) };
}
