import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { ListingState } from '#domain/listings/listings.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { publishedColumns, republish } from '#server/listings/publishing/publication.ts';
import { isRisky } from '#server/listings/publishing/under-review.ts';
import { writeVersion } from '#server/listings/publishing/versions.ts';
import { hasBoughtListing } from '#server/listings/refusals.ts';
import { reviewRefusals } from '#server/listings/review/review.ts';
import { moveListing } from '#server/listings/states.ts';
import { byStaff, done, doneExcept, isNewest, tooLate } from './undoing.ts';
import type { Undoing, Undone } from './undoing.ts';

interface Listing {
  id: number;
  sellerId: number;
  state: ListingState;
  title: string;
  stock: number;
  bought: boolean;
  /** Whether it is as the decision left it. */
  untouched: boolean;
}

async function lockListing(tx: Tx, { decision, viewer }: Undoing): Promise<Listing> {
  const { rows } = await sql<Listing>`
    select l.id, l.seller_id as "sellerId", l.state, l.title, l.stock, ${hasBoughtListing(viewer?.id ?? 0)} as bought,
      l.updated_at <= (select at from events where id = ${decision.id}) as untouched
    from listings l where l.id = ${decision.subjectId} for update`.execute(tx);
  return rows[0]!;
}

/**
 * A refused listing goes on sale as it was refused. One that its seller changed since, or whose appeal the team left
 * undecided, goes back to the review instead.
 */
export async function undoRefusal(ctx: Ctx, tx: Tx, given: Undoing): Promise<Undone> {
  const { viewer, reason } = given;
  const listing = await lockListing(tx, given);
  const { id, state, untouched } = listing;
  if (state !== 'rejected' && state !== 'changes_requested')
    return tooLate('O anúncio já saiu da situação em que a decisão o deixou.');
  if (viewer !== null) await requireReviewer(tx, viewer, listing);
  const mover = viewer === null ? ({ actor: 'system' } as const) : ({ actor: 'staff', viewer } as const);
  const also = sql`review_note = null, review_reasons = '{}', submitted_at = market_now()`;
  await moveListing(tx, { id, event: 'reopen', ...mover, also });
  if (viewer === null) return doneExcept('O anúncio voltou para a revisão, que outra pessoa faz.');
  if (!untouched)
    return doneExcept(
      'O anúncio mudou depois da decisão. Por isso voltou para a revisão, e não direto ao ar.',
    );
  const columns = await publishedColumns(ctx, tx, listing);
  const after = await moveListing(tx, { id, event: 'approve', actor: 'staff', viewer, also: columns });
  await writeVersion(tx, id);
  await recordMove(tx, viewer, { id, kind: 'listing.approved', before: state, after, reason });
  return after === 'published' ? done : doneExcept(pausedText);
}

const pausedText = 'O anúncio está pausado, porque sua conta não pode vender agora.';

async function requireReviewer(tx: Tx, viewer: Viewer, listing: Listing): Promise<void> {
  const answer = can(viewer, 'review_listing', { ...listing, risky: await isRisky(tx, listing.id) });
  if (!answer.ok) fail(answer.reason, { detail: reviewRefusals[answer.reason] });
}

/** A suspended listing goes back on sale for a whole term, or to its seller where it was paused before. */
export const undoSuspension = byStaff(async (ctx, tx, given) => {
  const { viewer, reason, decision } = given;
  const { id, state, stock, sellerId } = await lockListing(tx, given);
  if (state !== 'suspended' || !(await isNewest(tx, decision, 'listing')))
    return tooLate('O anúncio já saiu da situação em que a decisão o deixou.');
  const answer = can(viewer, 'moderate_listing', {
    sellerId,
    risky: await isRisky(tx, id),
    action: 'republish',
  });
  if (!answer.ok)
    fail(answer.reason, { detail: answer.reason === 'forbidden' ? reviewRefusals.forbidden : undefined });
  const shown = await republish(ctx, tx, { id, stock, actor: 'staff', viewer });
  const wasPaused = (decision.data.before as { state?: string } | null)?.state === 'paused';
  const after =
    shown === 'published' && wasPaused
      ? await moveListing(tx, { id, event: 'pause', actor: 'staff', viewer })
      : shown;
  await recordMove(tx, viewer, { id, kind: 'listing.republished', before: state, after, reason });
  if (wasPaused)
    return doneExcept('O anúncio está pausado, como estava antes. Volte a vender quando quiser.');
  return after === 'paused' ? doneExcept(pausedText) : done;
});

/** A listing that staff paused sells again; its seller may have resumed it before. */
export const undoPause = byStaff(async (_ctx, tx, given) => {
  const { viewer, reason } = given;
  const { id, state, stock, untouched } = await lockListing(tx, given);
  if (state !== 'paused' || !untouched || stock === 0)
    return tooLate('O anúncio mudou depois da decisão. Se está pausado, você pode voltar a vendê-lo.');
  const after = await moveListing(tx, { id, event: 'resume', actor: 'system' });
  await recordMove(tx, viewer, { id, kind: 'listing.republished', before: state, after, reason });
  return after === 'paused' ? doneExcept(pausedText) : done;
});

/** L10: a removed listing stays removed. */
export const undoRemoval = byStaff(async () =>
  tooLate('Um anúncio encerrado não volta ao ar. Crie outro com o mesmo conteúdo.'),
);

interface Move {
  id: number;
  kind: EventKind;
  before: ListingState;
  after: ListingState;
  reason: string;
}

function recordMove(tx: Tx, actor: Viewer, { id, kind, before, after, reason }: Move): Promise<void> {
  return recordDecision(tx, {
    kind,
    actor,
    subject: { kind: 'listing', id },
    before: { state: before },
    after: { state: after },
    reason,
    data: { note: reason, appeal: true },
  });
}
