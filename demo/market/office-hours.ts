import { addDays, isBusinessDay, noClosedDays, saoPauloDay, startOfDay } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The time of that clock on the business day that lies so many before today, in São Paulo. */
export function businessDayBefore(now: Date, days: number, clock: `${number}:${number}`): Date {
  let day = saoPauloDay(now);
  for (let left = days; left > 0;) {
    day = addDays(day, -1);
    if (isBusinessDay(day, noClosedDays)) left -= 1;
  }
  return at(day, clock);
}

/** When a postman came last, at that clock: never on a Sunday, and an hour ago at least. */
export function lastVisitAt(now: Date, clock: `${number}:${number}`): Date {
  let day = saoPauloDay(now);
  while (startOfDay(day).getUTCDay() === 0 || at(day, clock).getTime() > now.getTime() - hourMs)
    day = addDays(day, -1);
  return at(day, clock);
}

function at(day: Day, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return new Date(startOfDay(day).getTime() + hours * hourMs + minutes * minuteMs);
}

/** Days from this instant until now. */
export function daysFrom(then: Date, now: Date): number {
  return (now.getTime() - then.getTime()) / (24 * hourMs);
}
