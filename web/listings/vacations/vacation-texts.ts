import type { Reply } from '#contract/endpoint.ts';
import type { getVacations } from '#contract/listings/vacations.ts';
import type { Tone } from '#web/ui/data/status-badge.tsx';
import { formatCount, formatDate } from '#web/ui/data/formats.ts';

export type Vacations = Reply<typeof getVacations>;
export type Vacation = Vacations['items'][number];

/** «24 dez 2026» of a calendar day. */
export const dayText = (day: string): string => formatDate(day);

/** «24 dez 2026 a 2 jan 2027», or the one day. */
export function daysText({ startsOn, endsOn }: Pick<Vacation, 'startsOn' | 'endsOn'>): string {
  return startsOn === endsOn ? dayText(startsOn) : `${dayText(startsOn)} a ${dayText(endsOn)}`;
}

export function stateOf({ state, endedEarly }: Vacation): { label: string; tone: Tone } {
  if (state === 'running') return { label: 'Em andamento', tone: 'info' };
  if (state === 'planned') return { label: 'Planejadas', tone: 'brand' };
  if (state === 'cancelled') return { label: 'Canceladas', tone: 'neutral' };
  return { label: endedEarly ? 'Encerradas antes' : 'Terminadas', tone: 'neutral' };
}

/** «De 90 dias em 365: 3 usados, 12 planejados.» */
export function countText({ maxDays, windowDays, usedDays, plannedDays }: Vacations): string {
  const parts = [
    usedDays === 0 ? 'nenhum usado' : formatCount(usedDays, 'usado', 'usados'),
    ...(plannedDays > 0 ? [formatCount(plannedDays, 'planejado', 'planejados')] : []),
  ];
  return `De ${maxDays} dias a cada ${windowDays}: ${parts.join(' e ')}.`;
}
