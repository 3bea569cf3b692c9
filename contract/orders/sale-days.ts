import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** The account's page shows this many days. */
export const saleDaysShown = 30;

const sold = {
  /** Sales that were paid and did not come to nothing. */
  count: z.int(),
  /** The net amount for the seller. */
  netCents: z.int(),
};

export const listSaleDays = endpoint({
  method: 'GET',
  path: '/sale-days',
  auth: 'user',
  summary:
    "The signed-in user's sales by the day of payment, in São Paulo: the last thirty days, today last, and the sum of the thirty days before.",
  reply: z.object({
    days: z.array(z.object({ ...sold, day: z.string() })),
    before: z.object(sold),
  }),
});
