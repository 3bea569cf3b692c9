import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Body, Reply } from '#contract/endpoint.ts';
import type {
  exportTable,
  listTableExports,
  openTableExport as openEndpoint,
} from '#contract/staff/staff.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { byteOrderMark, csvLine } from '#domain/text/csv.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Db, Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';
import { linkToFile } from '#server/http/pages/private-files.ts';
import { enqueue } from '#server/background/jobs.ts';
import { noticeMail } from '#server/notifications/mails.ts';
import { exportReadyText } from '#server/notifications/templates/staff.ts';
import { provenAddress } from '#server/accounts/privacy/people.ts';
import { allRows } from '#server/lists/table.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { staffListPath } from '#domain/staff/lists.ts';
import type { StaffList } from '#domain/staff/lists.ts';
import { currentRules } from '#server/settings/queries.ts';
import { removeOrDiscardFile, writeFile } from '#server/files/orphaned-files.ts';
import { staffTables } from './tables.ts';

type TableExport = Reply<typeof exportTable>;

/** Design §3, lists: «O arquivo chega no seu e-mail». */
const mailedAboveRows = 10_000;
/** A file is made within ten minutes, on one snapshot. */
const timeLimitMs = 600_000;

interface Row {
  id: number;
  table_name: string;
  state: TableExport['state'];
  row_count: number | null;
  created_at: Date;
}

const columns = sql`id, table_name, state, row_count, created_at`;

/** Requests an export of a list. The request is recorded as a decision, because the data leaves the platform. */
export async function requestTableExport(
  tx: Tx,
  viewer: Viewer,
  { table, query }: Body<typeof exportTable>,
): Promise<TableExport> {
  requireExportPermission(viewer);
  const asked = z.safeParse(staffTables[table].query, query);
  if (!asked.success) fail('invalid_request', { detail: 'Os filtros desta lista mudaram. Abra-a de novo.' });
  const { rows } = await sql<Row>`
    insert into table_exports (user_id, table_name, query) values (${viewer.id}, ${table}, ${JSON.stringify(query)}::jsonb)
    returning ${columns}`.execute(tx);
  await enqueue(tx, 'staff.export', { exportId: rows[0]!.id });
  await recordDecision(tx, {
    kind: 'staff.table_exported',
    actor: viewer,
    subject: { kind: 'installation', id: 1 },
    before: null,
    after: { table, query },
    reason: '',
  });
  return present(rows[0]!);
}

function requireExportPermission(viewer: Viewer): void {
  const permission = can(viewer, 'export_table', undefined);
  if (!permission.ok) fail(permission.reason, { detail: 'Só administradores exportam listas.' });
}

/** Writes the file. A repeated run finds the export ready, or deletes its own file. */
export async function buildTableExport(ctx: Ctx, exportId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number; table_name: StaffList; query: Record<string, string> }>`
    select user_id, table_name, query from table_exports where id = ${exportId} and state = 'requested'`.execute(
    ctx.db,
  );
  const asked = rows[0];
  if (!asked) return;
  const count = { rows: 0 };
  const { key } = await writeFile(ctx, content(ctx, asked.table_name, asked.query, count));
  const { exportKeptMs } = (await currentRules(ctx.db)).rules.privacy;
  const stored = await inTransaction(ctx.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update table_exports set state = 'ready', file_key = ${key}, row_count = ${count.rows},
        expires_at = market_now() + ${exportKeptMs}::bigint * interval '1 millisecond'
      where id = ${exportId} and state = 'requested'`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    const subject = { kind: 'user', id: asked.user_id } as const;
    await record(tx, { kind: 'staff.export_ready', actor: null, subject, data: { table: asked.table_name } });
    if (count.rows > mailedAboveRows) await mailReady(ctx, tx, asked.user_id, asked.table_name);
    return true;
  }).catch(async (error: unknown) => {
    await removeOrDiscardFile(ctx, key);
    throw error;
  });
  if (!stored) await removeOrDiscardFile(ctx, key);
}

/** The requester of a long export has left the page. The mail links to the list, because a file link could be forwarded. */
async function mailReady(ctx: Ctx, tx: Tx, userId: number, table: StaffList): Promise<void> {
  const person = await provenAddress(tx, userId);
  if (!person) return;
  const about = { ...exportReadyText(), url: staffListPath(table) };
  await enqueue(tx, 'mail.send', noticeMail(person, ctx.config.publicUrl, about));
}

/** Reads all rows on one snapshot, so that no row appears twice. */
async function* content(
  ctx: Ctx,
  name: StaffList,
  query: Record<string, string>,
  count: { rows: number },
): AsyncGenerator<Buffer> {
  const table = staffTables[name];
  yield Buffer.from(byteOrderMark + csvLine(Object.keys(table.csv)));
  const cells = Object.values(table.csv);
  const tx = await ctx.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
    for await (const item of allRows(tx, table, z.parse(table.query, query))) {
      count.rows += 1;
      yield Buffer.from(csvLine(cells.map((cell) => cell(item) ?? '')));
    }
  } finally {
    await tx.rollback().execute();
  }
}

/** The viewer's exports, newest first. */
export async function readTableExports(db: Db, viewer: Viewer): Promise<Reply<typeof listTableExports>> {
  const { rows } = await sql<Row>`
    select ${columns} from table_exports where user_id = ${viewer.id} order by id desc limit 10`.execute(db);
  return { items: rows.map(present) };
}

/** A new link to an export of the viewer, while the file exists and the viewer may still export lists. */
export async function openTableExport(
  ctx: Ctx,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof openEndpoint>> {
  requireExportPermission(viewer);
  const { rows } = await sql<Row & { file_key: string }>`
    select ${columns}, file_key from table_exports
    where id = ${id} and user_id = ${viewer.id} and state = 'ready' and expires_at > market_now()`.execute(
    ctx.db,
  );
  const row = rows[0] ?? fail('not_found');
  const name = `${row.table_name}-${saoPauloDay(row.created_at)}.csv`;
  return { url: await linkToFile(ctx, ctx.db, viewer, { key: row.file_key, name }) };
}

/** Deletes expired exports: first the file, then its reference. */
export async function expireTableExports(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number; file_key: string }>`
    select id, file_key from table_exports where state = 'ready' and expires_at <= market_now() limit 100`.execute(
    ctx.db,
  );
  for (const { id, file_key: key } of rows) {
    await ctx.files.remove(key);
    await sql`update table_exports set state = 'expired', file_key = null where id = ${id}`.execute(ctx.db);
  }
  return rows.length;
}

function present(row: Row): TableExport {
  return {
    id: row.id,
    table: row.table_name,
    state: row.state,
    rows: row.row_count,
    createdAt: row.created_at.toISOString(),
  };
}
