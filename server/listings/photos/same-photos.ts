import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Part of a `from`: listings `l` that are or were on sale with one of these photos, by its bytes or by its image hash
 * (`look`), including those of the same seller. Two small indexes find them; a listing with two of the photos appears
 * twice.
 */
export const withSamePhoto = (imageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select i.id, i.owner_id from images own join images i on i.key = own.key where own.id = any(${imageIds})
    union select i.id, i.owner_id from images own join images i on i.look = own.look where own.id = any(${imageIds})) same
  join listings l on l.seller_id = same.owner_id and same.id = any(l.image_ids) and l.published_at is not null`;
