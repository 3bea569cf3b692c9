import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** The vacations of a seller (F67). */
export const vacationData: Decisions<'vacations'> = {
  vacations: {
    title: 'ferias',
    mine: (userId) => sql`t.seller_id = ${userId}`,
    columns: {
      id: 'internal',
      seller_id: 'internal',
      starts_on: 'shown',
      ends_on: 'shown',
      starts_at: 'internal',
      ends_at: 'internal',
      created_at: 'shown',
      ended_at: 'shown',
      cancelled_at: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence: when a seller sold nothing, for claims about their sales within five years',
  },
};
