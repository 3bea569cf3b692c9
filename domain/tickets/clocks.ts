import type { ClosedDays } from '#domain/business-days.ts';
import { afterServiceTime, isServed, serviceTime } from './service-hours.ts';
import type { ServiceHours } from './service-hours.ts';

/** What the team owes a ticket by when (§4.11): an answer, and an end. */
export const ticketClocks = ['first_answer', 'solution'] as const;
export type TicketClock = (typeof ticketClocks)[number];

/** All that can be due next, with the turn of whoever has the ticket. */
export const ticketDues = [...ticketClocks, 'assignee'] as const;
export type TicketDue = (typeof ticketDues)[number];

/** Numbers of §4.11, in milliseconds of work; how long an end may take is ours. */
export interface ClockRules {
  /** When conversations are answered at once. */
  chatHours: ServiceHours;
  /** When the team works at all: outside of it no clock runs. */
  businessHours: ServiceHours;
  /** To a question asked in the hours of the chat. */
  chatAnswerMs: number;
  answerMs: number;
  solutionMs: number;
  /** Silence of whoever has a ticket, in hours of the chat, until it goes back to its queue. */
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

/** By when a ticket that is opened now should have its first answer. */
export function answerDueAt(now: Date, rules: ClockRules, closed: ClosedDays): Date {
  return isServed(now, rules.chatHours, closed)
    ? afterServiceTime(now, rules.chatAnswerMs, rules.chatHours, closed)
    : afterServiceTime(now, rules.answerMs, rules.businessHours, closed);
}

/** By when whoever has it writes to a person who waits, or loses it. */
export function assigneeDueAt(now: Date, rules: ClockRules, closed: ClosedDays): Date {
  return afterServiceTime(now, rules.assigneeSilenceMs, rules.chatHours, closed);
}

/** By when it should be over, so much work from now. */
export function solutionDueAt(now: Date, leftMs: number, rules: ClockRules, closed: ClosedDays): Date {
  return afterServiceTime(now, leftMs, rules.businessHours, closed);
}

/** What is left of a clock that stops now, in milliseconds of work; none of one that is late. */
export function remainingMs(dueAt: Date, now: Date, rules: ClockRules, closed: ClosedDays): number {
  return serviceTime(now, dueAt, rules.businessHours, closed);
}
