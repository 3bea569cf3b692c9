import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';

/**
 * N04: what an overturned appeal sent to the team again is decided by another person than before. Where the team has no
 * other active person who may, the same one decides, so that nothing waits for ever.
 * @param sentAt SQL: when the matter of the person went to the team, the moment of the appeal's decision
 * @throws `own_decision`
 */
export async function refuseEarlierDecider(
  tx: Tx,
  viewer: Viewer,
  personId: number,
  sentAt: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`
    select from appeals a join appealable_decisions d on d.event_id = a.decision_id
    where d.person_id = ${personId} and a.state = 'overturned' and a.decided_at = ${sentAt}
      and ${viewer.id} = any (d.deciders)
      and exists (select from users u where u.state = 'active' and u.id <> all (d.deciders) and u.id <> d.person_id
        and u.role in ('admin', ${viewer.role === 'support' ? 'support' : 'admin'}))`.execute(tx);
  if (rows.length > 0)
    fail('own_decision', {
      detail: 'Você tomou a decisão de antes, desfeita por um recurso. Outra pessoa da equipe decide agora.',
    });
}
