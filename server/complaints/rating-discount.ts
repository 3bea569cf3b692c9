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
  const { rows } = await sql<{ id: number }>`
    update ratings set discounted = true
    where order_id = ${order.id} and author_role = 'buyer' and state = 'published' and not discounted and removed_at is null
      and stars <= ${contradictingStars} and ${wasWonBySeller(order.id)}
    returning id`.execute(tx);
  for (const { id } of rows) await sql`select count_rating(${id}, -1)`.execute(tx);
}
