/**
 * Business days of banks in São Paulo's time zone: without the fixed national holidays (Leis 662/1949, 6.802/1980,
 * 14.759/2023) and the bank holidays Carnival Monday and Tuesday and Corpus Christi (Res. CMN 4.880/2020).
 */
const fixedHolidays = new Set([
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '11-20',
  '12-25',
]);
/** Days from Easter Sunday: Carnival, Good Friday, Corpus Christi. */
const movableHolidays = [-48, -47, -2, 60];

const dayMs = 86_400_000;

/** A calendar day without a time: `2026-11-22`. */
export type Day = string;

/** Additional days without settlement: holidays of a state or a city, or of the banks. */
export type ClosedDays = ReadonlySet<Day>;

/** Holidays that staff maintain in addition to the computed national holidays. */
export interface CalendarRules {
  /** A day and its name: `2027-01-25 Aniversário de São Paulo`. */
  holidays: readonly string[];
}

export const defaultCalendarRules: CalendarRules = { holidays: [] };

/** No closed days besides the national holidays. */
export const noClosedDays: ClosedDays = new Set();

export function closedDays({ holidays }: CalendarRules): ClosedDays {
  return new Set(holidays.map(dayOfHoliday));
}

export const dayOfHoliday = (holiday: string): Day => holiday.slice(0, 10);
export const nameOfHoliday = (holiday: string): string => holiday.slice(11);

/** The error message for a list of holidays; null when it is valid. */
export function holidaysError(holidays: readonly string[]): string | null {
  if (holidays.length > 400) return 'Use até 400 feriados.';
  if (!holidays.every((holiday) => /^\d{4}-\d{2}-\d{2} \S.{1,59}$/.test(holiday)))
    return 'Cada feriado tem uma data e um nome de 2 a 60 letras.';
  const days = holidays.map(dayOfHoliday);
  if (days.some((day) => Number.isNaN(utc(day).getTime()) || addDays(day, 0) !== day))
    return 'Uma das datas não existe.';
  return new Set(days).size === days.length ? null : 'A mesma data está duas vezes.';
}

const saoPaulo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in São Paulo at this instant. */
export function saoPauloDay(at: Date): Day {
  return saoPaulo.format(at);
}

export function isBusinessDay(day: Day, closed: ClosedDays): boolean {
  const weekday = utc(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isClosedDay(day, closed);
}

/** Whether the day is a national holiday or on the list, on any day of the week. */
export function isClosedDay(day: Day, closed: ClosedDays): boolean {
  return isHoliday(day) || closed.has(day);
}

/** The day that many business days after this one; the day itself does not count. */
export function addBusinessDays(day: Day, count: number, closed: ClosedDays): Day {
  let found = day;
  for (let left = count; left > 0;) {
    found = addDays(found, 1);
    if (isBusinessDay(found, closed)) left -= 1;
  }
  return found;
}

/** The same time of day that many business days later. */
export function afterBusinessDays(from: Date, days: number, closed: ClosedDays): Date {
  const day = saoPauloDay(from);
  const sinceMidnight = from.getTime() - startOfDay(day).getTime();
  return new Date(startOfDay(addBusinessDays(day, days, closed)).getTime() + sinceMidnight);
}

/** The calendar day that many days later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  return new Date(utc(day).getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The first instant of the day in São Paulo, also where daylight saving time begins at midnight. */
export function startOfDay(day: Day): Date {
  const guess = utc(day).getTime();
  // No Brazilian offset is further than five hours from UTC, so the loop checks at most six hours.
  for (let hours = 0; hours <= 5; hours++) {
    const at = new Date(guess + hours * 3_600_000);
    if (saoPauloDay(at) === day) return at;
  }
  return new Date(guess);
}

/** The last second of the day in São Paulo. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1_000);
}

function isHoliday(day: Day): boolean {
  return fixedHolidays.has(day.slice(5)) || movableHolidaysOf(Number(day.slice(0, 4))).has(day);
}

const movableHolidaysByYear = new Map<number, ReadonlySet<Day>>();

function movableHolidaysOf(year: number): ReadonlySet<Day> {
  let days = movableHolidaysByYear.get(year);
  if (!days) {
    const sunday = easter(year);
    days = new Set(movableHolidays.map((after) => addDays(sunday, after)));
    movableHolidaysByYear.set(year, days);
  }
  return days;
}

/** Easter Sunday by the anonymous Gregorian computus. */
export function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return `${year}-${pad(Math.floor(f / 31))}-${pad((f % 31) + 1)}`;
}

const pad = (number: number) => String(number).padStart(2, '0');
const utc = (day: Day) => new Date(`${day}T00:00:00Z`);
