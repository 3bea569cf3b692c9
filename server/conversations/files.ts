import { sql } from 'kysely';
import type { OrderMessageFile } from '#contract/conversations.ts';
import type { Viewer } from '#domain/accounts.ts';
import type { ConversationRules } from '#domain/conversations.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { keepPrivately, shownName } from '#server/private-uploads.ts';
import { currentRules } from '#server/settings/queries.ts';
import { presentFiles } from './message-rows.ts';
import type { FileRow } from './message-rows.ts';
import { partyTo, refuseReadOnly } from './party.ts';

/** Keeps a file for a message to come: in the private store first, then its row, so that a row always has its file. */
export async function keepFile(
  ctx: Ctx,
  viewer: Viewer,
  { hash, name = '', sent }: { hash: string; name?: string | undefined; sent: Buffer },
): Promise<OrderMessageFile> {
  const { conversations: rules } = (await currentRules(ctx.db)).rules;
  const party = await partyTo(ctx.db, viewer, hash, rules);
  refuseReadOnly(party);
  await refuseTooMany(ctx, viewer, rules);
  const kept = await keepPrivately(ctx, sent);
  const { rows } = await sql<FileRow>`
    insert into order_files (order_id, owner_id, key, kind, name, bytes)
    values (${party.orderId}, ${viewer.id}, ${kept.key}, ${kept.kind}, ${shownName(name)}, ${kept.bytes})
    returning id, key, kind, name, bytes`.execute(ctx.db);
  const [file] = await presentFiles(ctx, ctx.db, viewer, rows);
  return file!;
}

/** T88: files of a day. */
async function refuseTooMany(ctx: Ctx, viewer: Viewer, rules: ConversationRules): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes from order_files
    where owner_id = ${viewer.id} and created_at > market_now() - interval '1 day'`.execute(ctx.db);
  const { files, bytes } = rows[0]!;
  if (files < rules.filesPerDay && bytes < rules.fileMegabytesPerDay * 1024 * 1024) return;
  fail('too_many_requests', { detail: 'Você já enviou muitos arquivos hoje. Continue amanhã.' });
}
