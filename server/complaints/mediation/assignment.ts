import { sql } from 'kysely';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import type { Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import type { Case } from '#server/complaints/cases.ts';

/** Whoever of the team was here within so many days is asked first. */
const recentDays = 3;

/**
 * R05, R09: a case that comes before the team gets somebody who may decide it: no party to its order, an admin where
 * support may not, its sum of the day included, and on an appeal nobody who decided it before. A case in good hands stays there; else who was here
 * lately comes before others, support before admins, then whoever has the fewest open cases. Where there is nobody it
 * waits for the sweep. Any colleague may still take it over.
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
