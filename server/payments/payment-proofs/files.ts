import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { uploadPaymentProofFile } from '#contract/payments/payment-proofs.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { checkUpload, writePrivateFile } from '#server/files/private-uploads.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardFiles } from '#server/files/orphaned-files.ts';

const accepted = {
  kinds: ['image', 'pdf'],
  refusal: 'Este tipo de arquivo não é aceito, ou ele não abre. Envie uma imagem JPG ou PNG, ou um PDF.',
} as const;

/** Stores the file of a proof privately: the file first, then its row, so that a row always has its file. */
export async function storeProofFile(
  ctx: Ctx,
  viewer: Viewer,
  sent: Buffer,
): Promise<Reply<typeof uploadPaymentProofFile>> {
  return withinUploadQuota(ctx, viewer, { purpose: 'receipt', bytes: sent.length }, async () => {
    const { content, picture } = await checkUpload(sent, accepted);
    const key = await writePrivateFile(ctx, content);
    const media = picture ? 'image/webp' : 'application/pdf';
    // A picture is compared by its pixels, so that re-saving it in another format does not make it new.
    const contentHash = picture?.pixelHash ?? createHash('sha256').update(content).digest();
    const perceptualHash = picture?.perceptualHash ?? null;
    const { rows } = await sql<{ id: number }>`
      insert into receipt_files (owner_id, key, media, bytes, content_hash, look)
      values (${viewer.id}, ${key}, ${media}, ${content.length}, ${contentHash}, ${perceptualHash && bitsOf(perceptualHash)}::bit(64))
      returning id`.execute(ctx.db);
    return { id: rows[0]!.id, isPicture: picture !== null, bytes: content.length };
  });
}

function bitsOf(hash: Buffer): string {
  return [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

/** A link for this viewer that works for some minutes; a picture opens in the page, a PDF is downloaded. */
export async function linkToProof(
  ctx: Ctx,
  viewer: Viewer,
  { key, media, name }: { key: string; media: string; name: string },
): Promise<{ url: string; isPicture: boolean }> {
  const isPicture = media === 'image/webp';
  const file = { key, name: `${name}.${isPicture ? 'webp' : 'pdf'}` };
  return { url: await linkToFile(ctx, ctx.db, viewer, file), isPicture };
}

const batch = 200;

/** Deletes files that were not sent as a proof within a day. */
export function deleteUnsentFiles(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ key: string }>`
      delete from receipt_files where id in (
        select f.id from receipt_files f where f.created_at < market_now() - interval '1 day'
          and not exists (select from receipts r where r.file_id = f.id)
        order by f.id limit ${batch})
      returning key`.execute(tx);
    await discardFiles(
      tx,
      rows.map(({ key }) => key),
    );
    return rows.length;
  });
}
