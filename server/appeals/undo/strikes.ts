import { revokeStrike } from '#server/accounts/privacy/strikes/revocation.ts';
import { byStaff, done, tooLate } from './undoing.ts';

/** The strike is revoked: it counts no more, and what it brought ends. */
export const undoStrike = byStaff(async (ctx, tx, { decision, viewer, reason }) => {
  const revoked = await revokeStrike(ctx, tx, viewer, {
    strikeId: Number(decision.data.strikeId),
    personId: decision.subjectId,
    eventId: decision.id,
    reason,
  });
  return revoked ? done : tooLate('A advertência já não contava mais.');
});
