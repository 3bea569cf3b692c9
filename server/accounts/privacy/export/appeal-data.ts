import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** Decisions of staff about a person, and their appeals. */
export const appealData: Decisions<'appealable_decisions' | 'appeals'> = {
  appealable_decisions: {
    title: 'decisoes-da-equipe',
    mine: (userId) => sql`t.person_id = ${userId}`,
    columns: {
      event_id: 'internal',
      kind: 'shown',
      person_id: 'internal',
      deciders: 'internal',
      decided_at: 'shown',
      appeal_until: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence: decisions of staff and who took them, which name the account by its number only',
  },
  appeals: {
    title: 'recursos',
    mine: (userId) => sql`t.appellant_id = ${userId}`,
    columns: {
      id: 'internal',
      decision_id: 'internal',
      appellant_id: 'internal',
      words: 'shown',
      state: 'shown',
      created_at: 'shown',
      decide_by: 'shown',
      escalated_at: 'shown',
      decided_by: 'internal',
      decided_at: 'shown',
      reason: 'shown',
      undone: 'shown',
      remainder: 'shown',
    },
    onClosure: 'keep',
    because: 'evidence: how a decision of staff was examined again',
  },
};
