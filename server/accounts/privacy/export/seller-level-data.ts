import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** Levels of sellers and their monthly checks. */
export const sellerLevelData: Decisions<'seller_levels' | 'seller_checks'> = {
  seller_levels: {
    title: 'nivel-de-vendedor',
    mine: (userId) => sql`t.user_id = ${userId}`,
    columns: {
      user_id: 'internal',
      level: 'shown',
      since: 'shown',
      colour: 'shown',
      bad_months: 'shown',
      warned_at: 'shown',
      counted_on: 'shown',
      checked_month: 'shown',
      interviewed_at: 'shown',
      interviewed_by: 'internal',
    },
    onClosure: 'keep',
    because: 'contract: the terms of orders depend on it, and it names the account by its number only',
  },
  seller_checks: {
    title: 'conferencias-do-nivel-de-vendedor',
    mine: (userId) => sql`t.user_id = ${userId}`,
    columns: {
      user_id: 'internal',
      month: 'shown',
      checked_at: 'shown',
      level_before: 'shown',
      level_after: 'shown',
      outcome: 'shown',
      colour: 'shown',
      sales: 'shown',
      window_days: 'shown',
      orders: 'shown',
      claims: 'shown',
      cancellations: 'shown',
      delivered: 'shown',
      late: 'shown',
      excluded: 'shown',
    },
    onClosure: 'keep',
    because: 'contract: the terms of orders depend on it, and it names the account by its number only',
  },
};
