import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { uploadReceiptFile } from '#contract/receipts.ts';
import type { Viewer } from '#domain/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { redrawPicture } from '#server/encode-image.ts';
import { linkToFile } from '#server/http/private-files.ts';

interface Proof {
  media: 'image/webp' | 'application/pdf';
  bytes: Buffer;
  contentHash: Buffer;
  look: Buffer | null;
}

/** Keeps the file of a receipt in the private store: the file first, then its row, so that a row always has one. */
export async function keepReceiptFile(
  ctx: Ctx,
  viewer: Viewer,
  sent: Buffer,
): Promise<Reply<typeof uploadReceiptFile>> {
  const { media, bytes, contentHash, look } = isPdf(sent) ? proofOfPdf(sent) : await proofOfPicture(sent);
  const key = randomBytes(32).toString('base64url');
  await ctx.files.write(key, inOnePiece(bytes));
  const { rows } = await sql<{ id: number }>`
    insert into receipt_files (owner_id, key, media, bytes, content_hash, look)
    values (${viewer.id}, ${key}, ${media}, ${bytes.length}, ${contentHash}, ${look && bitsOf(look)}::bit(64))
    returning id`.execute(ctx.db);
  return { id: rows[0]!.id, isPicture: media === 'image/webp', bytes: bytes.length };
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function bitsOf(look: Buffer): string {
  return [...look].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

/** The start alone decides, never the type that was declared: a PDF behind anything else is no PDF to us. */
function isPdf(sent: Buffer): boolean {
  return sent.toString('latin1', 0, 5) === '%PDF-';
}

/** What a document that only shows something has no use for, and the test file of virus scanners (T87). */
const armed =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b|<script|EICAR-STANDARD-ANTIVIRUS/i;

function proofOfPdf(sent: Buffer): Proof {
  const text = sent.toString('latin1');
  if (!text.trimEnd().endsWith('%%EOF'))
    fail('unsupported_media', { detail: 'Este arquivo PDF não abre. Envie outro ou uma foto.' });
  if (armed.test(text))
    fail('unsupported_media', {
      detail: 'Este arquivo PDF tem partes que não aceitamos. Envie uma foto dele.',
    });
  const contentHash = createHash('sha256').update(sent).digest();
  return { media: 'application/pdf', bytes: sent, contentHash, look: null };
}

async function proofOfPicture(sent: Buffer): Promise<Proof> {
  const { bytes, pixelHash, look } = await redrawPicture(sent);
  return { media: 'image/webp', bytes, contentHash: pixelHash, look };
}

/** A link that works for some minutes, for whoever looks now; a picture opens in the page, a PDF is saved. */
export async function linkToProof(
  ctx: Ctx,
  viewer: Viewer,
  { key, media, name }: { key: string; media: string; name: string },
): Promise<{ url: string; isPicture: boolean }> {
  const isPicture = media === 'image/webp';
  const file = { key, name: `${name}.${isPicture ? 'webp' : 'pdf'}`, userId: viewer.id };
  return { url: await linkToFile(ctx, ctx.db, file), isPicture };
}

const batch = 200;

/** Removes files that no receipt came of within a day. */
export async function dropUnsentFiles(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    delete from receipt_files where id in (
      select f.id from receipt_files f where f.created_at < market_now() - interval '1 day'
        and not exists (select from receipts r where r.file_id = f.id)
      order by f.id limit ${batch})
    returning key`.execute(ctx.db);
  for (const { key } of rows) await ctx.files.remove(key);
  return rows.length;
}
