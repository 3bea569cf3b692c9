import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** The strikes of a person, each with its reason and what it brought (F55). */
export const strikeData: Decisions<'strikes'> = {
  strikes: {
    title: 'advertencias',
    mine: (userId) => sql`t.user_id = ${userId}`,
    columns: {
      id: 'internal',
      user_id: 'internal',
      broken_rule: 'shown',
      reason: 'shown',
      given_by: 'others',
      given_at: 'shown',
      expires_at: 'shown',
      step: 'shown',
      measure: 'shown',
      measure_until: 'shown',
      revoked_at: 'shown',
      revoked_by: 'others',
    },
    onClosure: 'keep',
    because: 'evidence: decisions about the account, for claims within five years',
  },
};
