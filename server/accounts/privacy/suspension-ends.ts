import { sql } from 'kysely';
import type { AccountState } from '#domain/accounts/accounts.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';

/** What an account is after its suspension. */
export interface AfterSuspension {
  state: Extract<AccountState, 'active' | 'restricted'>;
  /** Of the restriction. */
  reason: string;
}

/** SQL: the reason of the restriction of `users u` that no later decision ended; null without one. */
const restriction = sql<
  string | null
>`(select case when e.kind = 'account.restricted' then e.data ->> 'reason' end
  from events e where e.subject_kind = 'user' and e.subject_id = u.id and (e.kind = 'account.restricted'
    or e.kind = 'account.reinstated' and e.data -> 'after' ->> 'state' = 'active') order by e.id desc limit 1)`;

/**
 * Ends the suspension of a locked account (§4.17). An earlier restriction goes on, because it was another decision and has
 * no end of its own.
 */
export async function endSuspension(
  tx: Tx,
  id: number,
  { actor, reason }: { actor: Viewer | null; reason: string },
): Promise<AfterSuspension> {
  const { rows } = await sql<AfterSuspension>`
    update users u set state = case when ${restriction} is null then 'active' else 'restricted' end,
      suspended_until = null, state_reason = coalesce(${restriction}, '')
    where u.id = ${id} returning u.state, u.state_reason as reason`.execute(tx);
  const after = rows[0]!;
  await recordDecision(tx, {
    kind: 'account.reinstated',
    actor,
    subject: { kind: 'user', id },
    before: { state: 'suspended' },
    after: { state: after.state },
    reason,
  });
  return after;
}
