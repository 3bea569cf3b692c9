import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import { recordDecision } from '#server/events/events.ts';
import { lockPerson } from '#server/accounts/privacy/people.ts';
import { applySanctions, isInForce } from '#server/accounts/privacy/sanctions.ts';
import type { Standing } from '#server/accounts/privacy/sanctions.ts';
import { resumeListingsPausedBy } from '#server/listings/removal.ts';
import { setPersonLevelIn } from '#server/staff/people/levels.ts';
import { byStaff, done, doneExcept, tooLate } from './undoing.ts';

const leftOver: Record<Standing['state'], string | null> = {
  active: null,
  restricted: 'A limitação da conta continua, porque foi outra decisão.',
  suspended: 'Uma suspensão da conta continua, porque foi outra decisão.',
  banned: 'O encerramento da conta continua, porque foi outra decisão.',
};

/** The sanction ends, and the listings that it took off sale come back. Other sanctions in force stay: each is a decision. */
export const undoSanction = byStaff(async (ctx, tx, { decision, viewer, reason }) => {
  const { id, subjectId } = decision;
  const person = await lockPerson(tx, subjectId);
  if (person.state === 'closed' || !(await isInForce(tx, id)))
    return tooLate('A decisão já tinha acabado ou sido trocada por outra.');
  const { state } = await applySanctions(ctx, tx, person, { actor: viewer, reason });
  if (state === 'active' || state === 'restricted') await resumeListingsPausedBy(tx, subjectId, id);
  const remainder = leftOver[state];
  return remainder === null ? done : doneExcept(remainder);
});

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
