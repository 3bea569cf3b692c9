import { saoPauloDay, isClosedDay, addDays, startOfDay } from '#domain/business-days.ts';
import type { ClosedDays, Day } from '#domain/business-days.ts';

/**
 * The working hours of staff, a line for each interval: `seg-sex 09:00-12:00`. Several intervals make a day with a
 * break; holidays have no working hours (§4.11).
 */
export type ServiceHours = readonly string[];

const weekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const minuteMs = 60_000;
/** The limit of days that are searched for the end of a deadline, in case the hours are too few. */
const longestDays = 3_660;

interface Interval {
  /** From Sunday, 0, to Saturday, both included. */
  from: number;
  to: number;
  startMs: number;
  endMs: number;
}

/** The error message for invalid hours; null when they are valid. */
export function hoursFault(lines: ServiceHours): string | null {
  if (lines.length === 0 || lines.length > 30) return 'Use de 1 a 30 linhas.';
  const wrong = lines.find((line) => readLine(line) === null);
  return wrong === undefined ? null : `Escreva «${wrong}» como «seg-sex 09:00-18:00».`;
}

/** Whether an instant is within the hours. */
export function isServed(at: Date, hours: ServiceHours, closed: ClosedDays): boolean {
  return servedUntil(at, hours, closed) !== null;
}

/** The end of the interval that an instant is in; null outside of the hours. */
export function servedUntil(at: Date, hours: ServiceHours, closed: ClosedDays): Date | null {
  return (
    spansOf(saoPauloDay(at), hours, closed).find(({ start, end }) => at >= start && at < end)?.end ?? null
  );
}

/** The instant after that much working time; time outside of the hours does not count. */
export function afterServiceTime(from: Date, ms: number, hours: ServiceHours, closed: ClosedDays): Date {
  let left = ms;
  let day = saoPauloDay(from);
  for (let days = 0; days < longestDays; days++) {
    for (const { start, end } of spansOf(day, hours, closed)) {
      const begins = Math.max(start.getTime(), from.getTime());
      const length = end.getTime() - begins;
      if (length <= 0) continue;
      if (left <= length) return new Date(begins + left);
      left -= length;
    }
    day = addDays(day, 1);
  }
  return startOfDay(day);
}

/** The working time between two instants, in milliseconds; zero when the second is not later. */
export function serviceTime(from: Date, to: Date, hours: ServiceHours, closed: ClosedDays): number {
  let sum = 0;
  for (let day = saoPauloDay(from); startOfDay(day) < to; day = addDays(day, 1))
    for (const { start, end } of spansOf(day, hours, closed))
      sum += Math.max(0, Math.min(end.getTime(), to.getTime()) - Math.max(start.getTime(), from.getTime()));
  return sum;
}

/** The intervals of one day, in their order. Saturdays and Sundays count where the hours name them. */
function spansOf(day: Day, hours: ServiceHours, closed: ClosedDays): { start: Date; end: Date }[] {
  if (isClosedDay(day, closed)) return [];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const midnight = startOfDay(day).getTime();
  return hours
    .map(readLine)
    .filter((line): line is Interval => line !== null && line.from <= weekday && weekday <= line.to)
    .toSorted((one, other) => one.startMs - other.startMs)
    .map(({ startMs, endMs }) => ({ start: new Date(midnight + startMs), end: new Date(midnight + endMs) }));
}

function readLine(line: string): Interval | null {
  const match = /^([a-z]{3})(?:-([a-z]{3}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(line);
  if (!match) return null;
  const [, first, last = first, ...clock] = match;
  const [from, to] = [weekdays.indexOf(first!), weekdays.indexOf(last!)];
  const [startHour, startMinute, endHour, endMinute] = clock.map(Number);
  const startMs = (startHour! * 60 + startMinute!) * minuteMs;
  const endMs = (endHour! * 60 + endMinute!) * minuteMs;
  const right = from >= 0 && to >= from && startMinute! < 60 && endMinute! < 60 && endMs <= 86_400_000;
  return right && startMs < endMs ? { from, to, startMs, endMs } : null;
}
