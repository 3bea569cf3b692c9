import { addDays } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import type { VacationRules } from './rules.ts';

/** The first and the last day of a vacation of a seller (F67), both included. */
export interface VacationDays {
  startsOn: Day;
  endsOn: Day;
}

/** `over` also where the seller ended it early; `cancelled` only before it began. */
export const vacationStates = ['planned', 'running', 'over', 'cancelled'] as const;
export type VacationState = (typeof vacationStates)[number];

const dayMs = 86_400_000;

/** How many days the vacation has. */
export function lengthOf({ startsOn, endsOn }: VacationDays): number {
  return Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / dayMs) + 1;
}

/** How many days of these vacations lie between two days, both included. */
export function daysBetween(vacations: readonly VacationDays[], first: Day, last: Day): number {
  let days = 0;
  for (const { startsOn, endsOn } of vacations) {
    const part = {
      startsOn: startsOn > first ? startsOn : first,
      endsOn: endsOn < last ? endsOn : last,
    };
    if (part.startsOn <= part.endsOn) days += lengthOf(part);
  }
  return days;
}

/**
 * The most days of vacation in a window of days. A window holds most when it ends with the last day of a vacation, so only
 * those are counted, and the one that ends on `from`. Vacations do not overlap.
 * @param from windows end on this day or later
 * @param until windows begin on this day or earlier
 */
export function mostDaysInWindow(
  vacations: readonly VacationDays[],
  windowDays: number,
  { from, until }: { from: Day; until?: Day },
): number {
  const counts = [from, ...vacations.map(({ endsOn }) => endsOn)]
    .map((last) => ({ first: addDays(last, 1 - windowDays), last }))
    .filter(({ first, last }) => last >= from && (until === undefined || first <= until))
    .map(({ first, last }) => daysBetween(vacations, first, last));
  return Math.max(...counts);
}

/** Why a vacation cannot be like this, and where it can be said, by how many days or with which other. */
export type VacationFault =
  | { reason: 'past' | 'reversed' | 'far' | 'ended' }
  | { reason: 'overlap'; other: VacationDays }
  | { reason: 'too_many'; days: number };

interface Situation {
  today: Day;
  /** The vacation as it is, where it is changed. */
  old?: (VacationDays & { isRunning: boolean }) | undefined;
  /** The seller's other vacations, without cancelled ones. */
  others: readonly VacationDays[];
  rules: VacationRules;
}

/**
 * What is wrong with a planned or changed vacation (F67); null when it may be. What adds no days is always allowed,
 * whatever the rules say meanwhile.
 */
export function vacationFault(
  next: VacationDays,
  { today, old, others, rules }: Situation,
): VacationFault | null {
  const { startsOn, endsOn } = next;
  if (startsOn > endsOn) return { reason: 'reversed' };
  if (old?.isRunning ? startsOn !== old.startsOn : startsOn < today) return { reason: 'past' };
  if (endsOn < today) return { reason: 'ended' };
  if (old && startsOn >= old.startsOn && endsOn <= old.endsOn) return null;
  if (startsOn > addDays(today, rules.windowDays)) return { reason: 'far' };
  const other = others.find((each) => each.startsOn <= endsOn && each.endsOn >= startsOn);
  if (other) return { reason: 'overlap', other };
  const days = mostDaysInWindow([...others, next], rules.windowDays, { from: startsOn, until: endsOn });
  return days > rules.maxDays ? { reason: 'too_many', days } : null;
}
