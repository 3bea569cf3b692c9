import { sql } from 'kysely';
import type { PhotoLink } from '#contract/listings/photo-links.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

/** The link of one's own draft, which the computer polls every few seconds; null without one. */
export async function photoLinkOf(
  db: Queryable,
  viewer: Viewer,
  listingId: number,
): Promise<PhotoLink | null> {
  const { rows } = await sql<{ link: PhotoLink | null }>`
    select (select json_build_object('open', p.expires_at > market_now(), 'claimed', p.key_hash is not null,
        'expiresAt', to_char(p.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'images', (select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key, 'width', i.width,
          'height', i.height, 'alt', '') order by i.id), '[]') from images i where i.id = any(p.image_ids)))
      from photo_links p where p.listing_id = l.id) as link
    from listings l where l.id = ${listingId} and l.seller_id = ${viewer.id} and l.state <> 'removed'`.execute(
    db,
  );
  return (rows[0] ?? fail('not_found')).link;
}
