import { sql } from 'kysely';
import { AppError, fail } from '#domain/errors.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { can } from '#domain/staff/permissions.ts';
import { lockForReview } from '#server/listings/publishing/under-review.ts';
import { decideRevision } from '#server/listings/review/revision-decisions.ts';
import { reviewRefusals } from '#server/listings/review/review.ts';
import { done, doneExcept, tooLate } from './undoing.ts';
import type { Undoing, Undone } from './undoing.ts';

/**
 * A refused change of a listing is proposed again and applied. Where it cannot be applied any more, or the team left the
 * appeal undecided, it waits for a review.
 */
export async function undoRevisionRefusal(
  ctx: Ctx,
  tx: Tx,
  { decision, viewer, reason }: Undoing,
): Promise<Undone> {
  const { subjectId: listingId, data } = decision;
  await sql`select from listings where id = ${listingId} for update`.execute(tx);
  const id = await proposeAgain(tx, listingId, Number(data.revisionId));
  if (id === null)
    return tooLate('O anúncio saiu do ar ou já tem outra mudança em revisão. Envie esta de novo depois.');
  if (viewer === null) return doneExcept('A mudança voltou para a revisão, que outra pessoa faz.');
  const listing = await lockForReview(tx, viewer, listingId);
  const answer = can(viewer, 'review_listing', listing);
  if (!answer.ok) fail(answer.reason, { detail: reviewRefusals[answer.reason] });
  try {
    await decideRevision(ctx, tx, viewer, { id, listing, decision: 'approve', note: reason, reasons: [] });
  } catch (error) {
    // Nothing was written yet: what stops a revision is read first.
    if (error instanceof AppError && error.code === 'wrong_state')
      return doneExcept('A mudança voltou para a revisão, porque não pode mais ser aplicada como estava.');
    throw error;
  }
  return done;
}

/** A copy of the revision that waits for a decision; null where there is no place for it. */
async function proposeAgain(tx: Tx, listingId: number, revisionId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into listing_revisions (listing_id, category_id, title, description, price_cents, delivery_type,
      promised_hours, stock, attributes, image_ids, image_alts, also_pickup, free_shipping)
    select listing_id, category_id, title, description, price_cents, delivery_type, promised_hours, stock, attributes,
      image_ids, image_alts, also_pickup, free_shipping
    from listing_revisions r where r.id = ${revisionId} and r.listing_id = ${listingId}
      and not exists (select from listing_revisions p where p.listing_id = r.listing_id and p.state = 'pending')
      and exists (select from listings l where l.id = r.listing_id and l.state = any(${liveStates}::text[]))
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
