import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { encodeImage } from '#server/files/encode-image.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardPhotos, portraitKeys, writePhoto } from '#server/files/orphaned-photos.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';

const shownWidth = 320;

/** Stores a portrait: a centred square, encoded again, so that location and camera data are removed (T85). */
export async function changePortrait(ctx: Ctx, viewer: Viewer, bytes: Buffer): Promise<void> {
  await withinUploadQuota(ctx, viewer, { purpose: 'photo', bytes: bytes.length }, async () => {
    const { key, files } = await encodeImage(bytes, 'square');
    await writePhoto(ctx, key, files);
    const image = `/imagens/${key}-${shownWidth}.webp`;
    await inTransaction(ctx.db, async (tx) => {
      const { rows } = await sql<{ image: string }>`
        update users u set image = ${image} from (select image from users where id = ${viewer.id} for update) before
        where u.id = ${viewer.id} returning before.image`.execute(tx);
      await discardPhotos(tx, portraitKeys(rows[0]?.image));
    });
  });
}
