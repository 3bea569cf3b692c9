import type { Ctx, Tx } from './context.ts';
import { enqueue } from './jobs.ts';
import { inTransaction } from './transaction.ts';

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
