import { sql } from 'kysely';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { deliveryLimits, wrongProof } from '#domain/orders/delivery-proofs.ts';
import type { DeliveryFileKind, DeliveryProof, Proven } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { boundsIn } from '#domain/settings/sizes.ts';
import type { Size } from '#domain/settings/sizes.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { keepPrivately, shownName } from '#server/files/private-uploads.ts';
import { keepVideo } from '#server/files/private-videos.ts';
import { currentRules } from '#server/settings/queries.ts';
import { enterOrder } from '#server/staff/access/cases.ts';
import { withinShare } from '#server/files/uploads/shares.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardFiles, takeBackFile } from '#server/files/unwanted-files.ts';
import { decideMove, lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

interface Sent<Content> {
  hash: string;
  name?: string | undefined;
  sent: Content;
}

/** What a file is for, and of which kinds it may be then. */
interface Purpose {
  hash: string;
  proof: Exclude<DeliveryProof, 'text'>;
  proves: Proven;
}

/** What of a proof stands in the private store. */
interface Kept {
  key: string;
  kind: DeliveryFileKind;
  bytes: number;
  contentHash: Buffer;
}

/** P13: the seller sends up an image or a PDF for a delivery to come. */
export function addFile(ctx: Ctx, viewer: Viewer, sent: Sent<Buffer>): Promise<DeliveryFile> {
  return addImage(ctx, viewer, sent, 'delivery');
}

/** P14: … or for an answer that refuses to cancel. */
export function addRefusalFile(ctx: Ctx, viewer: Viewer, sent: Sent<Buffer>): Promise<DeliveryFile> {
  return addImage(ctx, viewer, sent, 'refusal');
}

function addImage(
  ctx: Ctx,
  viewer: Viewer,
  { sent, ...given }: Sent<Buffer>,
  proves: Proven,
): Promise<DeliveryFile> {
  return add(ctx, viewer, { ...given, proof: 'file', proves, bytes: sent.length }, () =>
    keepPrivately(ctx, sent, { kinds: ['image', 'pdf'], refusal: wrongProof.file }),
  );
}

/** … or a video, which is read only once it is clear that it may come. */
export async function addVideo(
  ctx: Ctx,
  viewer: Viewer,
  { sent, declaredBytes, ...given }: Sent<AsyncIterable<Buffer>> & { declaredBytes: number | null },
): Promise<DeliveryFile> {
  const megabytes = await mostOf(ctx.db, deliveryLimits.videoMegabytes);
  // A stream that does not say how long it is may be as long as any.
  const bytes = Math.min(declaredBytes ?? Infinity, megabytes * 1_048_576);
  return add(ctx, viewer, { ...given, proof: 'video', proves: 'delivery', bytes }, () =>
    keepVideo(ctx, sent, { megabytes, wrongKind: wrongProof.video }),
  );
}

async function mostOf(db: Db, size: Size): Promise<number> {
  return boundsIn((await currentRules(db)).rules, size).max;
}

/** Asked before the file is kept and again with its row; its bytes are thrown away when the row is refused. */
async function add(
  ctx: Ctx,
  viewer: Viewer,
  { name = '', bytes, ...purpose }: Purpose & { name?: string | undefined; bytes: number },
  keep: () => Promise<Kept>,
): Promise<DeliveryFile> {
  const most = await mostOf(ctx.db, deliveryLimits.files);
  await inTransaction(ctx.db, (tx) => lockForProof(tx, viewer, { ...purpose, most }));
  return withinShare(ctx, viewer, { door: 'delivery', bytes }, async () => {
    const kept = await keep();
    try {
      return await inTransaction(ctx.db, async (tx) => {
        const { id: orderId } = await lockForProof(tx, viewer, { ...purpose, most });
        return insert(tx, viewer, { orderId, proves: purpose.proves, name: shownName(name), kept });
      });
    } catch (error) {
      await takeBackFile(ctx, kept.key);
      throw error;
    }
  });
}

/** The order that this file may still become part of. */
async function lockForProof(
  tx: Tx,
  viewer: Viewer,
  { hash, proof, proves, most }: Purpose & { most: number },
): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  await decideMove(tx, order, 'deliver', actor);
  if (proves === 'refusal' && !(await isAsked(tx, order.id))) await refuseMove(tx, order, actor);
  if (proves === 'delivery' && order.deliveryProof !== proof)
    fail('unsupported_media', { detail: wrongProof[order.deliveryProof] });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery_files where order_id = ${order.id} and proves = ${proves}`.execute(
    tx,
  );
  if (rows[0]!.count < most) return order;
  const where = proves === 'delivery' ? 'em cada entrega' : 'na resposta';
  return fail('limit_reached', {
    detail: `Cabem até ${most} arquivos ${where}. Remova um para enviar outro.`,
  });
}

/** Whether the buyer's wish to cancel waits for an answer. */
async function isAsked(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from cancellation_requests where order_id = ${orderId} and state = 'open'`.execute(tx);
  return rows.length > 0;
}

async function insert(
  tx: Tx,
  viewer: Viewer,
  { orderId, proves, name, kept }: { orderId: number; proves: Proven; name: string; kept: Kept },
): Promise<DeliveryFile> {
  const { key, kind, bytes, contentHash } = kept;
  const { rows } = await sql<{ id: number; created_at: Date }>`
    insert into delivery_files (order_id, uploader_id, proves, name, kind, bytes, file_key, content_hash)
    values (${orderId}, ${viewer.id}, ${proves}, ${name}, ${kind}, ${bytes}, ${key}, ${contentHash})
    returning id, created_at`.execute(tx);
  const { id, created_at: createdAt } = rows[0]!;
  return {
    id,
    name,
    kind,
    bytes,
    contentHash: contentHash.toString('hex'),
    createdAt: createdAt.toISOString(),
    views: [],
  };
}

/** The seller takes a file back that no delivery holds yet. */
export async function removeFile(
  ctx: Ctx,
  viewer: Viewer,
  { hash, fileId }: { hash: string; fileId: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { order, actor } = await lockOrder(tx, hash, viewer);
    await decideMove(tx, order, 'deliver', actor);
    const { rows } = await sql<{ file_key: string }>`
      delete from delivery_files where id = ${fileId} and order_id = ${order.id} and place is null
      returning file_key`.execute(tx);
    await discardFiles(tx, [rows[0]?.file_key ?? fail('not_found')]);
  });
}

interface Found {
  file_key: string;
  kind: DeliveryFileKind;
  order_id: number;
  buyer_id: number;
  seller_id: number;
}

/** A link for some minutes to a part of what was delivered, and a line in the log of who opened what when. */
export async function openFile(
  ctx: Ctx,
  viewer: Viewer,
  { hash, fileId, ip, as }: { hash: string; fileId: number; ip: string; as: 'party' | 'staff' },
): Promise<{ url: string }> {
  const { rows } = await sql<Found>`
    select f.file_key, f.kind, f.order_id, o.buyer_id, o.seller_id from delivery_files f join orders o on o.id = f.order_id
    where f.id = ${fileId} and o.hash = ${hash} and f.place is not null`.execute(ctx.db);
  const file = rows[0] ?? fail('not_found');
  const viewerIs = as === 'staff' ? staffOf(viewer, file) : sideOf(viewer, file);
  if (viewerIs === 'staff') await enterOrder(ctx, viewer, file.order_id);
  await sql`insert into delivery_file_views (file_id, viewer_id, viewer_is, ip)
    values (${fileId}, ${viewer.id}, ${viewerIs}, ${ip})`.execute(ctx.db);
  const name = `pedido-${file.order_id}-entrega-${fileId}.${endings[file.kind]}`;
  return { url: await linkToFile(ctx, ctx.db, viewer, { key: file.file_key, name }) };
}

/** A picture of our own drawing may be looked at in the page; the rest is only ever saved. */
const endings: Record<DeliveryFileKind, string> = {
  image: 'webp',
  pdf: 'pdf',
  mp4: 'mp4',
  mov: 'mov',
  webm: 'webm',
};

function sideOf(viewer: Viewer, { buyer_id: buyerId, seller_id: sellerId }: Found): 'buyer' | 'seller' {
  if (viewer.id === buyerId) return 'buyer';
  return viewer.id === sellerId ? 'seller' : fail('not_found');
}

function staffOf(viewer: Viewer, { buyer_id: buyerId, seller_id: sellerId }: Found): 'staff' {
  const answer = can(viewer, 'inspect_conversation', { involved: [buyerId, sellerId] });
  return answer.ok ? 'staff' : fail(answer.reason);
}
