import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { openExport as openEndpoint, requestExport as endpoint } from '#contract/accounts/privacy.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { durationText } from '#domain/text/durations.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { fail } from '#domain/errors.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { record } from '#server/events/events.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { enqueue } from '#server/background/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { removeOrDiscardFile, writeFile } from '#server/files/orphaned-files.ts';
import { exportContent } from './content.ts';
import { exportMail } from '#server/accounts/privacy/mails.ts';
import { provenAddress } from '#server/accounts/privacy/people.ts';
import { zip } from './zip.ts';

type DataExport = Reply<typeof endpoint>;

/** Requests an export (LGPD art. 18): one at a time and not too often; a job writes the file. */
export async function requestExport(ctx: Ctx, viewer: Viewer, ip: string): Promise<DataExport> {
  return inTransaction(ctx.db, async (tx) => {
    // Locks the person, so that concurrent requests are serialized.
    await sql`select from users where id = ${viewer.id} for no key update`.execute(tx);
    await refuseTooSoon(ctx, tx, viewer.id);
    const { rows } = await sql<ExportRow>`
      insert into data_exports (user_id) values (${viewer.id}) returning ${columns}`.execute(tx);
    const row = rows[0]!;
    await enqueue(tx, 'privacy.export', { exportId: row.id });
    const subject = { kind: 'user', id: viewer.id } as const;
    await record(tx, { kind: 'account.export_requested', actor: viewer, subject, ip });
    return present(row);
  });
}

async function refuseTooSoon(ctx: Ctx, tx: Tx, userId: number): Promise<void> {
  const { exportEveryMs } = (await currentRules(ctx.db, tx)).rules.privacy;
  const { rows } = await sql<{ state: string; seconds_left: number }>`
    select state, ceil(extract(epoch from created_at - market_now()) + ${exportEveryMs / 1_000}::float8)::int as seconds_left
    from data_exports where user_id = ${userId} order by id desc limit 1`.execute(tx);
  const last = rows[0];
  if (last?.state === 'requested') fail('already_requested');
  if (last && last.seconds_left > 0)
    fail('too_many_requests', {
      detail: `Você pode pedir seus dados uma vez a cada ${durationText(exportEveryMs)}. Tente de novo mais tarde.`,
      meta: { retryAfterSeconds: last.seconds_left },
    });
}

/**
 * Writes the file and notifies the person. Files are written outside the transaction; a repeated run of the job finds
 * the export ready, or deletes its own file.
 */
export async function buildExport(ctx: Ctx, exportId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from data_exports where id = ${exportId} and state = 'requested'`.execute(ctx.db);
  const userId = rows[0]?.user_id;
  if (userId === undefined) return;
  const { key, bytes } = await writeFile(ctx, zip(exportContent(ctx, userId)));
  const stored = await inTransaction(ctx.db, (tx) =>
    storeExport(ctx, tx, { exportId, userId, key, bytes }),
  ).catch(async (error: unknown) => {
    await removeOrDiscardFile(ctx, key);
    throw error;
  });
  if (!stored) await removeOrDiscardFile(ctx, key);
}

interface NewFile {
  exportId: number;
  userId: number;
  key: string;
  bytes: number;
}

async function storeExport(ctx: Ctx, tx: Tx, { exportId, userId, key, bytes }: NewFile): Promise<boolean> {
  const { exportKeptMs } = (await currentRules(ctx.db, tx)).rules.privacy;
  const { rows } = await sql`
    update data_exports set state = 'ready', file_key = ${key}, bytes = ${bytes}, ready_at = market_now(),
      expires_at = market_now() + ${exportKeptMs}::bigint * interval '1 millisecond'
    where id = ${exportId} and state = 'requested' returning id`.execute(tx);
  if (rows.length === 0) return false;
  await record(tx, { kind: 'account.export_ready', actor: null, subject: { kind: 'user', id: userId } });
  const person = await provenAddress(tx, userId);
  if (person)
    await enqueue(
      tx,
      'mail.send',
      exportMail(person, ctx.config.publicUrl, Math.round(exportKeptMs / 86_400_000)),
    );
  return true;
}

/** Deletes expired files: first the file, then its reference, so that a crash in between leaves no orphan. */
export async function expireExports(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number; file_key: string }>`
    select id, file_key from data_exports where state = 'ready' and expires_at <= market_now() limit 100`.execute(
    ctx.db,
  );
  for (const { id, file_key } of rows) {
    await ctx.files.remove(file_key);
    await sql`update data_exports set state = 'expired', file_key = null where id = ${id}`.execute(ctx.db);
  }
  return rows.length;
}

/** The exports of a person, newest first. */
export async function exportsOf(db: Queryable, userId: number): Promise<DataExport[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from data_exports where user_id = ${userId} order by id desc limit 10`.execute(db);
  return rows.map(present);
}

/** A new link to an export whose file still exists. */
export async function openExport(ctx: Ctx, viewer: Viewer, id: number): Promise<Reply<typeof openEndpoint>> {
  const { rows } = await sql<{ file_key: string; created_at: Date }>`
    select file_key, created_at from data_exports
    where id = ${id} and user_id = ${viewer.id} and state = 'ready' and expires_at > market_now()`.execute(
    ctx.db,
  );
  const { file_key: key, created_at: createdAt } = rows[0] ?? fail('not_found');
  const name = `meus-dados-na-praca-${saoPauloDay(createdAt)}.zip`;
  return { url: await linkToFile(ctx, ctx.db, viewer, { key, name }) };
}

const columns = sql`id, state, bytes, created_at, ready_at, expires_at,
  coalesce(expires_at <= market_now(), false) as over`;

interface ExportRow {
  id: number;
  state: DataExport['state'];
  bytes: number | null;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  over: boolean;
}

function present(row: ExportRow): DataExport {
  return {
    id: row.id,
    state: row.over ? 'expired' : row.state,
    bytes: row.bytes,
    createdAt: row.created_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
