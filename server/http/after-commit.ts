import { withinTime } from '#server/concurrency/within-time.ts';
import type { Ctx } from '#server/context.ts';

/** How long a reply waits for the tasks after its commit, in milliseconds: a provider usually answers within two seconds. */
export const afterCommitMs = 4_000;

/**
 * Runs the tasks that follow a commit, mostly calls to a provider, one after the other. What is written is written, so
 * the reply waits for them for {@link afterCommitMs} only, and then they go on behind it: a provider that does not answer
 * would keep a buyer waiting for as long as its time limits. A failure is logged and left to the sweeps.
 */
export async function runAfterCommit({ log }: Ctx, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  if (tasks.length === 0) return;
  const run = async () => {
    for (const task of tasks)
      await task().catch((error: unknown) => log.error({ err: error }, 'after-commit task failed'));
  };
  await withinTime(run(), afterCommitMs, undefined);
}
