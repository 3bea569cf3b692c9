import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { moderateListing, moveStaffListing } from '#contract/listings/staff-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { attributeFaults, carryOverAttributes } from '#domain/listings/attributes.ts';
import type { CategoryAttribute } from '#domain/listings/attributes.ts';
import { fail } from '#domain/errors.ts';
import { liveStates } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import { requireLeafCategory } from '#server/listings/publishing/leaf-category.ts';
import type { Leaf } from '#server/listings/publishing/leaf-category.ts';
import { applyRemoval } from '#server/listings/removal.ts';
import { republish } from '#server/listings/publishing/publication.ts';
import { hasBoughtListing, refuseStaff } from '#server/listings/refusals.ts';
import { reviewRefusals } from '#server/listings/review/review.ts';
import { isRisky } from '#server/listings/publishing/under-review.ts';
import { moveListing } from '#server/listings/states.ts';
import { writeVersion } from '#server/listings/publishing/versions.ts';

const kinds = {
  pause: 'listing.paused_by_staff',
  suspend: 'listing.suspended',
  republish: 'listing.republished',
  remove: 'listing.removed_by_staff',
} as const;

/** L06, L09 and L10 by staff, with a reason that the seller reads; refused to its seller. */
export async function moderate(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, action, reason }: Body<typeof moderateListing> & { id: number },
): Promise<Reply<typeof moderateListing>> {
  const { rows } = await sql<{ seller_id: number; state: ListingState; stock: number }>`
    select seller_id, state, stock from listings where id = ${id} for update`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'moderate_listing', {
    sellerId: listing.seller_id,
    risky: await isRisky(tx, id),
    action,
  });
  if (!answer.ok) fail(answer.reason);
  const state = await applyAction(ctx, tx, viewer, { id, stock: listing.stock, action, reason });
  await recordDecision(tx, {
    kind: kinds[action],
    actor: viewer,
    subject: { kind: 'listing', id },
    before: { state: listing.state },
    after: { state },
    reason,
  });
  return { id, state };
}

function applyAction(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { id: number; stock: number; action: keyof typeof kinds; reason: string },
): Promise<ListingState> {
  const { id, stock, action, reason } = given;
  const by = { actor: 'staff', viewer } as const;
  const also = sql`review_note = ${reason}, flagged_at = null`;
  if (action === 'republish') return republish(ctx, tx, { id, stock, ...by });
  if (action === 'remove') return applyRemoval(tx, { id, ...by, also });
  return moveListing(tx, { id, event: action, ...by, also });
}

/** States with an approved version, live or suspended. A draft or a listing in review changes category by other means. */
const movable: readonly ListingState[] = [...liveStates, 'suspended'];

/**
 * Moves a listing to another category and writes a new version. It is a review decision (L05, L11), so it needs the
 * same permission. Attributes that the new category lacks or would refuse are dropped, and the seller is told which.
 * @throws `listing_incomplete` where the new category requires what was never answered (L02)
 */
export async function moveToCategory(
  tx: Tx,
  viewer: Viewer,
  { id, categoryId, reason }: Body<typeof moveStaffListing> & { id: number },
): Promise<Reply<typeof moveStaffListing>> {
  const listing = await lockForMove(tx, viewer, id);
  const target = await requireLeafCategory(tx, categoryId);
  const answer = can(viewer, 'review_listing', { ...listing, risky: listing.risky || target.risky });
  if (!answer.ok) fail(answer.reason, { detail: reviewRefusals[answer.reason] });
  const detail = unmovable(listing, target);
  if (detail !== null) await refuseStaff(tx, viewer, id, { detail });
  const { kept, dropped } = carryOverAttributes(listing.asked, target.attributes, listing.attributes);
  refuseUnanswered(target, kept);
  const { rows } = await sql<{ category: string }>`
    update listings l set category_id = ${target.id}, category_path = ${target.path}::bigint[],
      attributes = ${JSON.stringify(kept)}::jsonb, updated_at = market_now()
    from categories c where l.id = ${id} and c.id = ${target.id} returning c.name as category`.execute(tx);
  await writeVersion(tx, id);
  const { category } = rows[0]!;
  await recordDecision(tx, {
    kind: 'listing.moved',
    actor: viewer,
    subject: { kind: 'listing', id },
    before: { category: listing.category },
    after: { category },
    reason,
    data: { category, dropped },
  });
  return { id, category, dropped };
}

interface ListingToMove {
  sellerId: number;
  state: ListingState;
  categoryId: number | null;
  category: string | null;
  risky: boolean;
  asked: readonly CategoryAttribute[];
  attributes: Record<string, string>;
  bought: boolean;
  /** Whether a revision of its category or attributes is pending. */
  revised: boolean;
}

async function lockForMove(tx: Tx, viewer: Viewer, id: number): Promise<ListingToMove> {
  const { rows } = await sql<ListingToMove>`
    select l.seller_id as "sellerId", l.state, l.category_id as "categoryId", c.name as category, l.attributes,
      coalesce(c.risk_class = 'risky', false) as risky, coalesce(c.attributes, '[]') as asked,
      ${hasBoughtListing(viewer.id)} as bought,
      exists (select from listing_revisions r where r.listing_id = l.id and r.state = 'pending'
        and num_nonnulls(r.category_id, r.attributes) > 0) as revised
    from listings l left join categories c on c.id = l.category_id where l.id = ${id} for update of l`.execute(
    tx,
  );
  return rows[0] ?? fail('not_found');
}

/** Why the listing stays where it is; null when it may move. */
function unmovable({ state, categoryId, revised }: ListingToMove, target: Leaf): string | null {
  if (!movable.includes(state))
    return 'Só muda de categoria o que já foi aprovado e não foi encerrado. O resto se decide na Revisão.';
  if (categoryId === target.id) return 'Este anúncio já está nesta categoria.';
  return revised
    ? 'Uma mudança de categoria ou de detalhes deste anúncio espera revisão. Decida-a antes.'
    : null;
}

function refuseUnanswered(target: Leaf, kept: Record<string, string>): void {
  const faults = attributeFaults(target.attributes, kept);
  const missing = target.attributes.filter(({ key }) => faults[`attributes.${key}`]);
  if (missing.length === 0) return;
  const labels = new Intl.ListFormat('pt-BR').format(missing.map(({ label }) => `«${label}»`));
  fail('listing_incomplete', {
    detail: `A categoria nova pede ${labels}, que este anúncio não responde. Pause-o e peça ao vendedor que mude.`,
  });
}
