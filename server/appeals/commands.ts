import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { appealRefusal } from '#domain/appeals/appeals.ts';
import type { AppealKindName } from '#domain/appeals/kinds.ts';
import { fail } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { formatMoment } from '#server/formats.ts';
import { appealColumns, presentAppeal } from './decisions.ts';
import type { Appeal, AppealRow } from './decisions.ts';

interface Given {
  decisionId: number;
  personId: number;
  /** Null for a person who cannot sign in and has the key of the link. */
  viewer: Viewer | null;
  words: string;
}

/**
 * The person appeals against a decision about them, once and in time (N04).
 * @throws `not_found` for a decision about another person · `wrong_state` when it was appealed or the time is over
 */
export async function appealDecision(
  tx: Tx,
  { decisionId, personId, viewer, words }: Given,
): Promise<Appeal> {
  const { rows } = await sql<{ kind: AppealKindName; appealUntil: Date; isAppealed: boolean; now: Date }>`
    select d.kind, d.appeal_until + outage_since(d.decided_at) as "appealUntil", market_now() as now,
      exists (select from appeals a where a.decision_id = d.event_id) as "isAppealed"
    from appealable_decisions d where d.event_id = ${decisionId} and d.person_id = ${personId}`.execute(tx);
  const decision = rows[0] ?? fail('not_found');
  const refusal = appealRefusal(decision, decision.now);
  if (refusal === 'appealed') refuseSecond();
  if (refusal === 'late')
    fail('wrong_state', {
      detail: `O prazo para recorrer acabou em ${formatMoment(decision.appealUntil)}. Se há um fato novo, fale com o atendimento.`,
      meta: { allowed: [] },
    });
  const { rows: opened } = await sql<AppealRow>`
    insert into appeals (decision_id, appellant_id, words) values (${decisionId}, ${personId}, ${words})
    on conflict do nothing returning ${appealColumns}`.execute(tx);
  const appeal = opened[0] ?? refuseSecond();
  await record(tx, {
    kind: 'appeal.opened',
    actor: viewer ?? { ...anonymous, id: personId },
    subject: { kind: 'user', id: personId },
    data: { decisionId, of: decision.kind },
  });
  return presentAppeal(appeal);
}

/** The person themselves, by the key of their link. */
const anonymous: Viewer = {
  id: 0,
  username: '',
  role: 'user',
  emailVerified: true,
  sessionId: 0,
  asStaff: false,
  standing: 'suspended',
};

function refuseSecond(): never {
  return fail('wrong_state', {
    detail: 'Você já recorreu desta decisão. Outra pessoa da equipe decide, e você recebe um aviso.',
    meta: { allowed: [] },
  });
}

/** Whether PostgreSQL refused a decider who took part in the decision, or is its person. */
export function isOtherPersonRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'appeal_other_person';
}
