import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '#server/context.ts';
import { countSweepFailure } from '#server/metrics/instruments.ts';

/**
 * Periodic work on rows: timers that come due, provider calls to make, notifications to send. A sweep finds the due
 * rows, processes each under its lock and returns their number; a late run, a second run or a run in many processes at
 * once changes nothing.
 */
export interface Sweep {
  name: string;
  everyMs: number;
  /** The most rows of one run, for a sweep of many small rows: only a full run is followed by another at once. */
  batch?: number;
  run(ctx: Ctx): Promise<number>;
}

export interface Worker {
  stop(): Promise<void>;
}

/** The first runs of all sweeps at once would take every connection while the first visitors wait. */
const staggerMs = 15;

/** Runs every sweep at its own interval until stopped; a sweep that may have left work behind runs again at once. */
export function startWorker(ctx: Ctx, sweeps: readonly Sweep[]): Worker {
  const stopping = new AbortController();
  const loops = sweeps.map((sweep, place) => loop(ctx, sweep, place * staggerMs, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** For example, a month that passes at once is thirty runs of a sweep that processes one day each. */
const maxRunsInRow = 32;

/**
 * Runs every sweep until no work is left: for tests, the demo and a moved clock.
 * @param limitMs after this time the rest is left to the worker, because a busy market always has work
 */
export async function drain(ctx: Ctx, sweeps: readonly Sweep[], limitMs = Infinity): Promise<void> {
  const until = performance.now() + limitMs;
  for (let round = 0; round < 1_000; round++) {
    let done = 0;
    for (const sweep of sweeps) done += await runRepeatedly(ctx, sweep, until);
    if (done === 0 || performance.now() > until) return;
  }
  throw new Error('the sweeps never came to rest');
}

/** Repeats a sweep while it has work, as its own loop does, before the other sweeps run again. */
async function runRepeatedly(ctx: Ctx, sweep: Sweep, until: number): Promise<number> {
  let done = 0;
  for (let run = 0; run < maxRunsInRow && performance.now() <= until; run++) {
    const moved = await sweep.run(ctx);
    if (moved === 0) break;
    done += moved;
  }
  return done;
}

async function loop(ctx: Ctx, sweep: Sweep, delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    let done = 0;
    try {
      done = await sweep.run(ctx);
    } catch (error) {
      if (!signal.aborted) {
        countSweepFailure(sweep.name);
        ctx.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
      }
    }
    if (done < (sweep.batch ?? 1)) await sleep(sweep.everyMs, undefined, { signal }).catch(() => undefined);
  }
}
