import { sql } from 'kysely';
import { allowedComplaintEvents } from '#domain/complaints/allowed-events.ts';
import type { CaseFacts } from '#domain/complaints/allowed-events.ts';
import { eventsIn } from '#domain/complaints/complaints.ts';
import type { ComplaintActor, ComplaintEvent, ComplaintSide } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import type { Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';
import type { Case } from './cases.ts';

/** Refuses with 409 and lists what this actor may do now, equal to what the next call would accept. */
export async function refuseTransition(
  tx: Tx,
  found: Case,
  actor: ComplaintActor,
  { detail, ...meta }: { detail?: string } & Record<string, unknown> = {},
): Promise<never> {
  const { state } = found.complaint;
  const allowed = await allowedEvents(tx, found, actor);
  fail('wrong_state', { ...(detail !== undefined && { detail }), meta: { state, allowed, ...meta } });
}

async function allowedEvents(tx: Tx, found: Case, actor: ComplaintActor): Promise<ComplaintEvent[]> {
  const { complaint, order, deadlineNow } = found;
  const { complaints: rules } = await rulesOf(tx, order.ruleVersionId);
  if (actor === 'buyer' || actor === 'seller')
    return allowedComplaintEvents(await factsOf(tx, found, actor), actor, rules);
  // A forced move is made on the order, and appeals are decided once none can be added (R09).
  const isEarly = complaint.appealsEndAt !== null && complaint.appealsEndAt > deadlineNow;
  return eventsIn(complaint.state, actor, 'end_by_force', ...(isEarly ? (['decide_appeal'] as const) : []));
}

async function factsOf(
  tx: Tx,
  { complaint, now, deadlineNow }: Case,
  side: ComplaintSide,
): Promise<CaseFacts> {
  const { id, promiseKind, fulfilledAt } = complaint;
  const { rows } = await sql<Pick<CaseFacts, 'files' | 'isProposed' | 'isAsked'>>`
    select (select count(*)::int from complaint_files where complaint_id = ${id} and side = ${side}) as files,
      exists (select from complaint_proposals where complaint_id = ${id} and side <> ${side} and state = 'open'
        and due_at > ${deadlineNow}) as "isProposed",
      exists (select from complaint_requests where complaint_id = ${id} and side = ${side}
        and answered_at is null) as "isAsked"`.execute(tx);
  return { ...complaint, now, deadlineNow, promise: promiseKind && { fulfilledAt }, ...rows[0]! };
}
