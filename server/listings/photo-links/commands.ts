import { sql } from 'kysely';
import type { PhoneDraft, PhotoLink } from '#contract/listings/photo-links.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { listingMachine } from '#domain/listings/listings.ts';
import { photoLinkMs } from '#domain/listings/photo-links.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { encodeImage } from '#server/files/encode-image.ts';
import { record } from '#server/events/events.ts';
import { openKey } from '#server/http/phone.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { lockOwnListing } from '#server/listings/publishing/locked-listing.ts';
import { storeImage } from '#server/listings/photos/images.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { photoLinkOf } from './queries.ts';

const drafts = listingMachine.submit.from;

/** Creates the photo link of a draft and invalidates the previous one. */
export async function createPhotoLink(
  ctx: Ctx,
  viewer: Viewer,
  listingId: number,
): Promise<{ url: string; link: PhotoLink }> {
  const token = newToken();
  await inTransaction(ctx.db, async (tx) => {
    const { state } = await lockOwnListing(tx, viewer, listingId);
    if (!drafts.includes(state))
      fail('wrong_state', {
        detail: 'Só um rascunho recebe fotos pelo celular.',
        meta: { state, allowed: [] },
      });
    await sql`
      insert into photo_links as p (listing_id, session_id, token_hash, expires_at)
      values (${listingId}, ${viewer.sessionId}, ${hashToken(token)}, ${linkExpiry})
      on conflict (listing_id) do update set session_id = excluded.session_id, token_hash = excluded.token_hash,
        key_hash = null, created_at = market_now(), expires_at = excluded.expires_at`.execute(tx);
  });
  const link = (await photoLinkOf(ctx.db, viewer, listingId)) ?? fail('not_found');
  // Browsers do not send the fragment to servers or in the referrer.
  return { url: `${ctx.config.publicUrl}/fotos#${token}`, link };
}

const linkExpiry = sql`market_now() + ${sql.lit(photoLinkMs)} * interval '1 millisecond'`;

/** Deletes the link of one's own draft, if it exists. */
export async function endPhotoLink(ctx: Ctx, viewer: Viewer, listingId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockOwnListing(tx, viewer, listingId);
    await sql`delete from photo_links where listing_id = ${listingId}`.execute(tx);
  });
}

/**
 * Opens a link once: of twenty phones only one gets the key. The same phone may open it again with its `previousKey`.
 * @throws `link_expired` for a link that another phone opened, that was replaced, ended or expired, and for an unknown one
 */
export async function claimPhotoLink(
  ctx: Ctx,
  { token, previousKey, ip }: { token: string; previousKey: string | null; ip: string },
): Promise<{ key: string; draft: PhoneDraft }> {
  const fresh = newToken();
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ listingId: number; first: boolean; suspended: boolean }>`
      update photo_links p set key_hash = coalesce(p.key_hash, ${hashToken(fresh)}) from sessions s, users u
      where p.token_hash = ${hashToken(token)} and (p.key_hash is null or p.key_hash = ${hashToken(previousKey ?? fresh)})
        and s.id = p.session_id and u.id = s.user_id
      returning p.listing_id as "listingId", p.key_hash = ${hashToken(fresh)} as first,
        u.state = 'suspended' as suspended`.execute(tx);
    const { listingId, first, suspended } = rows[0] ?? fail('link_expired');
    if (suspended) fail('account_suspended');
    const subject = { kind: 'listing', id: listingId } as const;
    if (first) await record(tx, { kind: 'listing.phone_opened', actor: null, subject, ip });
    const key = first ? fresh : previousKey!;
    // Reading the draft checks the key; if it is refused, the transaction with the new key is rolled back.
    return { key, draft: await readPhoneDraft(ctx, tx, key) };
  });
}

/** Reads and locks the draft of a phone's key. */
async function lockDraft(tx: Tx, key: string) {
  const { rows } = await sql<{
    id: number;
    ownerId: number;
    title: string;
    imageIds: number[];
    sentAs: string[];
    expiresAt: Date;
  }>`
    select l.id, l.seller_id as "ownerId", l.title, l.image_ids as "imageIds", p.sent_as::text[] as "sentAs",
      p.expires_at as "expiresAt"
    from photo_links p join sessions s on s.id = p.session_id join users u on u.id = s.user_id
      join listings l on l.id = p.listing_id and l.seller_id = u.id
    where ${openKey(key)} and l.state = any(${drafts}::text[]) for update of l, p`.execute(tx);
  return rows[0] ?? fail('link_expired');
}

/** The draft as the phone sees it. */
export async function readPhoneDraft(ctx: Ctx, tx: Tx, key: string): Promise<PhoneDraft> {
  const { title, imageIds, expiresAt } = await lockDraft(tx, key);
  return {
    title,
    photos: imageIds.length,
    max: await maxPhotos(ctx, tx),
    expiresAt: expiresAt.toISOString(),
  };
}

async function maxPhotos(ctx: Ctx, tx: Tx): Promise<number> {
  return (await currentRules(ctx.db, tx)).rules.listings.images.max;
}

/**
 * Adds a photo at the end of the draft. It belongs to the seller and counts in their daily limit. The limit of photos is
 * checked before encoding and again when the photo is added, so that concurrent uploads cannot exceed it.
 */
export async function addPhonePhoto(
  ctx: Ctx,
  viewer: Viewer,
  { key, name, bytes }: { key: string; name: string; bytes: Buffer },
): Promise<PhoneDraft> {
  const before = await inTransaction(ctx.db, async (tx) => requireRoom(ctx, tx, { key, name }));
  if (before.known) return inTransaction(ctx.db, (tx) => readPhoneDraft(ctx, tx, key));
  return withinUploadQuota(ctx, viewer, { purpose: 'photo', bytes: bytes.length }, async () => {
    const image = await storeImage(ctx, viewer.id, await encodeImage(bytes));
    return inTransaction(ctx.db, async (tx) => {
      const { id, known } = await requireRoom(ctx, tx, { key, name });
      if (!known) await appendPhoto(tx, id, { ...image, name });
      return readPhoneDraft(ctx, tx, key);
    });
  });
}

async function requireRoom(
  ctx: Ctx,
  tx: Tx,
  { key, name }: { key: string; name: string },
): Promise<{ id: number; known: boolean }> {
  const { id, imageIds, sentAs } = await lockDraft(tx, key);
  const known = sentAs.includes(name);
  const max = await maxPhotos(ctx, tx);
  if (!known && imageIds.length >= max)
    fail('limit_reached', { detail: `Um anúncio tem até ${max} fotos, e este já tem todas.`, meta: { max } });
  return { id, known };
}

async function appendPhoto(
  tx: Tx,
  listingId: number,
  image: { id: number; key: string; name: string },
): Promise<void> {
  await sql`update listings set updated_at = market_now(), image_ids = image_ids || ${image.id}::bigint,
    image_alts = image_alts || array_fill(''::text, array[cardinality(image_ids) + 1 - cardinality(image_alts)]), cover_key = coalesce(cover_key, ${image.key})
    where id = ${listingId}`.execute(tx);
  await sql`update photo_links set image_ids = image_ids || ${image.id}::bigint, sent_as = sent_as || ${image.name}::uuid
    where listing_id = ${listingId}`.execute(tx);
}

/** Deletes the link when the phone is done. */
export async function endPhoneSession(ctx: Ctx, key: string): Promise<void> {
  await sql`delete from photo_links where key_hash = ${hashToken(key)}`.execute(ctx.db);
}
