import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { stateAfter, type ComplaintSide } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { throwIfOverdue } from '#server/process/overdue.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockCase, lockOwnCase, notifySides } from '#server/complaints/cases.ts';
import { applyTransition } from '#server/complaints/transitions.ts';
import { refuseTransition } from '#server/complaints/refusals.ts';
import type { Case } from '#server/complaints/cases.ts';

/** Locks a case for a staff member who may mediate it. */
export async function lockStaffCase(tx: Tx, viewer: Viewer, id: number): Promise<Case> {
  const found = (await lockCase(tx, id)) ?? fail('not_found');
  const answer = can(viewer, 'mediate_complaint', { parties: partiesOf(found) });
  if (!answer.ok) fail(answer.reason);
  await throwIfOverdue(tx, found.order.id);
  return found;
}

export const partiesOf = ({ order }: Case) => [order.buyerId, order.sellerId];

/**
 * Assigns the case to the viewer; taking over a colleague's case is shown in the timeline. The first decider cannot take
 * its appeal (R09).
 */
export async function takeCase(tx: Tx, viewer: Viewer, id: number): Promise<Case> {
  const found = await lockStaffCase(tx, viewer, id);
  const { takenBy, state } = found.complaint;
  if (takenBy === viewer.id && 'to' in stateAfter('take', state, 'staff')) return found;
  if (state === 'appealed' && (await hasDecided(tx, viewer, id))) fail('own_decision');
  const taken = await applyTransition(tx, found, { event: 'take', actor: 'staff', viewer });
  await sql`update complaints set taken_by = ${viewer.id} where id = ${id}`.execute(tx);
  return taken;
}

async function hasDecided(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from complaint_decisions where complaint_id = ${id} and decided_by = ${viewer.id}`.execute(tx);
  return rows.length > 0;
}

/** R06: asks one side for missing evidence. */
export async function askEvidence(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, side, words }: { id: number; side: ComplaintSide; words: string },
): Promise<Case> {
  const found = await lockStaffCase(tx, viewer, id);
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const due = new Date(found.now.getTime() + rules.evidenceMs);
  const asked = await applyTransition(tx, found, {
    event: 'ask_evidence',
    actor: 'staff',
    viewer,
    words,
    facts: { side, until: due },
  });
  await sql`insert into complaint_requests (complaint_id, side, words, asked_by, due_at, due_event)
    values (${id}, ${side}, ${words}, ${viewer.id}, ${due}, 'lapse')`.execute(tx);
  await notifySides(tx, asked, 'complaint.evidence_asked', viewer, { side, until: due });
  return asked;
}

/** R06: the asked side answers; late answers are accepted until staff have decided. */
export async function answerRequest(
  tx: Tx,
  viewer: Viewer,
  { id, requestId, words }: { id: number; requestId: number; words: string },
): Promise<Case> {
  const found = await lockOwnCase(tx, viewer, id);
  const { side, now } = found;
  const { rows } = await sql<{ answered_at: Date | null }>`
    select answered_at from complaint_requests where id = ${requestId} and complaint_id = ${id} and side = ${side}
    for no key update`.execute(tx);
  const request = rows[0] ?? fail('not_found');
  if (request.answered_at) await refuseTransition(tx, found, side);
  const answered = await applyTransition(tx, found, { event: 'answer_request', actor: side, viewer, words });
  await sql`update complaint_requests set answer = ${words}, answered_at = ${now}, due_at = null, due_event = null
    where id = ${requestId}`.execute(tx);
  await notifySides(tx, answered, 'complaint.evidence_given', viewer, { side });
  return answered;
}
