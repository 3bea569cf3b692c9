import { sql } from 'kysely';
import type { AccountState } from '#domain/accounts/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { changeStandingIn } from '#server/accounts/privacy/standing.ts';
import { keepSuspensionByStrikes } from '#server/accounts/privacy/strikes/revocation.ts';
import { resumeListingsPausedBy } from '#server/listings/removal.ts';
import { setPersonLevelIn } from '#server/staff/people/levels.ts';
import { byStaff, done, doneExcept, isNewest, tooLate } from './undoing.ts';

const sanctions = ['account.restricted', 'account.suspended', 'account.banned'] as const;

const states: Partial<Record<string, AccountState>> = {
  'account.restricted': 'restricted',
  'account.suspended': 'suspended',
  'account.banned': 'banned',
};

/**
 * The sanction ends, and the listings that it took off sale come back. A restriction that was in force before stays: it was
 * another decision.
 */
export const undoSanction = byStaff(async (ctx, tx, { decision, viewer, reason }) => {
  const { id, subjectId, kind, data } = decision;
  const state = await stateOf(tx, subjectId);
  if (state !== states[kind] || !(await isNewest(tx, decision, 'user', sanctions)))
    return tooLate('A decisão já tinha acabado ou sido trocada por outra.');
  await changeStandingIn(ctx, tx, viewer, {
    id: subjectId,
    event: 'reinstate',
    reason,
    ip: viewer.ip ?? '',
  });
  await resumeListingsPausedBy(tx, subjectId, id);
  if (await keepSuspensionByStrikes(tx, subjectId))
    return doneExcept('A suspensão por uma advertência continua, porque foi outra decisão.');
  if ((data.before as { state?: string } | null)?.state !== 'restricted') return done;
  await sql`update users set state = 'restricted', state_reason = coalesce((
      select e.data ->> 'reason' from events e where e.subject_kind = 'user' and e.subject_id = users.id
        and e.kind = 'account.restricted' order by e.id desc limit 1), '') where id = ${subjectId}`.execute(
    tx,
  );
  return doneExcept('A limitação de antes continua, porque foi outra decisão.');
});

async function stateOf(tx: Tx, id: number): Promise<AccountState> {
  const { rows } = await sql<{ state: AccountState }>`
    select state from users where id = ${id} for update`.execute(tx);
  return rows[0]!.state;
}

/** The level that was withdrawn is granted again, where its conditions still hold. */
export const undoLevelWithdrawal = byStaff(async (ctx, tx, { decision, viewer, reason }) => {
  try {
    await setPersonLevelIn(ctx, tx, viewer, { id: decision.subjectId, granted: true, reason });
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_state') return tooLate(error.message);
    throw error;
  }
  return done;
});

/** The mark of a trusted seller comes back. */
export const undoTrustWithdrawal = byStaff(async (_ctx, tx, { decision, viewer, reason }) => {
  const { numAffectedRows } = await sql`
    update users set trusted_at = market_now() where id = ${decision.subjectId} and trusted_at is null
      and state <> 'closed'`.execute(tx);
  if (numAffectedRows === 0n) return tooLate('A marca já tinha voltado.');
  await recordDecision(tx, {
    kind: 'account.trusted',
    actor: viewer,
    subject: { kind: 'user', id: decision.subjectId },
    before: { trusted: false },
    after: { trusted: true },
    reason,
  });
  return done;
});
