import { sql } from 'kysely';
import type { DeliveryFile } from '#contract/orders/delivery-files.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { deliveryLimits, wrongProof } from '#domain/orders/delivery-proofs.ts';
import type { DeliveryFileKind, DeliveryProof, Proven } from '#domain/orders/delivery-proofs.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import { boundsIn } from '#domain/settings/sizes.ts';
import type { OrderActor } from '#domain/orders/orders.ts';
import type { Size } from '#domain/settings/sizes.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { storeUpload, displayName } from '#server/files/private-uploads.ts';
import { storeVideo } from '#server/files/private-videos.ts';
import { currentRules } from '#server/settings/queries.ts';
import { requireOpenCase } from '#server/staff/access/cases.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardFiles, removeOrDiscardFile } from '#server/files/orphaned-files.ts';
import { decideMove, lockOrder, refuseMove } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';

interface Upload<Content> {
  hash: string;
  name?: string | undefined;
  sent: Content;
}

/** What a file proves, and which kind of file is required. */
interface Purpose {
  hash: string;
  proof: Exclude<DeliveryProof, 'text'>;
  proves: Proven;
}

/** A proof in the private file storage. */
interface StoredProof {
  key: string;
  kind: DeliveryFileKind;
  bytes: number;
  contentHash: Buffer;
}

/** P13: the seller uploads an image or a PDF for a coming delivery. */
export function addFile(ctx: Ctx, viewer: Viewer, sent: Upload<Buffer>): Promise<DeliveryFile> {
  return addImage(ctx, viewer, sent, 'delivery');
}

/** P14: the seller uploads an image or a PDF for a refusal to cancel. */
export function addRefusalFile(ctx: Ctx, viewer: Viewer, sent: Upload<Buffer>): Promise<DeliveryFile> {
  return addImage(ctx, viewer, sent, 'refusal');
}

/** S11: the seller uploads an image or a PDF to contest what came back. */
export function addReturnFile(ctx: Ctx, viewer: Viewer, sent: Upload<Buffer>): Promise<DeliveryFile> {
  return addImage(ctx, viewer, sent, 'return');
}

function addImage(
  ctx: Ctx,
  viewer: Viewer,
  { sent, ...given }: Upload<Buffer>,
  proves: Proven,
): Promise<DeliveryFile> {
  return addProof(ctx, viewer, { ...given, proof: 'file', proves, bytes: sent.length }, () =>
    storeUpload(ctx, sent, { kinds: ['image', 'pdf'], refusal: wrongProof.file }),
  );
}

/** The seller uploads a video, whose body is read only after the upload is allowed. */
export async function addVideo(
  ctx: Ctx,
  viewer: Viewer,
  { sent, declaredBytes, ...given }: Upload<AsyncIterable<Buffer>> & { declaredBytes: number | null },
): Promise<DeliveryFile> {
  const megabytes = await maximumOf(ctx.db, deliveryLimits.videoMegabytes);
  // A stream without a declared length may have the maximum length.
  const bytes = Math.min(declaredBytes ?? Infinity, megabytes * 1_048_576);
  return addProof(ctx, viewer, { ...given, proof: 'video', proves: 'delivery', bytes }, () =>
    storeVideo(ctx, sent, { megabytes, wrongKind: wrongProof.video }),
  );
}

async function maximumOf(db: Db, size: Size): Promise<number> {
  return boundsIn((await currentRules(db)).rules, size).max;
}

/** Checks the order before the file is stored and again when its row is inserted; a refused row discards the file. */
async function addProof(
  ctx: Ctx,
  viewer: Viewer,
  { name = '', bytes, ...purpose }: Purpose & { name?: string | undefined; bytes: number },
  store: () => Promise<StoredProof>,
): Promise<DeliveryFile> {
  const most = await maximumOf(ctx.db, deliveryLimits.files);
  await inTransaction(ctx.db, (tx) => lockForProof(tx, viewer, { ...purpose, most }));
  return withinUploadQuota(ctx, viewer, { purpose: 'delivery', bytes }, async () => {
    const stored = await store();
    try {
      return await inTransaction(ctx.db, async (tx) => {
        const { id: orderId } = await lockForProof(tx, viewer, { ...purpose, most });
        return insert(tx, viewer, { orderId, proves: purpose.proves, name: displayName(name), stored });
      });
    } catch (error) {
      await removeOrDiscardFile(ctx, stored.key);
      throw error;
    }
  });
}

/** Locks the order and checks that it still accepts this file. */
async function lockForProof(
  tx: Tx,
  viewer: Viewer,
  { hash, proof, proves, most }: Purpose & { most: number },
): Promise<LockedOrder> {
  const { order, actor } = await lockOrder(tx, hash, viewer);
  if (proves === 'return') await requireReturn(tx, order, actor);
  else await decideMove(tx, order, 'deliver', actor);
  if (proves === 'refusal' && !(await isCancellationRequested(tx, order.id)))
    await refuseMove(tx, order, actor);
  if (proves === 'delivery' && order.deliveryProof !== proof)
    fail('unsupported_media', { detail: wrongProof[order.deliveryProof] });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery_files where order_id = ${order.id} and proves = ${proves}`.execute(
    tx,
  );
  if (rows[0]!.count < most) return order;
  const where = { delivery: 'em cada entrega', refusal: 'na resposta', return: 'na contestação' }[proves];
  return fail('limit_reached', {
    detail: `Cabem até ${most} arquivos ${where}. Remova um para enviar outro.`,
  });
}

/** S11: only the seller of a thing that is on its way back, or has come back, contests it. */
async function requireReturn(tx: Tx, order: LockedOrder, actor: OrderActor): Promise<void> {
  const { rows } = await sql`
    select from returns where order_id = ${order.id} and state in ('posted', 'checking')`.execute(tx);
  if (actor !== 'seller' || rows.length === 0) await refuseMove(tx, order, actor);
}

/** Whether the buyer's request to cancel is unanswered. */
async function isCancellationRequested(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from cancellation_requests where order_id = ${orderId} and state = 'open'`.execute(tx);
  return rows.length > 0;
}

async function insert(
  tx: Tx,
  viewer: Viewer,
  { orderId, proves, name, stored }: { orderId: number; proves: Proven; name: string; stored: StoredProof },
): Promise<DeliveryFile> {
  const { key, kind, bytes, contentHash } = stored;
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

/** The seller removes a file that is not part of a delivery or contest yet. */
export async function removeFile(
  ctx: Ctx,
  viewer: Viewer,
  { hash, fileId }: { hash: string; fileId: number },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { order, actor } = await lockOrder(tx, hash, viewer);
    const { rows: files } = await sql<{ proves: Proven }>`
      select proves from delivery_files where id = ${fileId} and order_id = ${order.id}`.execute(tx);
    if (files[0]?.proves === 'return') await requireReturn(tx, order, actor);
    else await decideMove(tx, order, 'deliver', actor);
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

/** Creates a link of some minutes to a delivered file, and logs who opened it when. */
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
  if (viewerIs === 'staff') await requireOpenCase(ctx, viewer, file.order_id);
  await sql`insert into delivery_file_views (file_id, viewer_id, viewer_is, ip)
    values (${fileId}, ${viewer.id}, ${viewerIs}, ${ip})`.execute(ctx.db);
  const name = `pedido-${file.order_id}-entrega-${fileId}.${endings[file.kind]}`;
  return { url: await linkToFile(ctx, ctx.db, viewer, { key: file.file_key, name }) };
}

/** Images that we re-encoded may be shown in the page; all other kinds are only downloaded. */
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
