import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { listStaffListings } from '#contract/listings/staff-listings.ts';
import type { shippingFields } from '#contract/listings/content.ts';
import type { getPriceCurve, getStaffListing, StaffListing } from '#contract/listings/staff-listings.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { StaffActions } from '#domain/staff/permissions.ts';
import { csvCents, csvInstant } from '#domain/text/csv.ts';
import { planNames, staffListingName } from '#domain/state-names.ts';
import { categoryTree } from '#server/listings/catalogue/queries.ts';
import type { Ctx } from '#server/context.ts';
import { attributeLines } from '#server/listings/publishing/attributes.ts';
import { ownShippingColumns } from '#server/listings/publishing/delivery-columns.ts';
import { cityName } from '#server/listings/cards.ts';
import { isOdd } from '#server/listings/odd-prices.ts';
import { photosOf } from '#server/listings/photos/photos.ts';
import { hasBoughtListing } from '#server/listings/refusals.ts';
import { reviewRefusals } from '#server/listings/review/review.ts';
import { withSamePhoto } from '#server/listings/photos/same-photos.ts';
import { betweenDays } from '#server/lists/table.ts';
import { currentRules } from '#server/settings/queries.ts';
import { recentViews } from '#server/listings/views/queries.ts';
import { historyOf } from '#server/staff/history.ts';
import { permission } from '#server/staff/permission.ts';
import { isId, titleContains } from './search-conditions.ts';
import type { StaffTable } from './staff-table.ts';

interface Row {
  id: number;
  slug: string;
  title: string;
  cover_key: string | null;
  seller_id: number;
  seller: string;
  category: string | null;
  price_cents: number | null;
  median_cents: number | null;
  odd_price: boolean;
  plan: StaffListing['plan'];
  state: StaffListing['state'];
  stock: number;
  sold: number;
  visits: number;
  open_reports: number;
  flagged_at: Date | null;
  shares_photo: boolean;
  updated_at: Date;
}

/** On sale now, with a price off the curve of the last measurement. */
const offTheCurve = sql`t.state = 'published' and ${isOdd(sql`t.price_cents`)}`;

const columns = sql`t.id, t.slug, t.title, t.cover_key, t.seller_id, s.username::text as seller, c.name as category,
  t.price_cents, p.median_cents, coalesce(${offTheCurve}, false) as odd_price, t.plan, t.state, t.stock, t.sold,
  t.flagged_at, t.updated_at, ${recentViews(sql`t.id`)} as visits,
  (select count(*)::int from reports r where r.target_kind = 'listing' and r.target_id = t.id and r.state = 'open')
    as open_reports,
  exists (select from ${withSamePhoto(sql`t.image_ids`)} where l.seller_id <> t.seller_id) as shares_photo`;
const joins = sql`join users s on s.id = t.seller_id left join categories c on c.id = t.category_id
  left join category_prices p on p.category_id = t.category_id`;

/** The most listings with the same photo that a filter returns. */
const maxPhotoMatches = 1_000;

/** All listings. Words are searched only in listings on sale, which have a trigram index. */
export const listingsTable: StaffTable<Query<typeof listStaffListings>, Row, StaffListing> = {
  name: 'anuncios',
  query: listStaffListings.query,
  columns,
  source: sql`listings t`,
  joins,
  sorts: { id: { by: sql`t.id`, type: 'bigint' }, price: { by: sql`t.price_cents`, type: 'bigint' } },
  defaultSort: '-id',
  where: ({ q, sort, plan, reports, withoutPhoto, oddPrice, samePhotoAs, from, to }) => [
    q ? matchesListing(q) : undefined,
    // A listing without a price cannot be sorted by price.
    sort?.endsWith('price') ? sql`t.price_cents is not null` : undefined,
    plan && sql`t.plan = any(${plan}::text[])`,
    reports === 'flagged' ? sql`t.flagged_at is not null` : undefined,
    // Reported listings are few, so they are found by id: a scan of a million listings takes a second.
    reports === 'open'
      ? sql`t.id = any(array(select distinct target_id from reports where target_kind = 'listing' and state = 'open'))`
      : undefined,
    withoutPhoto && sql`t.cover_key is null and t.state <> 'removed'`,
    oddPrice &&
      sql`exists (select from odd_prices o join category_prices p on p.category_id = t.category_id
        where o.listing_id = t.id and ${offTheCurve})`,
    samePhotoAs === undefined ? undefined : sql`t.id = any(array(${photoGroup(samePhotoAs)}))`,
    ...betweenDays(sql`t.created_at`, from, to),
  ],
  ranges: ({ state }) => state?.map((one) => sql`t.state = ${one}`),
  present,
  csv: {
    Número: ({ id }) => String(id),
    Título: ({ title }) => title,
    'Quem vende': ({ seller }) => seller.username,
    Categoria: ({ category }) => category,
    Preço: ({ priceCents }) => (priceCents === null ? null : csvCents(priceCents)),
    Plano: ({ plan }) => planNames[plan],
    Situação: ({ state }) => staffListingName(state),
    Denúncias: ({ openReports }) => String(openReports),
    'Mudado em': ({ updatedAt }) => csvInstant(updatedAt),
  },
};

/** Ids of a listing and of all listings that were on sale with one of its photos. */
function photoGroup(id: number) {
  return sql`select ${id}::bigint union (select l.id from ${withSamePhoto(photosOfListing(id))} limit ${maxPhotoMatches})`;
}

const photosOfListing = (id: number) => sql`(select image_ids from listings where id = ${id})::bigint[]`;

function matchesListing(q: string) {
  if (isId(q)) return sql`t.id = ${Number(q)}`;
  if (q.startsWith('@'))
    return sql`t.seller_id = (select id from users where username = ${q.slice(1)} limit 1)`;
  return titleContains(q);
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
    medianCents: row.median_cents,
    oddPrice: row.odd_price,
    plan: row.plan,
    state: row.state,
    stock: row.stock,
    sold: row.sold,
    visits: row.visits,
    openReports: row.open_reports,
    flaggedAt: row.flagged_at?.toISOString() ?? null,
    sharesPhoto: row.shares_photo,
    updatedAt: row.updated_at.toISOString(),
  };
}

interface DetailRow extends Row {
  description: string;
  created_at: Date;
  category_id: number | null;
  attributes: Record<string, unknown>;
  delivery_type: Reply<typeof getStaffListing>['deliveryType'];
  promised_hours: number | null;
  shipping: Pick<Reply<typeof getStaffListing>, keyof typeof shippingFields>;
  city: string | null;
  image_ids: number[];
  image_alts: string[];
  bought: boolean;
}

/** One listing with its content, its history and the actions that the viewer may take. */
export async function readStaffListing(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof getStaffListing>> {
  const row = await readDetailRow(ctx, viewer, id);
  const [tree, images, copies, history] = await Promise.all([
    categoryTree(ctx),
    photosOf(ctx, row),
    copiesOf(ctx, id),
    historyOf(ctx.db, { kind: 'listing', id }),
  ]);
  const category = tree.byId.get(row.category_id ?? 0);
  return {
    ...present(row),
    description: row.description,
    categoryId: row.category_id,
    categories: category?.path.map(({ name }) => name) ?? [],
    attributes: attributeLines(category?.attributes ?? [], row.attributes),
    deliveryType: row.delivery_type,
    promisedHours: row.promised_hours,
    ...row.shipping,
    city: row.city,
    warrantyDays: category?.warrantyDays ?? 7,
    images: images.map(({ key, alt }) => ({ key, alt })),
    copies,
    createdAt: row.created_at.toISOString(),
    history,
    may: permissionsOn(viewer, {
      sellerId: row.seller_id,
      bought: row.bought,
      risky: category?.risky ?? false,
    }),
  };
}

async function readDetailRow(ctx: Ctx, viewer: Viewer, id: number): Promise<DetailRow> {
  const { rows } = await sql<DetailRow>`
    select ${columns}, t.description, t.created_at, t.category_id, t.attributes, t.delivery_type, t.promised_hours,
      (select row_to_json(s) from (select ${ownShippingColumns(sql`t`)}) s) as shipping, ${cityName(sql`t.city_id`)} as city,
      t.image_ids, t.image_alts, (select ${hasBoughtListing(viewer.id)} from (select t.id) l) as bought
    from listings t ${joins} where t.id = ${id}`.execute(ctx.db);
  return rows[0] ?? fail('not_found');
}

const shownCopies = 20;

type Copy = Reply<typeof getStaffListing>['copies'][number];

async function copiesOf(ctx: Ctx, id: number): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select distinct l.id, l.title, l.cover_key as cover, u.username::text as seller, l.state, l.price_cents as "priceCents"
    from ${withSamePhoto(photosOfListing(id))} join users u on u.id = l.seller_id
    where l.id <> ${id} order by l.id desc limit ${shownCopies}`.execute(ctx.db);
  return rows;
}

type Reviewed = StaffActions['review_listing'];

function permissionsOn(viewer: Viewer, listing: Reviewed): Reply<typeof getStaffListing>['may'] {
  const may = (action: StaffActions['moderate_listing']['action']) =>
    permission(
      can(viewer, 'moderate_listing', { ...listing, action }),
      action === 'remove' ? 'Só administradores encerram um anúncio.' : reviewRefusals.forbidden,
    );
  const move = can(viewer, 'review_listing', listing);
  return {
    pause: may('pause'),
    suspend: may('suspend'),
    republish: may('republish'),
    remove: may('remove'),
    move: { allowed: move.ok, because: move.ok ? null : reviewRefusals[move.reason] },
  };
}

/** The current thresholds of «off the curve», shown with that filter. */
export async function readPriceCurve({ db }: Ctx): Promise<Reply<typeof getPriceCurve>> {
  const { outlierBps, fewestPrices } = (await currentRules(db)).rules.listings;
  const { rows } = await sql<{ measuredAt: Date | null }>`
    select min(measured_at) as "measuredAt" from category_prices where median_cents is not null`.execute(db);
  return { outlierBps, fewestPrices, measuredAt: rows[0]!.measuredAt?.toISOString() ?? null };
}
