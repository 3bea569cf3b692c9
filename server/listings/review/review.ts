import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideReview } from '#contract/listings/reviews.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ListingEvent, ListingState } from '#domain/listings/listings.ts';
import { can } from '#domain/staff/permissions.ts';
import { consumeClaim } from '#server/staff/queue-claims/commands.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { refuseDecided } from './decided.ts';
import { publishedColumns } from '#server/listings/publishing/publication.ts';
import { allowedForStaff } from '#server/listings/refusals.ts';
import { decideRevision } from './revision-decisions.ts';
import { moveListing } from '#server/listings/states.ts';
import { lockForReview } from '#server/listings/publishing/under-review.ts';
import { refuseEarlierDecider } from '#server/staff/queue-claims/earlier-deciders.ts';
import { writeVersion } from '#server/listings/publishing/versions.ts';

type Decision = Body<typeof decideReview>;

export const reviewRefusals = {
  own_decision: 'Outra pessoa da equipe precisa decidir, porque este anúncio é seu ou você já comprou dele.',
  forbidden: 'Categorias de risco são decididas por um administrador.',
} as const;

const consequences: Record<Decision['decision'], { event: ListingEvent; kind: EventKind }> = {
  approve: { event: 'approve', kind: 'listing.approved' },
  request_changes: { event: 'request_changes', kind: 'listing.changes_requested' },
  reject: { event: 'reject', kind: 'listing.rejected' },
};

/**
 * A review decision about a listing or a revision (L05): made once, by a person who neither sells nor bought it, with an
 * explanation for the seller.
 */
export async function decideListing(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { id: number } & Decision,
): Promise<Reply<typeof decideReview>> {
  const { id, decision } = given;
  const note = given.note.trim();
  const listing = await lockForReview(tx, viewer, id);
  const answer = can(viewer, 'review_listing', listing);
  if (!answer.ok) fail(answer.reason, { detail: reviewRefusals[answer.reason] });
  if (decision !== 'approve') refuseWithoutExplanation(given.reasons, note);
  if (given.revisionId === undefined && listing.state !== 'in_review')
    return refuseDecided(tx, id, await allowedForStaff(tx, viewer, id));
  const sentAt =
    given.revisionId === undefined
      ? sql`(select submitted_at from listings where id = ${id})`
      : sql`(select created_at from listing_revisions where id = ${given.revisionId})`;
  await refuseEarlierDecider(tx, viewer, listing.sellerId, sentAt);
  await consumeClaim(ctx, tx, viewer, 'reviews', id);
  if (given.revisionId !== undefined) {
    await decideRevision(ctx, tx, viewer, {
      id: given.revisionId,
      listing,
      decision,
      note,
      reasons: given.reasons,
    });
    return { id, state: await stateOf(tx, id) };
  }
  const { event, kind } = consequences[decision];
  const also =
    decision === 'approve' ? await publishedColumns(ctx, tx, listing) : refusal(given.reasons, note);
  const state = await moveListing(tx, { id, event, actor: 'staff', viewer, also });
  if (decision === 'approve') await writeVersion(tx, id);
  await recordDecision(tx, {
    kind,
    actor: viewer,
    subject: { kind: 'listing', id },
    before: { state: listing.state },
    after: { state },
    reason: note,
    data: { note, reasons: given.reasons },
  });
  return { id, state };
}

/** Reads the state again, because applying a revision may sell the listing out. */
async function stateOf(tx: Tx, id: number): Promise<ListingState> {
  const { rows } = await sql<{ state: ListingState }>`select state from listings where id = ${id}`.execute(
    tx,
  );
  return rows[0]!.state;
}

function refusal(given: string[], note: string) {
  return sql`review_note = ${note}, review_reasons = ${given}::text[]`;
}

function refuseWithoutExplanation(given: string[], note: string): void {
  const errors: FieldErrors = {};
  if (given.length === 0) errors.reasons = 'Escolha pelo menos 1 motivo.';
  if (note === '') errors.note = 'Explique ao vendedor o que falta.';
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
}
