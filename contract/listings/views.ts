import * as z from 'zod/mini';
import { listingStates, plans } from '#domain/listings/listings.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDay } from '#contract/staff/tables.ts';

/** Seven days of one listing or of several. */
const numbers = {
  visits: z.int(),
  favorites: z.int(),
  questions: z.int(),
  sales: z.int(),
  /** Sales for each visit in basis points; null without visits. */
  conversionBps: z.nullable(z.int()),
};
const day = z.string();

export const getListingStatistics = endpoint({
  method: 'GET',
  path: '/listing-statistics',
  auth: 'user',
  summary:
    'Statistics of seven days for own listings whose plan includes them (§4.5): views, favourites, questions, sales, conversion.',
  query: z.strictObject({
    /** The first of the seven; without it the seven that ended yesterday. */
    from: calendarDay,
  }),
  reply: z.object({
    from: day,
    to: day,
    /** The first days of the previous and the next week; null when its data is deleted or the week is not over. */
    earlier: z.nullable(day),
    later: z.nullable(day),
    /** The plans that bring it now; none where the team switched it off. */
    plans: z.array(z.enum(plans)),
    total: z.object(numbers),
    /** The same for the previous week; null when its data is deleted. */
    before: z.nullable(z.object(numbers)),
    days: z.array(z.object({ day, visits: z.int(), sales: z.int() })),
    /** Most visited first; empty where no listing has such a plan. */
    items: z.array(
      z.object({
        id: z.int(),
        slug: z.string(),
        title: z.string(),
        cover: z.nullable(z.string()),
        state: z.enum(listingStates),
        ...numbers,
      }),
    ),
  }),
});
