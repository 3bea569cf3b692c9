import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { addComplaintFile as endpoint } from '#contract/complaints/complaints.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { stateAfter } from '#domain/complaints/complaints.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { storeUpload, displayName } from '#server/files/private-uploads.ts';
import type { StoredUpload } from '#server/files/private-uploads.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { removeOrDiscardFile } from '#server/files/orphaned-files.ts';
import { lockOwnCase, notifySides } from './cases.ts';
import { applyTransition } from './transitions.ts';
import { refuseTransition } from './refusals.ts';
import type { SidedCase } from './cases.ts';

type Added = Reply<typeof endpoint>;

/**
 * F46: a side adds a file. It is checked, and an image re-encoded, before any lock; the bytes are stored first and
 * discarded when the row is refused.
 */
export async function addFile(
  ctx: Ctx,
  viewer: Viewer,
  { id, name = '', bytes }: { id: number; name?: string | undefined; bytes: Buffer },
): Promise<Added> {
  await inTransaction(ctx.db, async (tx) => refuseFile(ctx, tx, await lockOwnCase(tx, viewer, id)));
  return withinUploadQuota(ctx, viewer, { purpose: 'complaint', bytes: bytes.length }, async () => {
    const kept = await storeUpload(ctx, bytes);
    try {
      return await inTransaction(ctx.db, (tx) =>
        storeFile(ctx, tx, viewer, { id, name: displayName(name), kept }),
      );
    } catch (error) {
      await removeOrDiscardFile(ctx, kept.key);
      throw error;
    }
  });
}

async function refuseFile(ctx: Ctx, tx: Tx, found: SidedCase): Promise<void> {
  const { complaint, side, order } = found;
  if ('refusal' in stateAfter('add_file', complaint.state, side)) await refuseTransition(tx, found, side);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from complaint_files where complaint_id = ${complaint.id} and side = ${side}`.execute(
    tx,
  );
  const { complaints } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  if (rows[0]!.count < complaints.files.max) return;
  fail('limit_reached', {
    detail: `Cada lado envia até ${complaints.files.max} arquivos. Você já enviou todos.`,
  });
}

async function storeFile(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { id, name, kept }: { id: number; name: string; kept: StoredUpload },
): Promise<Added> {
  const { key, kind, bytes, contentHash } = kept;
  const found = await lockOwnCase(tx, viewer, id);
  await refuseFile(ctx, tx, found);
  const { side } = found;
  const { rows } = await sql<{ id: number; created_at: Date }>`
    insert into complaint_files (complaint_id, side, uploader_id, name, kind, bytes, file_key, content_hash)
    values (${id}, ${side}, ${viewer.id}, ${name}, ${kind}, ${bytes}, ${key}, ${contentHash})
    returning id, created_at`.execute(tx);
  const { id: fileId, created_at: createdAt } = rows[0]!;
  const hash = contentHash.toString('hex');
  const added = await applyTransition(tx, found, {
    event: 'add_file',
    actor: side,
    viewer,
    facts: { name, contentHash: hash },
  });
  await notifySides(tx, added, 'complaint.evidence_added', viewer, { side });
  return {
    id: fileId,
    side,
    name,
    kind,
    bytes,
    contentHash: hash,
    createdAt: createdAt.toISOString(),
    views: [],
  };
}

interface Found {
  file_key: string;
  kind: keyof typeof endings;
  buyer_id: number;
  seller_id: number;
}

/** F46: creates a link of some minutes, and logs who opened the file when. */
export async function openFile(
  ctx: Ctx,
  viewer: Viewer,
  { id, fileId, ip, as }: { id: number; fileId: number; ip: string; as: 'party' | 'staff' },
): Promise<{ url: string }> {
  const file = (await findFile(ctx.db, id, fileId)) ?? fail('not_found');
  const viewerIs = as === 'staff' ? staffOf(viewer, file) : sideOf(viewer, file);
  await sql`insert into complaint_file_views (file_id, viewer_id, viewer_is, ip)
    values (${fileId}, ${viewer.id}, ${viewerIs}, ${ip})`.execute(ctx.db);
  const name = `reclamacao-${id}-prova-${fileId}.${endings[file.kind]}`;
  return { url: await linkToFile(ctx, ctx.db, viewer, { key: file.file_key, name }) };
}

/** Images that we re-encoded may be shown in the page; all other kinds are only downloaded. */
const endings = { image: 'webp', pdf: 'pdf', text: 'txt' } as const;

async function findFile(db: Queryable, id: number, fileId: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select f.file_key, f.kind, o.buyer_id, o.seller_id from complaint_files f join complaints c on c.id = f.complaint_id
      join orders o on o.id = c.order_id where f.id = ${fileId} and c.id = ${id}`.execute(db);
  return rows[0];
}

function sideOf(viewer: Viewer, { buyer_id: buyerId, seller_id: sellerId }: Found): 'buyer' | 'seller' {
  if (viewer.id === buyerId) return 'buyer';
  return viewer.id === sellerId ? 'seller' : fail('not_found');
}

function staffOf(viewer: Viewer, { buyer_id: buyerId, seller_id: sellerId }: Found): 'staff' {
  const answer = can(viewer, 'mediate_complaint', { parties: [buyerId, sellerId] });
  return answer.ok ? 'staff' : fail(answer.reason);
}
