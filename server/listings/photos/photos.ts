import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { FieldErrors } from '#domain/errors.ts';
import { cached } from '#server/concurrency/cache.ts';
import type { CacheShape } from '#server/concurrency/cache.ts';
import type { Ctx, Tx } from '#server/context.ts';

export interface Photos {
  ids: number[];
  /** Alternative text of each photo, in the order of `ids`. */
  alts: string[];
  cover: string | null;
}

/** A listing's photos as pairs, from its two array columns. */
export function photoPairs(listing: {
  image_ids: number[];
  image_alts: string[];
}): { id: number; alt: string }[] {
  return listing.image_ids.map((id, place) => ({ id, alt: listing.image_alts[place] ?? '' }));
}

/**
 * The photos after a change, in the order given: only the viewer's own, and each once. Alternative texts that are not
 * sent stay with their photo.
 * @returns null when neither photos nor texts were sent
 */
export async function photosAfterChange(
  tx: Tx,
  viewer: Viewer,
  listing: { image_ids: number[]; image_alts: string[] },
  given: { imageIds?: number[] | undefined; imageAlts?: string[] | undefined },
): Promise<Photos | null> {
  if (given.imageIds === undefined && given.imageAlts === undefined) return null;
  const ids = given.imageIds ?? listing.image_ids;
  const known = new Map(photoPairs(listing).map(({ id, alt }) => [id, alt]));
  const alts = given.imageAlts ?? ids.map((id) => known.get(id) ?? '');
  if (alts.length !== ids.length)
    fail('invalid_request', { errors: { imageAlts: 'Envie uma descrição para cada foto, mesmo vazia.' } });
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from images where owner_id = ${viewer.id} and id = any(${ids}::bigint[])`.execute(tx);
  const keys = new Map(rows.map((row) => [row.id, row.key]));
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!keys.has(id)) errors[`imageIds.${index}`] = 'Esta foto não está mais aqui. Envie de novo.';
    else if (ids.indexOf(id) < index) errors[`imageIds.${index}`] = 'Esta foto já está no anúncio.';
  });
  if (Object.keys(errors).length > 0) fail('invalid_request', { errors });
  return { ids, alts, cover: keys.get(ids[0] ?? 0) ?? null };
}

interface ShownPhoto {
  id: number;
  key: string;
  width: number;
  height: number;
  alt: string;
}

/** A stored photo never changes; a listing only changes which photos it shows. */
const photoCache: CacheShape = { name: 'listings.photos', maxEntries: 10_000, ttlMs: 600_000 };

/** The photos of a listing as a page shows them, in their order. */
export async function photosOf(
  ctx: Ctx,
  listing: { image_ids: number[]; image_alts: string[] },
): Promise<ShownPhoto[]> {
  const ids = listing.image_ids;
  const byId = await cached(ctx, photoCache, ids.join(), async () => {
    const { rows } = await sql<Omit<ShownPhoto, 'alt'>>`
      select id, key, width, height from images where id = any(${ids}::bigint[])`.execute(ctx.db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return photoPairs(listing).flatMap(({ id, alt }) => {
    const photo = byId.get(id);
    return photo ? { ...photo, alt } : [];
  });
}

/** SQL: photos in their order as JSON, from columns of ids and alternative texts. */
export function photosJson(ids: string, alts: string) {
  // `array_position` instead of a join with ordinality, which took 35 of 90 µs for a listing with one photo.
  const place = sql`array_position(${sql.raw(ids)}, i.id)`;
  return sql`(select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key, 'width', i.width,
      'height', i.height, 'alt', coalesce((${sql.raw(alts)})[${place}], '')) order by ${place}), '[]')
    from images i where i.id = any(${sql.raw(ids)}))`;
}
