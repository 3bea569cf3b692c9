import type { ClosedDays } from '#domain/business-days.ts';
import { afterServiceTime, isServed, servedUntil, serviceTime } from './service-hours.ts';
import type { ServiceHours } from './service-hours.ts';

/** The deadlines of staff for a ticket (§4.11): the first answer and the solution. */
export const ticketClocks = ['first_answer', 'solution'] as const;
export type TicketClock = (typeof ticketClocks)[number];

/** Everything that can be due next, including the answer of the assignee. */
export const ticketDues = [...ticketClocks, 'assignee'] as const;
export type TicketDue = (typeof ticketDues)[number];

/** Settings of §4.11, in milliseconds of working time; the time to a solution is our own choice. */
export interface ClockRules {
  /** The hours with immediate answers. */
  chatHours: ServiceHours;
  /** The working hours of staff; deadlines count only within them. */
  businessHours: ServiceHours;
  /** The time to answer a question asked during chat hours. */
  chatAnswerMs: number;
  answerMs: number;
  solutionMs: number;
  /** The silence of an assignee, in chat hours, after which the ticket returns to its queue. */
  assigneeSilenceMs: number;
}

const minute = 60_000;
const hour = 60 * minute;

export const defaultClockRules: ClockRules = {
  chatHours: ['seg-sex 09:00-12:00', 'seg-sex 13:00-18:00'],
  businessHours: ['seg-sex 09:00-18:00'],
  chatAnswerMs: 15 * minute,
  answerMs: 4 * hour,
  solutionMs: 18 * hour,
  assigneeSilenceMs: 15 * minute,
};

/** When staff answers: the end of the current working interval, or outside of the hours the start of the next. */
export function staffHours(
  now: Date,
  { businessHours }: Pick<ClockRules, 'businessHours'>,
  closed: ClosedDays,
): { openUntil: Date } | { opensAt: Date } {
  const openUntil = servedUntil(now, businessHours, closed);
  return openUntil ? { openUntil } : { opensAt: afterServiceTime(now, 0, businessHours, closed) };
}

/** The deadline of the first answer of a ticket opened now. */
export function answerDueAt(now: Date, rules: ClockRules, closed: ClosedDays): Date {
  return isServed(now, rules.chatHours, closed)
    ? afterServiceTime(now, rules.chatAnswerMs, rules.chatHours, closed)
    : afterServiceTime(now, rules.answerMs, rules.businessHours, closed);
}

/** The deadline by which the assignee must answer a waiting person, or lose the ticket. */
export function assigneeDueAt(now: Date, rules: ClockRules, closed: ClosedDays): Date {
  return afterServiceTime(now, rules.assigneeSilenceMs, rules.chatHours, closed);
}

/** The deadline of the solution after the given remaining working time. */
export function solutionDueAt(now: Date, leftMs: number, rules: ClockRules, closed: ClosedDays): Date {
  return afterServiceTime(now, leftMs, rules.businessHours, closed);
}

/** A deadline moved by the working time of an outage that it ran through. */
export function moveClock(
  dueAt: Date,
  { from, until }: { from: Date; until: Date },
  rules: ClockRules,
  closed: ClosedDays,
): Date {
  const lostMs = serviceTime(from, until, rules.businessHours, closed);
  return lostMs === 0 ? dueAt : afterServiceTime(dueAt, lostMs, rules.businessHours, closed);
}

/** The remaining working time of a deadline that is paused now, in milliseconds; zero if it has passed. */
export function remainingMs(dueAt: Date, now: Date, rules: ClockRules, closed: ClosedDays): number {
  return serviceTime(now, dueAt, rules.businessHours, closed);
}
