/** Why a date of a statement was not read. */
export type InstantFault = 'unreadable' | 'no_such_day' | 'no_such_time' | 'no_such_offset' | 'two_times';

/**
 * An instant as banks write it: `22/11/2026 14:20`, `22/11/26`, ISO 8601, or OFX 1.6 §3.2.8
 * (`20261122142000.000[-3:BRT]`). Without an offset it is São Paulo's time; without a time it is noon there.
 * @param time of a column of its own, or empty
 */
export function instantOf(text: string, time: string): Date | InstantFault {
  const parts = dayParts(text);
  if (parts === null) return 'unreadable';
  const rest = withColumn(parts.rest, time.trim());
  if (rest === null) return 'two_times';
  const clock = clockOf(rest);
  if (clock === null) return 'unreadable';
  if (clock.offset === null) return 'no_such_offset';
  if (clock.hour > 23 || clock.minute > 59 || clock.second > 59) return 'no_such_time';
  const { year, month, day } = parts;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return 'no_such_day';
  const minutes = clock.hour * 60 + clock.minute - clock.offset;
  return new Date(midnight.getTime() + minutes * 60_000 + clock.second * 1_000 + clock.millisecond);
}

interface DayParts {
  year: number;
  month: number;
  day: number;
  /** What follows the day: time and offset, or nothing. */
  rest: string;
}

const brazilian =
  /^(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?!\d)(?<rest>.*)$/;
const iso = /^(?<year>\d{4})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d)(?<rest>.*)$/;
const compact = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?<rest>.*)$/;
const earliestYear = 2000;
const latestYear = 2099;

function dayParts(text: string): DayParts | null {
  const groups = (brazilian.exec(text) ?? iso.exec(text) ?? compact.exec(text))?.groups;
  if (!groups) return null;
  const { day, month, year = '', mark, rest = '' } = groups;
  // `26-11-22` may begin with the year.
  if (year.length === 2 && mark === '-') return null;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (fullYear < earliestYear || fullYear > latestYear) return null;
  return { year: fullYear, month: Number(month), day: Number(day), rest: rest.trim() };
}

/** A day with the time of another column; null where the two columns tell different times. */
function withColumn(rest: string, time: string): string | null {
  if (time === '' || toTheMinute(rest) === toTheMinute(time)) return rest;
  return rest === '' || /^T?00:?00(?::?00(?:[.,]0+)?)?$/.test(rest) ? time : null;
}

/** `9:05:00` and `09:05` are one time. */
function toTheMinute(time: string): string {
  return time.replace(/^(\d):/, '0$1:').replace(/:00(?:[.,]0+)?$/, '');
}

interface Clock {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Minutes east of Greenwich; null where no place on earth has it. */
  offset: number | null;
}

const time =
  /^(?:T|,|- |às |as )?\s*(?<hour>\d{1,2})(?:[:hH](?<minute>\d{2})(?:[:m](?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?|(?<minuteToo>\d{2})(?:(?<secondToo>\d{2})(?:[.,](?<fractionToo>\d{1,9}))?)?)\s*(?:h|hs|s)?\s*(?<offset>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?|\[.*\])?$/i;

function clockOf(rest: string): Clock | null {
  if (rest === '' || rest.startsWith('['))
    return { hour: 12, minute: 0, second: 0, millisecond: 0, offset: offsetOf(rest) };
  const groups = time.exec(rest)?.groups;
  if (!groups) return null;
  const { fraction = groups.fractionToo ?? '' } = groups;
  return {
    hour: Number(groups.hour),
    minute: Number(groups.minute ?? groups.minuteToo),
    second: Number(groups.second ?? groups.secondToo ?? 0),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    offset: offsetOf(groups.offset ?? ''),
  };
}

const saoPaulo = -180;
const named: Record<string, number> = { '': saoPaulo, Z: 0, UTC: 0, GMT: 0, BRT: saoPaulo };
/** `-3:BRT`, `-03`, `+5.5:IST`, `-0330`, `-03:00`: OFX counts in hours and their decimals. */
const numbered =
  /^(?<sign>[+-]?)(?<hours>\d{1,2})(?:(?<part>\.\d{1,2})|:?(?<minutes>\d{2}))?(?::[A-Za-z]{0,10})?$/;

function offsetOf(text: string): number | null {
  const bare = text.replaceAll(/[[\]\s]/g, '');
  const known = named[bare.toUpperCase()];
  if (known !== undefined) return known;
  const groups = numbered.exec(bare)?.groups;
  if (!groups) return null;
  const minutes = Number(groups.hours) * 60 + Number(groups.part ?? 0) * 60 + Number(groups.minutes ?? 0);
  const signed = groups.sign === '-' ? -minutes : minutes;
  const isSomewhere = signed % 15 === 0 && signed >= -12 * 60 && signed <= 14 * 60;
  return isSomewhere ? signed : null;
}
