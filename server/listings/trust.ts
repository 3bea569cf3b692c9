import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Marks a seller as trusted or removes the mark, by staff (L03). A request for the current value changes nothing. */
export async function setSellerTrust(
  ctx: Ctx,
  viewer: Viewer,
  given: { id: number; trusted: boolean },
): Promise<{ id: number; trusted: boolean }> {
  const { id, trusted } = given;
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ trusted: boolean }>`
      select trusted_at is not null as trusted from users where id = ${id} and state <> 'closed' for update`.execute(
      tx,
    );
    const person = rows[0] ?? fail('not_found');
    const answer = can(viewer, 'trust_seller', { id });
    if (!answer.ok) fail(answer.reason);
    if (person.trusted === trusted) return { id, trusted };
    await sql`update users set trusted_at = ${trusted ? sql`market_now()` : null} where id = ${id}`.execute(
      tx,
    );
    const kind = trusted ? 'account.trusted' : 'account.trust_withdrawn';
    await recordDecision(tx, {
      kind,
      actor: viewer,
      subject: { kind: 'user', id },
      before: { trusted: person.trusted },
      after: { trusted },
      reason: '',
    });
    return { id, trusted };
  });
}
