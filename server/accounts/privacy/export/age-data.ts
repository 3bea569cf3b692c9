import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** When a person was born, proven, and who answers for a minor (F58). */
export const ageData: Decisions<'proven_births' | 'guardian_consents'> = {
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
  guardian_consents: {
    title: 'autorizacoes-de-responsavel',
    mine: (userId) => sql`${userId} in (t.minor_id, t.guardian_id)`,
    columns: {
      id: 'internal',
      minor_id: 'username',
      guardian_name: 'shown',
      guardian_id: 'internal',
      born_on: 'others',
      wrong_tries: 'internal',
      asked_at: 'shown',
      expires_at: 'shown',
      given_at: 'shown',
      monthly_limit_cents: 'shown',
      ended_at: 'shown',
      end_reason: 'shown',
    },
    onClosure: 'delete',
    because: 'law: the consent of a guardian (LGPD art. 14); not needed once either account is deleted',
  },
};
