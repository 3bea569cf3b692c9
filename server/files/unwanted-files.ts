import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { enqueue } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** What is written has a row that names it long before. */
const namedWithinMs = 86_400_000;

/**
 * Writes a private file under a random key. It is noted first: whoever dies before a row names the file leaves it for a
 * day and no longer.
 */
export async function writeFile(
  ctx: Ctx,
  content: AsyncIterable<Buffer>,
): Promise<{ key: string; bytes: number }> {
  const key = randomBytes(32).toString('base64url');
  await inTransaction(ctx.db, (tx) => enqueue(tx, 'files.remove-unnamed', { key }, namedWithinMs));
  return { key, bytes: await ctx.files.write(key, content) };
}

/** The job: a file that no row names by now is nobody's. */
export async function removeUnnamedFile(ctx: Ctx, { key }: { key: string }): Promise<void> {
  const mentions = fileColumns.map(
    ([table, column]) => sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${key}`,
  );
  const { rows } = await sql`${sql.join(mentions, sql` union all `)} limit 1`.execute(ctx.db);
  if (rows.length === 0) await ctx.files.remove(key);
}

/** Every column that names a private file. */
export const fileColumns = [
  ['complaint_files', 'file_key'],
  ['data_exports', 'file_key'],
  ['delivery_files', 'file_key'],
  ['order_files', 'key'],
  ['receipt_files', 'key'],
  ['table_exports', 'file_key'],
  ['ticket_files', 'key'],
] as const;

/**
 * Throws away private files in the transaction that takes their last mention: a job removes them once that is
 * committed, so that no file outlives its mention, whoever dies between.
 */
export async function discardFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, 'files.remove', { keys: [...keys] });
}

/** Takes back a file that was kept for nothing. What the store can't do now the job does later: no refusal fails of it. */
export async function takeBackFile(ctx: Ctx, key: string): Promise<void> {
  await ctx.files.remove(key).catch(() => inTransaction(ctx.db, (tx) => discardFiles(tx, [key])));
}

/** The job: removing what is gone already is no fault, so it may run as often as it takes. */
export async function removeFiles(ctx: Ctx, { keys }: { keys: readonly string[] }): Promise<void> {
  for (const key of keys) await ctx.files.remove(key);
}
