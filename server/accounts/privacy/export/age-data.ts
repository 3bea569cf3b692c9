import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** When a person was born, proven (F58). */
export const ageData: Decisions<'proven_births'> = {
  proven_births: {
    title: 'nascimento-confirmado',
    mine: (userId) => sql`t.user_id = ${userId}`,
    columns: {
      user_id: 'internal',
      born_on: 'shown',
      source: 'shown',
      proven_at: 'shown',
      proven_by: 'internal',
      reason: 'shown',
    },
    onClosure: 'delete',
    because: 'law: minors are protected by it (Lei 15.211/2025); not needed once the account is deleted',
  },
};
