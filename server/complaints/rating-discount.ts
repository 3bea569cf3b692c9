import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { wonEndings } from '#domain/complaints/outcomes.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { rulesOf } from '#server/settings/queries.ts';

/** Whether the seller won the last complaint about the order that had a winner. */
export function wasWonBySeller(orderId: number): RawBuilder<boolean> {
  return sql`coalesce((select c.result = 'release' from complaints c
    where c.order_id = ${orderId} and c.ending = any (${[...wonEndings]}::text[])
    order by c.closed_at desc, c.id desc limit 1), false)`;
}

/**
 * §4.12: a complaint that the seller won removes a contradicting published rating from the scores. A rating published
 * later is not counted either. The caller has locked the order's row.
 */
export async function discountRating(
  ctx: Ctx,
  tx: Tx,
  order: { id: number; listingId: number; sellerId: number; ruleVersionId: number },
): Promise<void> {
  await sql`select from rating_windows where order_id = ${order.id} for update`.execute(tx);
  const { contradictingStars } = (await rulesOf(ctx.db, order.ruleVersionId, tx)).ratings;
  const { rows } = await sql<Grades>`
    update ratings set discounted = true
    where order_id = ${order.id} and author_role = 'buyer' and state = 'published' and not discounted and removed_at is null
      and stars <= ${contradictingStars} and ${wasWonBySeller(order.id)}
    returning stars, description_stars as description, punctuality_stars as punctuality,
      service_stars as service`.execute(tx);
  const rating = rows[0];
  if (!rating) return;
  await subtractGrades(tx, 'listing', order.listingId, rating);
  await subtractGrades(tx, 'seller', order.sellerId, rating);
}

interface Grades {
  stars: number;
  description: number;
  punctuality: number;
  service: number;
}

async function subtractGrades(
  tx: Tx,
  subject: 'listing' | 'seller',
  id: number,
  rating: Grades,
): Promise<void> {
  const { stars, description, punctuality, service } = rating;
  const one = (grade: number) => (stars === grade ? 1 : 0);
  await sql`
    update rating_scores set ones = ones - ${one(1)}, twos = twos - ${one(2)}, threes = threes - ${one(3)},
      fours = fours - ${one(4)}, fives = fives - ${one(5)}, description_sum = description_sum - ${description},
      punctuality_sum = punctuality_sum - ${punctuality}, service_sum = service_sum - ${service}
    where subject = ${subject} and subject_id = ${id}`.execute(tx);
}
