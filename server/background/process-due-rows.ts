import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Rows that one run of a sweep takes at most, each in a transaction of its own. */
export const batch = 500;

type Tell = ((ctx: Ctx) => Promise<void>) | void;

/**
 * Takes due rows one at a time, each under its lock in a short transaction, and tells the bank afterwards what is
 * to be told. A row that fails is left alone for the rest of the run, so that it blocks no other.
 */
export async function oneByOne(
  ctx: Ctx,
  failure: string,
  take: (tx: Tx, failed: number[]) => Promise<{ id: number; work: () => Promise<Tell> } | undefined>,
): Promise<number> {
  const failed: number[] = [];
  let done = 0;
  while (done + failed.length < batch) {
    let taken: number | undefined;
    try {
      const tell = await inTransaction(ctx.db, async (tx) => {
        taken = undefined;
        const row = await take(tx, failed);
        if (!row) return undefined;
        taken = row.id;
        return row.work();
      });
      if (taken === undefined) return done;
      done += 1;
      // A refund that the bank didn't hear of is sent by its sweep; a charge it didn't cancel is refunded if paid.
      await tell?.(ctx).catch((error: unknown) =>
        ctx.log.warn({ err: error, row: taken }, 'the bank was not told'),
      );
    } catch (error) {
      if (taken === undefined) throw error;
      failed.push(taken);
      ctx.log.error({ err: error, row: taken }, failure);
    }
  }
  return done;
}

/** One row whose deadline somebody's act waits for: carried out in a transaction of its own, and the bank told. */
export async function carryOutOne(
  ctx: Ctx,
  id: number,
  work: (tx: Tx) => Promise<((ctx: Ctx) => Promise<void>) | void | undefined>,
): Promise<void> {
  const tell = await inTransaction(ctx.db, work);
  await tell?.(ctx).catch((error: unknown) => ctx.log.warn({ err: error, row: id }, 'the bank was not told'));
}
