import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { recordInterview as endpoint } from '#contract/accounts/counting-contests.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordDecision } from '#server/events/events.ts';

/**
 * An admin records the interview that the highest level needs (§4.13). A second one changes nothing.
 * @throws `own_decision` · `wrong_state` for a person who has sold nothing yet
 */
export async function recordInterview(
  ctx: Ctx,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const answer = can(viewer, 'grant_level', { id });
    if (!answer.ok) fail(answer.reason, { detail: 'Outro administrador precisa fazer isso.' });
    const { rows } = await sql<{ interviewedAt: Date | null; isSeller: boolean; now: Date }>`
      select l.interviewed_at as "interviewedAt", l.user_id is not null as "isSeller", market_now() as now
      from users u left join seller_levels l on l.user_id = u.id where u.id = ${id} and u.state <> 'closed'
      for update of u`.execute(tx);
    const { interviewedAt, isSeller, now } = rows[0] ?? fail('not_found');
    if (!isSeller)
      fail('wrong_state', { detail: 'Esta pessoa ainda não vendeu nada.', meta: { allowed: [] } });
    if (interviewedAt) return { id, interviewedAt: interviewedAt.toISOString() };
    await sql`update seller_levels set interviewed_at = ${now}, interviewed_by = ${viewer.id} where user_id = ${id}`.execute(
      tx,
    );
    await recordDecision(tx, {
      kind: 'account.seller_interviewed',
      actor: viewer,
      subject: { kind: 'user', id },
      before: { interviewed: false },
      after: { interviewed: true },
      reason,
    });
    return { id, interviewedAt: now.toISOString() };
  });
}
