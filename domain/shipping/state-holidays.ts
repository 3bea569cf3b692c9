import type { State } from '#domain/addresses/states.ts';
import { addDays, closedDays, easter } from '#domain/business-days.ts';
import type { CalendarRules, ClosedDays, Day } from '#domain/business-days.ts';

/** A day of each year: a month and a day, days after Easter Sunday, or a date moved to the next Friday. */
type Holiday = { on: string } | { afterEaster: number } | { fridayFrom: string };

const on = (monthDay: string): Holiday => ({ on: monthDay });
const fridayFrom = (monthDay: string): Holiday => ({ fridayFrom: monthDay });

/**
 * Holidays of the states (Lei 9.093/1995) besides the national ones. Santa Catarina moves its two to Sundays (Lei
 * 12.906/2004), Paraná made its own optional (Lei 18.384/2014), and those of MG and DF on 21 April and of MT on 20
 * November are national. Holidays of cities are unknown here; staff add them to the calendar.
 */
const holidaysOfStates: Readonly<Record<State, readonly Holiday[]>> = {
  // Leis 1.538/2004, 1.411/2001, 14/1964, 1.526/2004 and 57/1965; all but that of June move (Lei 2.247/2009).
  AC: [fridayFrom('01-23'), fridayFrom('03-08'), on('06-15'), fridayFrom('09-05'), fridayFrom('11-17')],
  // Leis 5.508/1993 and 5.509/1993.
  AL: [on('06-24'), on('06-29'), on('09-16'), on('11-30')],
  // Leis 667/2002 and 1.696/2012.
  AP: [on('03-19'), on('07-25'), on('09-13')],
  AM: [on('09-05')],
  // The state's constitution, art. 6.
  BA: [on('07-02')],
  CE: [on('03-19'), on('03-25'), on('08-15')],
  // Lei distrital 963/1995.
  DF: [on('11-30')],
  // Lei 11.010/2019: Our Lady of Penha.
  ES: [{ afterEaster: 8 }],
  GO: [on('07-26'), on('10-24')],
  // Lei 2.457/1964.
  MA: [on('07-28')],
  MT: [],
  // Lei 10/1979.
  MS: [on('10-11')],
  MG: [],
  // Lei 5.999/1996.
  PA: [on('08-15')],
  // Lei 3.489/1967.
  PB: [on('08-05')],
  PR: [],
  // Lei 16.059/2017.
  PE: [on('03-06')],
  // Lei 176/1937.
  PI: [on('10-19')],
  // Lei 5.198/2008.
  RJ: [on('04-23')],
  // Leis 7.831/2000 and 8.913/2006.
  RN: [on('08-07'), on('10-03')],
  RS: [on('09-20')],
  // Leis 2.291/2010 and 1.026/2001.
  RO: [on('01-04'), on('06-18')],
  RR: [on('10-05')],
  SC: [],
  // Lei 9.497/1997.
  SP: [on('07-09')],
  // The state's constitution, art. 269.
  SE: [on('07-08')],
  // Leis 960/1998 and 627/1993.
  TO: [on('03-18'), on('09-08'), on('10-05')],
};

/**
 * The closed days of an origin (S07): holidays of its state in these years, and those that staff maintain. National
 * holidays are always closed.
 */
export function closedDaysOf(state: State, years: readonly number[], calendar: CalendarRules): ClosedDays {
  const days = new Set(closedDays(calendar));
  for (const year of years) for (const holiday of holidaysOfStates[state]) days.add(dayOf(holiday, year));
  return days;
}

/** The years that deadlines from this day on may reach. */
export function yearsFrom(day: Day): [number, number] {
  const year = Number(day.slice(0, 4));
  return [year, year + 1];
}

function dayOf(holiday: Holiday, year: number): Day {
  if ('on' in holiday) return `${year}-${holiday.on}`;
  if ('afterEaster' in holiday) return addDays(easter(year), holiday.afterEaster);
  return movedToFriday(`${year}-${holiday.fridayFrom}`);
}

/** Acre moves holidays on a Tuesday, Wednesday or Thursday to the Friday after. */
function movedToFriday(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 2 && weekday <= 4 ? addDays(day, 5 - weekday) : day;
}
