import { sql } from 'kysely';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { Case } from '#server/complaints/cases.ts';

/** Staff members seen within so many days are preferred. */
const recentDays = 3;

/**
 * R05, R09: assigns a case in mediation or appeal to a staff member who may decide it: no party to its order, an admin
 * above support's limit with its sums of the window, and for an appeal not the first decider. A suitable assignee keeps
 * the case; otherwise recently seen staff come first, support before admins, then those with the fewest open cases.
 * Without a candidate the sweep tries again. Any colleague may still take it over.
 */
export async function assign(tx: Tx, { complaint, order }: Case): Promise<number | null> {
  const { supportLimitCents } = rulesInForce.complaints;
  const bySupport =
    complaint.state === 'in_mediation' &&
    complaint.raisedAt === null &&
    order.totalCents <= supportLimitCents;
  const { rows } = await sql<{ taken_by: number | null }>`
    update complaints set taken_by = (
      select u.id from users u
      where u.state = 'active' and u.role = any (${bySupport ? ['support', 'admin'] : ['admin']})
        and u.id <> all (${[order.buyerId, order.sellerId]}::bigint[])
        and (u.role = 'admin' or (select greatest(s.person_cents, s.first_cents) + ${order.totalCents}
          <= ${supportLimitCents} from money_decision_sums('complaint', u.id,
            beneficiary_keys_of_order(${order.id}, 'both'), null) s))
        and not exists (select from complaint_decisions d where d.complaint_id = ${complaint.id} and d.decided_by = u.id)
      order by u.id = ${complaint.takenBy} desc nulls last,
        coalesce(u.last_seen_at > market_now() - ${recentDays} * interval '1 day', false) desc, u.role = 'support' desc,
        (select count(*) from complaints c where c.taken_by = u.id and c.state in ('in_mediation', 'appealed')), u.id
      limit 1)
    where id = ${complaint.id} returning taken_by`.execute(tx);
  const takenBy = rows[0]!.taken_by;
  if (takenBy !== null && takenBy !== complaint.takenBy)
    await record(tx, {
      kind: 'staff.case_assigned',
      actor: null,
      subject: { kind: 'user', id: takenBy },
      data: { complaintId: complaint.id, orderId: order.id, appeal: complaint.state === 'appealed' },
    });
  return takenBy;
}
