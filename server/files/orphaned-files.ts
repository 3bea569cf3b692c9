import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { enqueue } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** A row references a written file long before this. */
const graceMs = 86_400_000;

/**
 * Writes a private file under a random key. A delayed removal job is enqueued first: if the process dies before a row
 * references the file, the file is removed after a day.
 */
export async function writeFile(
  ctx: Ctx,
  content: AsyncIterable<Buffer>,
): Promise<{ key: string; bytes: number }> {
  const key = randomBytes(32).toString('base64url');
  await inTransaction(ctx.db, (tx) => enqueue(tx, 'files.remove-unnamed', { key }, graceMs));
  return { key, bytes: await ctx.files.write(key, content) };
}

/** Job: removes a file that no row references by now. */
export async function removeUnreferencedFile(ctx: Ctx, { key }: { key: string }): Promise<void> {
  const references = fileColumns.map(
    ([table, column]) => sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${key}`,
  );
  const { rows } = await sql`${sql.join(references, sql` union all `)} limit 1`.execute(ctx.db);
  if (rows.length === 0) await ctx.files.remove(key);
}

/** Every column that references a private file. */
export const fileColumns = [
  ['complaint_files', 'file_key'],
  ['data_exports', 'file_key'],
  ['delivery_files', 'file_key'],
  ['document_files', 'key'],
  ['order_files', 'key'],
  ['receipt_files', 'key'],
  ['table_exports', 'file_key'],
  ['ticket_files', 'key'],
] as const;

/**
 * Removes private files in the transaction that removes their last reference: a job deletes them after the commit, so
 * that no file outlives its reference, even if the process dies in between.
 */
export async function discardFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, 'files.remove', { keys: [...keys] });
}

/** Removes a file that was stored in vain. If the store fails now, a job does it later, so no request fails of it. */
export async function removeOrDiscardFile(ctx: Ctx, key: string): Promise<void> {
  await ctx.files.remove(key).catch(() => inTransaction(ctx.db, (tx) => discardFiles(tx, [key])));
}

/** Job: removing a missing file is no error, so it may run any number of times. */
export async function removeFiles(ctx: Ctx, { keys }: { keys: readonly string[] }): Promise<void> {
  for (const key of keys) await ctx.files.remove(key);
}
