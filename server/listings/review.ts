import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { decideReview, getReview, listReviews } from '#contract/reviews.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { ListingEvent, ListingState } from '#domain/listings.ts';
import { can } from '#domain/permissions.ts';
import { listingSlug } from '#domain/slugs.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { categoryTree } from '#server/catalogue/queries.ts';
import { record } from '#server/events.ts';
import type { EventKind } from '#server/events.ts';
import { currentRules } from '#server/settings/queries.ts';
import { readListing } from './queries.ts';
import { moveListing } from './states.ts';
import { signalsOf } from './triage.ts';
import { writeVersion } from './versions.ts';

const shown = 200;

/** The queue: Diamante first, then the oldest. */
export async function reviewQueue(db: Db): Promise<Reply<typeof listReviews>> {
  type Item = Reply<typeof listReviews>['items'][number];
  const { rows } = await sql<Omit<Item, 'submittedAt'> & { submittedAt: Date; total: number }>`
    select l.id, l.title, l.price_cents as "priceCents", l.cover_key as cover, u.username::text as seller,
      c.name as category, l.submitted_at as "submittedAt", count(*) over ()::int as total
    from listings l join users u on u.id = l.seller_id join categories c on c.id = l.category_id
    where l.state = 'in_review'
    order by (l.plan = 'diamante') desc, l.submitted_at, l.id limit ${shown}`.execute(db);
  const items = rows.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** A listing with all that its decision needs; drafts are still private. */
export async function reviewItem(ctx: Ctx, viewer: Viewer, id: number): Promise<Reply<typeof getReview>> {
  const listing = (await readListing(ctx.db, id, sql`l.submitted_at is not null`)) ?? fail('not_found');
  const { rows } = await sql<SellerRow>`
    select u.id, u.username::text, u.created_at, u.email_verified_at is not null as "emailVerified",
      (select count(*) from orders o where o.seller_id = u.id and o.state = 'completed')::int as "salesCount",
      (select count(*) from listings o where o.seller_id = u.id and o.state = 'published')::int as "listingsCount"
    from listings l join users u on u.id = l.seller_id where l.id = ${id}`.execute(ctx.db);
  const { created_at, ...seller } = rows[0]!;
  const category = (await categoryTree(ctx)).byId.get(listing.categoryId ?? 0);
  const risky = category?.risky ?? false;
  const answer = can(viewer, 'review_listing', { sellerId: seller.id, risky });
  const because =
    listing.state === 'in_review'
      ? answer.ok
        ? null
        : reasons[answer.reason]
      : 'Este anúncio não está em revisão.';
  return {
    // What the codes are is nobody's business but the seller's and the buyer's.
    listing: { ...listing, codes: [] },
    categories: category?.path.map((each) => each.name) ?? [],
    risky,
    seller: { ...seller, memberSince: created_at.toISOString() },
    signals: await signalsOf(ctx.db, listing),
    decidable: because === null,
    notDecidableBecause: because,
  };
}

interface SellerRow {
  id: number;
  username: string;
  created_at: Date;
  emailVerified: boolean;
  salesCount: number;
  listingsCount: number;
}

const reasons = {
  own_decision: 'Outra pessoa da equipe precisa decidir, porque este anúncio é seu.',
  forbidden: 'Categorias de risco são decididas por um administrador.',
} as const;

type Decision = Body<typeof decideReview>;

const consequences: Record<Decision['decision'], { event: ListingEvent; kind: EventKind; word: string }> = {
  approve: { event: 'approve', kind: 'listing.approved', word: 'aprovou' },
  request_changes: { event: 'request_changes', kind: 'listing.changes_requested', word: 'pediu ajuste' },
  reject: { event: 'reject', kind: 'listing.rejected', word: 'recusou' },
};

/** The last human decision on a listing (L05): once, by somebody with no part in it, with words the seller can act on. */
export async function decide(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  given: { id: number } & Decision,
): Promise<Reply<typeof decideReview>> {
  const { id, decision } = given;
  const note = given.note.trim();
  const listing = await lockForReview(tx, id);
  const answer = can(viewer, 'review_listing', listing);
  if (!answer.ok) fail(answer.reason, { detail: reasons[answer.reason] });
  if (listing.state !== 'in_review') return refuseDecided(tx, id, listing.state);
  if (decision !== 'approve') refuseWordless(given.reasons, note);
  const { event, kind } = consequences[decision];
  const also = decision === 'approve' ? await publication(ctx, tx, listing) : refusal(given.reasons, note);
  const state = await moveListing(tx, { id, event, actor: 'staff', also });
  if (decision === 'approve') await writeVersion(tx, id);
  await record(tx, {
    kind,
    actor: viewer,
    subject: { kind: 'listing', id },
    data: { note, reasons: given.reasons },
  });
  return { id, state };
}

interface UnderReview {
  id: number;
  sellerId: number;
  state: ListingState;
  title: string;
  risky: boolean;
}

async function lockForReview(tx: Tx, id: number): Promise<UnderReview> {
  const { rows } = await sql<UnderReview>`
    select l.id, l.seller_id as "sellerId", l.state, l.title, coalesce(c.risk_class = 'risky', false) as risky
    from listings l left join categories c on c.id = l.category_id
    where l.id = ${id} and l.submitted_at is not null for update of l`.execute(tx);
  return rows[0] ?? fail('not_found');
}

async function publication(ctx: Ctx, tx: Tx, listing: UnderReview) {
  const { rules } = await currentRules(ctx.db, tx);
  return sql`slug = ${listingSlug(listing.title, listing.id)}, published_at = market_now(),
    expires_at = market_now() + ${rules.listingExpiryMs}::bigint * interval '1 millisecond',
    review_note = null, review_reasons = '{}'`;
}

function refusal(given: string[], note: string) {
  return sql`review_note = ${note}, review_reasons = ${given}::text[]`;
}

function refuseWordless(given: string[], note: string): void {
  const errors: FieldErrors = {};
  if (given.length === 0) errors.reasons = 'Escolha pelo menos 1 motivo.';
  if (note === '') errors.note = 'Explique ao vendedor o que falta.';
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** Names who was faster, what they decided and when. */
async function refuseDecided(tx: Tx, id: number, state: ListingState): Promise<never> {
  const { rows } = await sql<{ kind: EventKind; at: Date; username: string }>`
    select e.kind, e.at, u.username::text from events e join users u on u.id = e.actor_id
    where e.subject_kind = 'listing' and e.subject_id = ${id}
      and e.kind in ('listing.approved', 'listing.changes_requested', 'listing.rejected')
    order by e.id desc limit 1`.execute(tx);
  const last = rows[0];
  if (!last) fail('wrong_state', { meta: { state } });
  const { word } = Object.values(consequences).find(({ kind }) => kind === last.kind)!;
  fail('already_decided', {
    detail: `@${last.username} ${word} este anúncio em ${moment.format(last.at)}.`,
    meta: { state, by: last.username, decision: last.kind, at: last.at.toISOString() },
  });
}
