import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '#server/context.ts';

/**
 * Work that waits in rows: timers that come due, provider calls to make, notices to send. A sweep finds what is due,
 * does it row by row under the row's lock and returns how much it did; running it late, twice or in many processes
 * at once changes nothing.
 */
export interface Sweep {
  name: string;
  everyMs: number;
  /** For a sweep of many small things, how many a run takes: only a full run is followed by the next at once. */
  batch?: number;
  run(ctx: Ctx): Promise<number>;
}

export interface Worker {
  stop(): Promise<void>;
}

/** Runs every sweep on its own beat until stopped; a sweep that may have left work behind runs again at once. */
export function startWorker(ctx: Ctx, sweeps: readonly Sweep[]): Worker {
  const stopping = new AbortController();
  const loops = sweeps.map((sweep) => loop(ctx, sweep, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** A month that passes at once is thirty runs of the sweep that takes a day each. */
const runsInTurn = 32;

/**
 * Runs every sweep until nothing is left to do: for tests, the demo and a moved clock.
 * @param limitMs after which the rest is left to the worker: a market in full swing never comes to rest
 */
export async function drain(ctx: Ctx, sweeps: readonly Sweep[], limitMs = Infinity): Promise<void> {
  const until = performance.now() + limitMs;
  for (let round = 0; round < 1_000; round++) {
    let done = 0;
    for (const sweep of sweeps) done += await takeTurn(ctx, sweep, until);
    if (done === 0 || performance.now() > until) return;
  }
  throw new Error('the sweeps never came to rest');
}

/** As in its own loop, what has more to do goes on at once and not behind all the others again. */
async function takeTurn(ctx: Ctx, sweep: Sweep, until: number): Promise<number> {
  let done = 0;
  for (let run = 0; run < runsInTurn && performance.now() <= until; run++) {
    const moved = await sweep.run(ctx);
    if (moved === 0) break;
    done += moved;
  }
  return done;
}

async function loop(ctx: Ctx, sweep: Sweep, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let done = 0;
    try {
      done = await sweep.run(ctx);
    } catch (error) {
      if (!signal.aborted) ctx.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
    }
    if (done < (sweep.batch ?? 1)) await sleep(sweep.everyMs, undefined, { signal }).catch(() => undefined);
  }
}
