import * as z from 'zod/mini';
import { vacationStates } from '#domain/listings/vacations/vacations.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText } from '#contract/fields.ts';

/** A calendar day of São Paulo: `2026-12-24`. */
const day = (ask: string) => z.iso.date(ask).check(z.regex(/^2[01]/, ask));

const body = z.strictObject({
  startsOn: day('Escolha o primeiro dia das férias.'),
  /** The last day, included. */
  endsOn: day('Escolha o último dia das férias.'),
});

const vacation = z.object({
  id: z.int(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(vacationStates),
  /** Whether the seller ended it before its last day. */
  endedEarly: z.boolean(),
});

export const getVacations = endpoint({
  method: 'GET',
  path: '/vacations',
  auth: 'user',
  summary:
    'The own vacations as a seller (F67), the last first, and what one would hide. Days are those of São Paulo.',
  reply: z.object({
    items: z.array(vacation),
    today: z.string(),
    /** The most days in any `windowDays` days. */
    maxDays: z.int(),
    windowDays: z.int(),
    /** Of the window that ends today, this day included. */
    usedDays: z.int(),
    /** Of vacations that are planned or go on, after today. */
    plannedDays: z.int(),
    /** Days that can be planned now, wherever they lie. */
    leftDays: z.int(),
    /** Listings on sale, which a vacation hides. */
    listings: z.int(),
    /** Sales that are not concluded: their deadlines run on. */
    openSales: z.int(),
  }),
});

export const planVacation = endpoint({
  method: 'POST',
  path: '/vacations',
  auth: 'user',
  idempotent: true,
  status: 201,
  summary:
    'Plans a vacation, which begins at once if its first day is today (F67). Listings are hidden and not sold meanwhile; open orders go on.',
  body,
  limit: { max: 30, windowMs: 86_400_000, by: 'user' },
  reply: vacation,
  errors: ['limit_reached', 'wrong_state', 'too_many_requests'],
});

const params = z.strictObject({ id: idText });

export const changeVacation = endpoint({
  method: 'PUT',
  path: '/vacations/{id}',
  auth: 'user',
  summary: 'Changes the days of a planned vacation, or the last day of one that goes on (F67).',
  params,
  body,
  limit: { max: 60, windowMs: 86_400_000, by: 'user' },
  reply: vacation,
  errors: ['not_found', 'limit_reached', 'wrong_state', 'too_many_requests'],
});

export const endVacation = endpoint({
  method: 'DELETE',
  path: '/vacations/{id}',
  auth: 'user',
  summary:
    'Cancels a planned vacation, or ends one that goes on: its listings are on sale again at once (F67).',
  params,
  reply: emptyReply,
  errors: ['not_found', 'wrong_state'],
});
