import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { allowedEvents } from '#domain/machine.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { revisionMachine } from '#domain/listings/revisions.ts';
import type { RevisionEvent, RevisionState } from '#domain/listings/revisions.ts';
import { listingSlug } from '#domain/listings/slugs.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events/events.ts';
import type { EventKind } from '#domain/events.ts';
import { refuseDecided } from './decided.ts';
import { cityOfOrigin } from '#server/listings/publishing/delivery.ts';
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
export async function decideRevision(ctx: Ctx, tx: Tx, viewer: Viewer, given: Given): Promise<void> {
  const { id, listing, decision, note, reasons } = given;
  const revision = await pendingRevision(tx, listing, id);
  const { event, kind } = consequences[decision];
  if (decision === 'approve') await apply(ctx, tx, listing, revision);
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
  /** Units instead of the codes that it had; otherwise null. */
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

async function apply(ctx: Ctx, tx: Tx, listing: UnderReview, revision: Pending): Promise<void> {
  const { categoryId, title, deliveryType } = revision;
  const category = categoryId === null ? null : await leafCategory(tx, categoryId);
  if (categoryId !== null && !category)
    fail('wrong_state', {
      detail: 'A categoria escolhida não existe mais. Peça um ajuste.',
      meta: withoutApproval,
    });
  const cityId = deliveryType === 'shipping' ? await cityOfShipping(ctx, tx, listing) : null;
  await sql`update listings l set updated_at = market_now(), title = coalesce(r.title, l.title),
      slug = ${listingSlug(title ?? listing.title, listing.id)}, description = coalesce(r.description, l.description),
      category_id = coalesce(r.category_id, l.category_id),
      category_path = ${category ? sql`${category.path}::bigint[]` : sql`l.category_path`},
      price_cents = coalesce(r.price_cents, l.price_cents),
      reviewed_price_cents = coalesce(r.price_cents, l.price_cents),
      delivery_type = coalesce(r.delivery_type, l.delivery_type),
      promised_hours = coalesce(r.promised_hours, l.promised_hours), city_id = coalesce(${cityId}::int, l.city_id),
      also_pickup = case when r.delivery_type is null then l.also_pickup else coalesce(r.also_pickup, false) end,
      free_shipping = case when r.delivery_type is null then l.free_shipping else coalesce(r.free_shipping, false) end,
      attributes = coalesce(r.attributes, l.attributes), image_ids = coalesce(r.image_ids, l.image_ids),
      image_alts = coalesce(r.image_alts, l.image_alts),
      cover_key = case when r.image_ids is null then l.cover_key
        else (select key from images where id = r.image_ids[1]) end
    from listing_revisions r where l.id = ${listing.id} and r.id = ${revision.id}`.execute(tx);
  await indexEach(tx, [listing.id]);
  if (deliveryType === 'automatic') await resetStock(tx, listing.id, 'codes');
  else if (revision.stock !== null) await resetStock(tx, listing.id, revision.stock);
  await writeVersion(tx, listing.id);
}

/** What staff may do with a revision that cannot be applied. */
const withoutApproval = {
  state: 'pending',
  allowed: allowedEvents(revisionMachine, 'pending', 'staff', 'apply'),
};

/** The city from which the listing is sent once it is shipped (S02). */
async function cityOfShipping(ctx: Ctx, tx: Tx, { id, sellerId }: UnderReview): Promise<number> {
  const { rows } = await sql<{ originId: number | null }>`
    select origin_address_id as "originId" from listings where id = ${id}`.execute(tx);
  const { originId } = rows[0]!;
  const city = originId === null ? null : await cityOfOrigin(ctx, tx, sellerId, originId);
  return (
    city ??
    fail('wrong_state', {
      detail: 'O endereço de onde o produto sai não existe mais. Peça um ajuste.',
      meta: withoutApproval,
    })
  );
}
