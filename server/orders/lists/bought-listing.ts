import { sql } from 'kysely';
import type { getBoughtListing } from '#contract/orders/bought-listing.ts';
import type { Category } from '#contract/listings/catalogue.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Db } from '#server/context.ts';
import { cityName } from '#server/listings/cards.ts';
import { attributeLines } from '#server/listings/publishing/attributes.ts';
import { publicShippingColumns } from '#server/listings/publishing/delivery-columns.ts';

type Bought = Reply<typeof getBoughtListing>;

interface Row extends Omit<Bought, 'attributes' | 'writtenAt' | 'boughtAt'> {
  categoryQuestions: Category['attributes'];
  attributes: Record<string, unknown>;
  writtenAt: Date;
  boughtAt: Date;
}

/**
 * F10: the listing version that was bought, even when the listing changed later, because the offer is binding (CDC art.
 * 30). Strangers, who see a redacted order page, may not read it.
 */
export async function boughtListing(db: Db, viewer: Viewer, hash: string): Promise<Bought> {
  const { rows } = await sql<Row>`
    select v.title, v.description, c.name as category, c.attributes as "categoryQuestions", v.attributes, v.price_cents as "priceCents",
      o.delivery_type as "deliveryType", o.promised_hours as "promisedHours", ${publicShippingColumns(sql`v`)},
       o.warranty_days as "warrantyDays",
      ${cityName(sql`v.city_id`)} as city, v.created_at as "writtenAt", o.created_at as "boughtAt", ${changedSince} as changed,
      l.state in ('published', 'paused', 'sold_out', 'expired') as visible,
      (select coalesce(json_agg(json_build_object('key', p.key, 'alt', coalesce(v.image_alts[p.place], ''))
        order by p.place), '[]') from unnest(v.image_keys) with ordinality p (key, place)) as photos
    from orders o join listing_versions v on v.id = o.listing_version_id join categories c on c.id = v.category_id
      join listings l on l.id = o.listing_id join listing_versions n on n.id = l.version_id
    where o.hash = ${hash} and (${viewer.asStaff ?? false} or ${viewer.id} in (o.buyer_id, o.seller_id))`.execute(
    db,
  );
  const { categoryQuestions, attributes, writtenAt, boughtAt, ...row } = rows[0] ?? fail('not_found');
  return {
    ...row,
    attributes: attributeLines(
      [...categoryQuestions, ...droppedQuestions(categoryQuestions, attributes)],
      attributes,
    ),
    writtenAt: writtenAt.toISOString(),
    boughtAt: boughtAt.toISOString(),
  };
}

/** The fields that differ between the version bought (`v`) and the current one (`n`). */
const changedSince = sql`array_remove(array[
  case when n.title <> v.title then 'title' end,
  case when n.description <> v.description then 'description' end,
  case when n.category_id <> v.category_id then 'categoryId' end,
  case when n.image_keys <> v.image_keys then 'images' end,
  case when n.delivery_type <> v.delivery_type then 'deliveryType' end,
  case when n.delivery_type = v.delivery_type and n.promised_hours <> v.promised_hours then 'promisedHours' end,
  case when n.attributes <> v.attributes then 'attributes' end,
  case when n.price_cents <> v.price_cents then 'priceCents' end], null)`;

/** Answers to questions that the category has dropped since, labelled with their keys. */
function droppedQuestions(
  categoryQuestions: Category['attributes'],
  given: Record<string, unknown>,
): Category['attributes'] {
  const known = new Set(categoryQuestions.map(({ key }) => key));
  return Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, label: key, type: 'text', required: false, filterable: false }));
}
