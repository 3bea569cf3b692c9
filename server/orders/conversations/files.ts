import { sql } from 'kysely';
import type { OrderMessageFile } from '#contract/orders/conversations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Ctx } from '#server/context.ts';
import { storeUpload, displayName } from '#server/files/private-uploads.ts';
import { currentRules } from '#server/settings/queries.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { presentFiles } from './message-rows.ts';
import type { FileRow } from './message-rows.ts';
import { partyTo, refuseReadOnly } from './party.ts';

/** Stores a file for a coming message: the file first, then its row, so that a row always has its file. */
export async function storeFile(
  ctx: Ctx,
  viewer: Viewer,
  { hash, name = '', sent }: { hash: string; name?: string | undefined; sent: Buffer },
): Promise<OrderMessageFile> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  const party = await partyTo(ctx.db, viewer, hash, rules);
  refuseReadOnly(party);
  return withinUploadQuota(ctx, viewer, { purpose: 'conversation', bytes: sent.length }, async () => {
    const stored = await storeUpload(ctx, sent);
    const { rows } = await sql<FileRow>`
      insert into order_files (order_id, owner_id, key, kind, name, bytes)
      values (${party.orderId}, ${viewer.id}, ${stored.key}, ${stored.kind}, ${displayName(name)}, ${stored.bytes})
      returning id, key, kind, name, bytes`.execute(ctx.db);
    const [file] = await presentFiles(ctx, ctx.db, viewer, rows);
    return file!;
  });
}
