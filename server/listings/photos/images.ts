import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { uploadImage } from '#contract/listings/images.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { encodeImage } from '#server/files/encode-image.ts';
import type { EncodedImage } from '#server/files/encode-image.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { writePhoto } from '#server/files/orphaned-photos.ts';

/** Encodes and stores an uploaded photo. */
export async function storeUpload(
  ctx: Ctx,
  viewer: Viewer,
  bytes: Buffer,
): Promise<Reply<typeof uploadImage>> {
  return withinUploadQuota(ctx, viewer, { purpose: 'photo', bytes: bytes.length }, async () =>
    storeImage(ctx, viewer.id, await encodeImage(bytes)),
  );
}

/** Stores an encoded photo: files first, then its row, so that a row always has its files. */
export async function storeImage(
  ctx: Ctx,
  ownerId: number,
  image: EncodedImage,
): Promise<Reply<typeof uploadImage>> {
  const { key, width, height, perceptualHash, files } = image;
  await writePhoto(ctx, key, files);
  const { rows } = await sql<{ id: number }>`
    insert into images (owner_id, key, width, height, look)
    values (${ownerId}, ${key}, ${width}, ${height}, ${perceptualHash})
    returning id`.execute(ctx.db);
  return { id: rows[0]!.id, key, width, height };
}
