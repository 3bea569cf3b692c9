import { sql } from 'kysely';
import type { TicketFile } from '#contract/tickets/tickets.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { checkUpload, writePrivateFile } from '#server/files/private-uploads.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { discardFiles } from '#server/files/orphaned-files.ts';

interface Row {
  id: number;
  key: string;
  kind: TicketFile['kind'];
  bytes: number;
  width: number | null;
  height: number | null;
  sequence: number | null;
}

const columns = sql`id, key, kind, bytes, width, height, sequence`;
const fileNames = { image: 'foto.webp', pdf: 'documento.pdf' } as const;

const taken = {
  kinds: ['image', 'pdf'],
  refusal: 'Envie uma foto JPG, PNG ou WebP, ou um PDF.',
} as const;

/** How long a file may wait for its message. */
const unattachedHours = 24;

/**
 * Stores a photo or PDF for a later message.
 * @throws `unsupported_media`, `unsafe_file`, `payload_too_large`, `too_many_requests` past the daily quota (T88)
 */
export async function storeTicketFile(ctx: Ctx, viewer: Viewer, sent: Buffer): Promise<TicketFile> {
  return withinUploadQuota(ctx, viewer, { purpose: 'ticket', bytes: sent.length }, async () => {
    const { kind, content, picture } = await checkUpload(sent, taken);
    const key = await writePrivateFile(ctx, content);
    const { rows } = await sql<Row>`
      insert into ticket_files (owner_id, key, kind, bytes, width, height)
      values (${viewer.id}, ${key}, ${kind}, ${content.length}, ${picture?.width ?? null}, ${picture?.height ?? null})
      returning ${columns}`.execute(ctx.db);
    return present(ctx, ctx.db, viewer, rows[0]!);
  });
}

/**
 * Attaches the sender's uploaded files to their message.
 * @throws `invalid_request` when one is not theirs, deleted, or attached already
 */
export async function attachFiles(
  tx: Tx,
  viewer: Viewer,
  { ticketId, sequence, files }: { ticketId: number; sequence: number; files: readonly number[] },
): Promise<void> {
  if (files.length === 0) return;
  const { numAffectedRows } = await sql`
    update ticket_files set ticket_id = ${ticketId}, sequence = ${sequence}
    where id = any(${files}::bigint[]) and owner_id = ${viewer.id} and ticket_id is null`.execute(tx);
  if (numAffectedRows !== BigInt(new Set(files).size))
    fail('invalid_request', { errors: { files: 'Um dos arquivos não está mais aqui. Anexe de novo.' } });
}

/** The files of some messages by sequence, each with a new link for this viewer. */
export async function filesOf(
  ctx: Ctx,
  db: Queryable,
  viewer: Viewer,
  { ticketId, sequences }: { ticketId: number; sequences: readonly number[] },
): Promise<Map<number, TicketFile[]>> {
  const { rows } = await sql<Row>`
    select ${columns} from ticket_files
    where ticket_id = ${ticketId} and sequence = any(${sequences}::int[]) order by id`.execute(db);
  const found = new Map<number, TicketFile[]>();
  for (const row of rows)
    found.set(row.sequence!, [...(found.get(row.sequence!) ?? []), await present(ctx, db, viewer, row)]);
  return found;
}

async function present(
  ctx: Ctx,
  db: Queryable,
  viewer: Viewer,
  { id, key, kind, bytes, width, height }: Row,
): Promise<TicketFile> {
  const name = fileNames[kind];
  const url = await linkToFile(ctx, db, viewer, { key, name });
  return { id, kind, name, bytes, width, height, url };
}

/** Deletes files without a message. */
export function deleteUnattachedFiles(ctx: Ctx): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    // A message that attaches one at this moment waits for the row lock and is then refused.
    const { rows } = await sql<{ key: string }>`
      delete from ticket_files where ticket_id is null and id in (
        select id from ticket_files
        where ticket_id is null and created_at < market_now() - ${unattachedHours} * interval '1 hour'
        limit 100 for update skip locked)
      returning key`.execute(tx);
    await discardFiles(
      tx,
      rows.map(({ key }) => key),
    );
    return rows.length;
  });
}
