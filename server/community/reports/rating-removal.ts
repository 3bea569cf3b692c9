import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import type { ReportReason } from '#domain/community/reports.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';

/**
 * §4.12: removes a published rating from the pages and the totals, for the listed reason of its report. A removed one
 * stays removed. Its text remains with the order as evidence.
 */
export async function removeRating(
  tx: Tx,
  viewer: Viewer,
  { id, reason, note }: { id: number; reason: ReportReason; note: string },
): Promise<void> {
  const { rows } = await sql<{ orderId: number; role: RatingRole }>`
    update ratings set removed_at = market_now(), removed_for = ${reason}
    where id = ${id} and state = 'published' and removed_at is null
    returning order_id as "orderId", author_role as role`.execute(tx);
  const rating = rows[0];
  if (!rating) return;
  await sql`select count_rating(r.id, -1) from ratings r where r.id = ${id} and not r.discounted`.execute(tx);
  await recordDecision(tx, {
    kind: 'rating.removed',
    actor: viewer,
    subject: { kind: 'order', id: rating.orderId },
    before: { removed: false },
    after: { removed: true },
    reason: note,
    data: { role: rating.role, removedFor: reason },
  });
}
