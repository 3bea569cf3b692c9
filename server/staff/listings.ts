import { sql } from 'kysely';
import type { Body, Query, Reply } from '#contract/endpoint.ts';
import type {
  getStaffListing,
  listStaffListings,
  moderateListing,
  StaffListing,
} from '#contract/staff-listings.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { recordDecision } from '#server/events.ts';
import { putBack } from '#server/listings/publication.ts';
import { moveListing } from '#server/listings/states.ts';
import { within } from '#server/lists/table.ts';
import type { Table } from '#server/lists/table.ts';
import { recentVisits } from '#server/visits/queries.ts';
import { historyOf } from './history.ts';
import { permission } from './permission.ts';
import { isId, wordsLike } from './sought.ts';

interface Row {
  id: number;
  slug: string;
  title: string;
  cover_key: string | null;
  seller_id: number;
  seller: string;
  category: string | null;
  price_cents: number | null;
  plan: StaffListing['plan'];
  state: StaffListing['state'];
  stock: number;
  sold: number;
  visits: number;
  open_reports: number;
  flagged_at: Date | null;
  updated_at: Date;
}

const columns = sql`t.id, t.slug, t.title, t.cover_key, t.seller_id, s.username::text as seller, c.name as category,
  t.price_cents, t.plan, t.state, t.stock, t.sold, t.flagged_at, t.updated_at,
  ${recentVisits(sql`t.id`)} as visits,
  (select count(*)::int from reports r where r.target_kind = 'listing' and r.target_id = t.id and r.state = 'open')
    as open_reports`;
const joins = sql`join users s on s.id = t.seller_id left join categories c on c.id = t.category_id`;

/** All listings. Words are looked for among what is on sale, where there is an index of them. */
export const listingsTable: Table<Query<typeof listStaffListings>, Row, StaffListing> = {
  name: 'anuncios',
  columns,
  source: sql`listings t`,
  joins,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, price: { by: sql`t.price_cents`, type: 'bigint' } },
  usualSort: '-id',
  where: ({ q, sort, plan, flagged, from, to }) => [
    q ? soughtListing(q) : undefined,
    // A row without a price has no place in the order of prices.
    sort?.endsWith('price') ? sql`t.price_cents is not null` : undefined,
    plan && sql`t.plan = any(${plan}::text[])`,
    flagged && sql`t.flagged_at is not null`,
    ...within(sql`t.created_at`, from, to),
  ],
  either: ({ state }) => state?.map((one) => sql`t.state = ${one}`),
  present,
};

function soughtListing(q: string) {
  if (isId(q)) return sql`t.id = ${Number(q)}`;
  if (q.startsWith('@'))
    return sql`t.seller_id = (select id from users where username = ${q.slice(1)} limit 1)`;
  return wordsLike(q);
}

function present(row: Row): StaffListing {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    cover: row.cover_key,
    seller: { id: row.seller_id, username: row.seller },
    category: row.category,
    priceCents: row.price_cents,
    plan: row.plan,
    state: row.state,
    stock: row.stock,
    sold: row.sold,
    visits: row.visits,
    openReports: row.open_reports,
    flaggedAt: row.flagged_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** One listing and what became of it. */
export async function readStaffListing(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof getStaffListing>> {
  const { rows } = await sql<Row & { description: string; created_at: Date }>`
    select ${columns}, t.description, t.created_at from listings t ${joins} where t.id = ${id}`.execute(
    ctx.db,
  );
  const row = rows[0] ?? fail('not_found');
  const may = (action: Action) =>
    permission(
      can(viewer, 'moderate_listing', { sellerId: row.seller_id, action }),
      'Só administradores encerram um anúncio.',
    );
  return {
    ...present(row),
    description: row.description,
    createdAt: row.created_at.toISOString(),
    history: await historyOf(ctx.db, { kind: 'listing', id }),
    may: { suspend: may('suspend'), republish: may('republish'), remove: may('remove') },
  };
}

type Action = Body<typeof moderateListing>['action'];

const kinds = {
  suspend: 'listing.suspended',
  republish: 'listing.republished',
  remove: 'listing.removed_by_staff',
} as const;

/** L09 and L10 by the team: once, for a reason that the seller reads, by somebody with no part in it. */
export async function moderate(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, action, reason }: Body<typeof moderateListing> & { id: number },
): Promise<Reply<typeof moderateListing>> {
  const { rows } = await sql<{ seller_id: number; state: StaffListing['state']; stock: number }>`
    select seller_id, state, stock from listings where id = ${id} for update`.execute(tx);
  const listing = rows[0] ?? fail('not_found');
  const answer = can(viewer, 'moderate_listing', { sellerId: listing.seller_id, action });
  if (!answer.ok) fail(answer.reason);
  const also = sql`review_note = ${reason}, flagged_at = null`;
  const state =
    action === 'republish'
      ? await putBack(ctx, tx, { id, stock: listing.stock, actor: 'staff' })
      : await moveListing(tx, { id, event: action, actor: 'staff', also });
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
