import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Rows that one run of a sweep processes at most, each in its own transaction. */
export const maxRowsPerRun = 500;

type AfterCommit = ((ctx: Ctx) => Promise<void>) | void;

/**
 * Processes due rows one at a time, each under its lock in a short transaction, and calls the payment provider after
 * the commit where the row asks for it. A row that fails is skipped for the rest of the run, so it blocks no other row.
 */
export async function processDueRows(
  ctx: Ctx,
  failure: string,
  lockNext: (
    tx: Tx,
    failed: number[],
  ) => Promise<{ id: number; work: () => Promise<AfterCommit> } | undefined>,
): Promise<number> {
  const failed: number[] = [];
  let done = 0;
  while (done + failed.length < maxRowsPerRun) {
    let lockedId: number | undefined;
    try {
      const afterCommit = await inTransaction(ctx.db, async (tx) => {
        lockedId = undefined;
        const row = await lockNext(tx, failed);
        if (!row) return undefined;
        lockedId = row.id;
        return row.work();
      });
      if (lockedId === undefined) return done;
      done += 1;
      // The provider calls are retried elsewhere: a refund by its sweep; a charge that stayed open is refunded if paid.
      await afterCommit?.(ctx).catch((error: unknown) =>
        ctx.log.warn({ err: error, row: lockedId }, 'the payment provider was not notified'),
      );
    } catch (error) {
      if (lockedId === undefined) throw error;
      failed.push(lockedId);
      ctx.log.error({ err: error, row: lockedId }, failure);
    }
  }
  return done;
}

/** Processes one row whose deadline a user's action waits for, in its own transaction. */
export async function processDueRow(
  ctx: Ctx,
  id: number,
  work: (tx: Tx) => Promise<((ctx: Ctx) => Promise<void>) | void | undefined>,
): Promise<void> {
  const afterCommit = await inTransaction(ctx.db, work);
  await afterCommit?.(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error, row: id }, 'the payment provider was not notified'),
  );
}
