import type { Ctx } from './context.ts';
import { enqueue } from './jobs.ts';
import { inTransaction } from './transaction.ts';

/**
 * Throws away private files that nothing names any more. What the store can't do now a job does later, so that neither
 * a refusal nor a sweep fails of it and no file outlives its mention.
 */
export async function discardFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const left: string[] = [];
  for (const key of keys) await ctx.files.remove(key).catch(() => left.push(key));
  if (left.length > 0) await inTransaction(ctx.db, (tx) => enqueue(tx, 'files.remove', { keys: left }));
}

/** The job: removing what is gone already is no fault, so it may run as often as it takes. */
export async function removeFiles(ctx: Ctx, { keys }: { keys: readonly string[] }): Promise<void> {
  for (const key of keys) await ctx.files.remove(key);
}
