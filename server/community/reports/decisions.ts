import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideReport } from '#contract/community/reports.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { reportMachine } from '#domain/community/reports.ts';
import type { ReportReason, ReportState, ReportTarget } from '#domain/community/reports.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { hideReported } from '#server/community/questions/moderation.ts';
import { endCheck } from './checks.ts';
import { removeMessage } from './message-removal.ts';
import { removeRating } from './rating-removal.ts';
import { isShelvedRiskyListing, shelvesRiskyWords } from './risky.ts';

/**
 * Staff who are not involved decide all open reports of one thing at once, and everyone who reported it is notified. If
 * the reports are upheld, a question is hidden, a rating or a message removed, and a suspended listing stays suspended;
 * otherwise it goes back on sale. Further measures against listings and people are separate decisions (L09).
 */
export async function decide(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { id: number } & Body<typeof decideReport>,
): Promise<Reply<typeof decideReport>> {
  const about = await lockReports(tx, given.id);
  const { involved, risky } = about;
  const shelvesRisky = risky && given.decision === 'dismiss';
  const permission = can(viewer, 'decide_report', { involved, shelvesRisky });
  if (!permission.ok) fail(permission.reason, shelvesRisky ? { detail: shelvesRiskyWords } : {});
  const { from, to } = reportMachine[given.decision];
  if (!from.includes(about.state))
    fail('already_decided', {
      detail: `@${about.decided_by} já decidiu esta denúncia.`,
      meta: { state: about.state, by: about.decided_by },
    });
  const { rows } = await sql<{ id: number; protocol: string }>`
    update reports set state = ${to}, network = null, decided_by = ${viewer.id}, decided_at = market_now(),
      decision_note = ${given.note}
    where target_kind = ${about.target_kind} and target_id = ${about.target_id} and state = any(${from}::text[])
    returning id, protocol`.execute(tx);
  for (const { id, protocol } of rows)
    await recordDecision(tx, {
      kind: to === 'upheld' ? 'report.upheld' : 'report.dismissed',
      actor: viewer,
      subject: { kind: 'report', id },
      before: { state: about.state },
      after: { state: to },
      reason: given.note,
      data: { protocol, note: given.note },
    });
  if (about.target_kind === 'listing')
    await endCheck(ctx, tx, { listingId: about.target_id, upheld: to === 'upheld', viewer });
  const removal = { id: about.target_id, reason: about.reason, note: given.note };
  if (about.target_kind === 'rating' && to === 'upheld') await removeRating(tx, viewer, removal);
  if (about.target_kind === 'message' && to === 'upheld') await removeMessage(tx, viewer, removal);
  if (about.target_kind === 'question' && to === 'upheld') await hideReported(tx, viewer, about.target_id);
  return { state: to, decided: rows.length };
}

interface About {
  state: ReportState;
  target_kind: ReportTarget;
  target_id: number;
  /** The reason of the decided report; for a rating or message, the reason of its removal. */
  reason: ReportReason;
  decided_by: string | null;
  involved: number[];
  /** A listing of a risky category that is suspended until this decision. */
  risky: boolean;
}

/** Locks every report of the same thing in one order, so that parallel decisions wait for each other. */
async function lockReports(tx: Tx, id: number): Promise<About> {
  const { rows: found } = await sql<Pick<About, 'target_kind' | 'target_id'>>`
    select target_kind, target_id from reports where id = ${id}`.execute(tx);
  const { target_kind: kind, target_id: targetId } = found[0] ?? fail('not_found');
  await sql`select from reports where target_kind = ${kind} and target_id = ${targetId}
    order by id for update`.execute(tx);
  const { rows } = await sql<About>`
    select r.state, r.target_kind, r.target_id, r.reason, d.username::text as decided_by,
      array_remove(array(select o.reporter_id from reports o where o.target_kind = r.target_kind
        and o.target_id = r.target_id and (o.state = 'open' or o.id = r.id)) || case r.target_kind
          when 'listing' then (select seller_id from listings where id = r.target_id)
          when 'question' then (select asker_id from questions where id = r.target_id)
          when 'rating' then (select author_id from ratings where id = r.target_id)
          when 'message' then (select sender_id from order_messages where id = r.target_id)
          else r.target_id end
        || case r.target_kind when 'rating' then (select subject_id from ratings where id = r.target_id) end, null)
        as involved,
      r.target_kind = 'listing' and ${isShelvedRiskyListing(sql`r.target_id`)} as risky
    from reports r left join users d on d.id = r.decided_by where r.id = ${id}`.execute(tx);
  return rows[0]!;
}
