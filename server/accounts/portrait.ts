import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { encodeImage, writeFiles } from '#server/encode-image.ts';
import { withinShare } from '#server/uploads/shares.ts';

const shownWidth = 320;

/** Keeps a portrait: a square from the middle, encoded anew, so that place and camera of the photo are gone (T85). */
export async function changePortrait(ctx: Ctx, viewer: Viewer, bytes: Buffer): Promise<void> {
  await withinShare(ctx, viewer, { door: 'photo', bytes: bytes.length }, async () => {
    const { key, files } = await encodeImage(bytes, 'square');
    await writeFiles(ctx.images, key, files);
    const image = `/imagens/${key}-${shownWidth}.webp`;
    await sql`update users set image = ${image} where id = ${viewer.id}`.execute(ctx.db);
  });
}
