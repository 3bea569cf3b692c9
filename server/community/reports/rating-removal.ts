import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
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
  const { rows } = await sql<Removed>`
    update ratings set removed_at = market_now(), removed_for = ${reason}
    where id = ${id} and state = 'published' and removed_at is null
    returning order_id as "orderId", author_role as role, listing_id as "listingId", subject_id as "subjectId", stars,
      description_stars as description, punctuality_stars as punctuality, service_stars as service, discounted`.execute(
    tx,
  );
  const rating = rows[0];
  if (!rating) return;
  // The listing is locked before its seller, in the same order as where ratings are added.
  if (!rating.discounted) {
    if (rating.role === 'buyer') await subtractFromScores(tx, 'listing', rating.listingId, rating);
    await subtractFromScores(tx, rating.role === 'buyer' ? 'seller' : 'buyer', rating.subjectId, rating);
  }
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

interface Removed {
  orderId: number;
  role: 'buyer' | 'seller';
  listingId: number;
  subjectId: number;
  stars: number;
  description: number | null;
  punctuality: number | null;
  service: number | null;
  discounted: boolean;
}

async function subtractFromScores(
  tx: Tx,
  subject: 'listing' | 'seller' | 'buyer',
  id: number,
  { stars, description, punctuality, service }: Removed,
): Promise<void> {
  const one = (grade: number) => (stars === grade ? 1 : 0);
  await sql`
    update rating_scores set ones = ones - ${one(1)}, twos = twos - ${one(2)}, threes = threes - ${one(3)},
      fours = fours - ${one(4)}, fives = fives - ${one(5)}, description_sum = description_sum - ${description ?? 0},
      punctuality_sum = punctuality_sum - ${punctuality ?? 0}, service_sum = service_sum - ${service ?? 0}
    where subject = ${subject} and subject_id = ${id}`.execute(tx);
}
