import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { ComplaintEnding, ComplaintResult } from '#domain/complaints/outcomes.ts';
import { stateAfter } from '#domain/complaints/complaints.ts';
import type {
  ComplaintActor,
  ComplaintEvent,
  ComplaintState,
  ComplaintDue,
} from '#domain/complaints/complaints.ts';
import type { Cents } from '#domain/money.ts';
import type { Tx } from '#server/context.ts';
import { assign } from './mediation/assignment.ts';
import type { Case, LockedComplaint } from './cases.ts';
import { refuseTransition } from './refusals.ts';

export interface Transition {
  event: ComplaintEvent;
  actor: ComplaintActor;
  viewer: Viewer | null;
  /** The next timer; without it, the current one continues. */
  due?: ComplaintDue | null;
  /** The text written with it, for both sides. */
  words?: string | null;
  /** Data for the timeline. */
  facts?: Record<string, unknown>;
  outcome?: { result: ComplaintResult | null; refundCents: Cents };
  ending?: ComplaintEnding;
}

/**
 * The one way a complaint moves or its story grows; decided by the table, written by `transition_complaint`.
 * @throws `wrong_state` with what this actor may do instead
 */
export async function applyTransition(tx: Tx, given: Case, how: Transition): Promise<Case> {
  const { complaint, order, now, deadlineNow } = given;
  const { event, actor, viewer, words = null, facts = {}, outcome, ending = null } = how;
  const decided = stateAfter(event, complaint.state, actor);
  if ('refusal' in decided) return refuseTransition(tx, given, actor);
  const kept = complaint.dueAt && { at: complaint.dueAt, event: complaint.dueEvent! };
  const due = decided.to === 'closed' ? null : how.due === undefined ? kept : how.due;
  await sql`select transition_complaint(${complaint.id}, ${complaint.stateSeq}, ${event}, ${complaint.state}, ${decided.to},
    ${actor}, ${viewer?.id ?? null}, ${now}, ${due?.at ?? null}, ${due?.event ?? null}, ${words},
    ${JSON.stringify(facts)}::jsonb, ${ending}, ${outcome?.result ?? null}, ${outcome?.refundCents ?? null})`.execute(
    tx,
  );
  if (complaint.state !== decided.to) await endStep(tx, complaint);
  const turned: Case = {
    order,
    now,
    deadlineNow,
    complaint: {
      ...complaint,
      state: decided.to,
      stateSeq: complaint.stateSeq + 1,
      dueAt: due?.at ?? null,
      dueEvent: due?.event ?? null,
      ...(outcome && { result: outcome.result ?? complaint.result, refundCents: outcome.refundCents }),
    },
  };
  return complaint.state !== decided.to && staffStates.includes(decided.to)
    ? withAssignee(tx, turned)
    : turned;
}

/** States in which a staff member is assigned (R05, R09). */
export const staffStates: readonly ComplaintState[] = ['in_mediation', 'appealed'];

async function withAssignee(tx: Tx, turned: Case): Promise<Case> {
  return { ...turned, complaint: { ...turned.complaint, takenBy: await assign(tx, turned) } };
}

/** Ends proposals or requests that were open in the state that is left. */
async function endStep(tx: Tx, { id, state }: LockedComplaint): Promise<void> {
  if (state === 'negotiating')
    await sql`update complaint_proposals set state = 'replaced', due_at = null, answered_at = market_now()
      where complaint_id = ${id} and state = 'open'`.execute(tx);
  if (state === 'in_mediation')
    await sql`update complaint_requests set due_at = null, due_event = null
      where complaint_id = ${id} and due_at is not null`.execute(tx);
}
