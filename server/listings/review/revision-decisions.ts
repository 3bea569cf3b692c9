import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents } from '#domain/machine.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { revisionMachine } from '#domain/listings/revisions.ts';
import type { RevisionEvent, RevisionState } from '#domain/listings/revisions.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import type { Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { refuseDecided } from './decided.ts';
import { leafCategory } from '#server/listings/publishing/leaf-category.ts';
import type { UnderReview } from '#server/listings/publishing/under-review.ts';
import { indexEach } from '#server/listings/search/reindex.ts';
import { resetStock } from '#server/listings/stock.ts';
import { writeVersion } from '#server/listings/publishing/versions.ts';

interface Given {
  id: number;
  /** Locked by the caller, so that actions of the seller and of staff are serialized. */
  listing: UnderReview;
  decision: 'approve' | 'request_changes' | 'reject';
  note: string;
  reasons: string[];
}

const consequences: Record<Given['decision'], { event: RevisionEvent; kind: EventKind }> = {
  approve: { event: 'apply', kind: 'revision.applied' },
  request_changes: { event: 'request_changes', kind: 'revision.changes_requested' },
  reject: { event: 'reject', kind: 'revision.rejected' },
};

/** Applies a revision as a new version of the listing, or returns it with a note (L11). */
export async function decideRevision(tx: Tx, viewer: Viewer, given: Given): Promise<void> {
  const { id, listing, decision, note, reasons } = given;
  const revision = await pendingRevision(tx, listing, id);
  const { event, kind } = consequences[decision];
  if (decision === 'approve') await apply(tx, listing, revision);
  const version =
    decision === 'approve' ? sql`(select version_id from listings where id = ${listing.id})` : null;
  await sql`update listing_revisions set state = ${revisionMachine[event].to}, decided_at = market_now(),
      version_id = ${version}, note = ${note || null}, reasons = ${reasons}::text[] where id = ${id}`.execute(
    tx,
  );
  await recordDecision(tx, {
    kind,
    actor: viewer,
    subject: { kind: 'listing', id: listing.id },
    before: { revision: revision.state },
    after: { revision: revisionMachine[event].to },
    reason: note,
    data: { revisionId: id, note, reasons },
  });
}

interface Pending {
  id: number;
  state: RevisionState;
  title: string | null;
  categoryId: number | null;
  deliveryType: DeliveryType | null;
  stock: number | null;
}

/** The revision that the reviewer saw. One that was withdrawn or decided meanwhile is refused (409). */
async function pendingRevision(tx: Tx, listing: UnderReview, id: number): Promise<Pending> {
  const { rows } = await sql<Pending>`
    select id, state, title, category_id as "categoryId", delivery_type as "deliveryType", stock
    from listing_revisions where id = ${id} and listing_id = ${listing.id}`.execute(tx);
  const revision = rows[0] ?? fail('not_found');
  const meta = { state: revision.state, allowed: allowedEvents(revisionMachine, revision.state, 'staff') };
  if (revision.state === 'withdrawn')
    fail('wrong_state', {
      detail: 'O vendedor retirou esta mudança. Não há mais nada a decidir.',
      meta,
    });
  if (revision.state !== 'pending') return refuseDecided(tx, listing.id, meta);
  return revision;
}

async function apply(tx: Tx, listing: UnderReview, revision: Pending): Promise<void> {
  const { categoryId, title, deliveryType } = revision;
  const category = categoryId === null ? null : await leafCategory(tx, categoryId);
  if (categoryId !== null && !category)
    fail('wrong_state', {
      detail: 'A categoria escolhida não existe mais. Peça um ajuste.',
      meta: { state: 'pending', allowed: allowedEvents(revisionMachine, 'pending', 'staff', 'apply') },
    });
  await sql`update listings l set updated_at = market_now(), title = coalesce(r.title, l.title),
      slug = ${listingSlug(title ?? listing.title, listing.id)}, description = coalesce(r.description, l.description),
      category_id = coalesce(r.category_id, l.category_id),
      category_path = ${category ? sql`${category.path}::bigint[]` : sql`l.category_path`},
      price_cents = coalesce(r.price_cents, l.price_cents),
      reviewed_price_cents = coalesce(r.price_cents, l.price_cents),
      delivery_type = coalesce(r.delivery_type, l.delivery_type),
      promised_hours = coalesce(r.promised_hours, l.promised_hours),
      attributes = coalesce(r.attributes, l.attributes), image_ids = coalesce(r.image_ids, l.image_ids),
      image_alts = coalesce(r.image_alts, l.image_alts),
      cover_key = case when r.image_ids is null then l.cover_key
        else (select key from images where id = r.image_ids[1]) end
    from listing_revisions r where l.id = ${listing.id} and r.id = ${revision.id}`.execute(tx);
  await indexEach(tx, [listing.id]);
  if (deliveryType !== null)
    await resetStock(tx, listing.id, deliveryType === 'automatic' ? 'codes' : (revision.stock ?? 0));
  await writeVersion(tx, listing.id);
}
