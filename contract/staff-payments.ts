import * as z from 'zod/mini';
import { paymentMethods, paymentStates } from '#domain/payments.ts';
import { endpoint } from './endpoint.ts';
import { idText, instant, maybeInstant } from './fields.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from './tables.ts';

const payment = z.object({
  id: z.int(),
  order: z.object({ id: z.int(), code: z.string() }),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  provider: z.string(),
  amountCents: z.int(),
  receivedCents: z.int(),
  reference: z.string(),
  endToEndId: z.nullable(z.string()),
  createdAt: instant,
  confirmedAt: maybeInstant,
  expiresAt: instant,
});
export type StaffPayment = z.infer<typeof payment>;

export const listStaffPayments = endpoint({
  method: 'GET',
  path: '/staff/payments',
  auth: 'staff',
  summary: 'All payments; searched by our reference, the end-to-end id of the Pix, or the order.',
  query: tableQuery(['id', 'amount'], {
    state: oneOrMore(paymentStates),
    method: oneOrMore(paymentMethods),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(payment),
});

export const reconcilePayment = endpoint({
  method: 'POST',
  path: '/staff/payments/{id}/reconciliation',
  auth: 'staff',
  limit: { max: 60, windowMs: 60_000, by: 'user' },
  summary: 'Asks the provider about one payment now and books what is new (admins).',
  params: z.strictObject({ id: idText }),
  reply: z.object({ id: z.int(), state: z.enum(paymentStates), news: z.boolean() }),
  errors: ['not_found', 'forbidden', 'too_many_requests'],
});
