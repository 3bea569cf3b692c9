import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { drillRounds, stockFor, untilNextWrite } from './rounds.ts';
import type { Load } from './rounds.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';

const usual = ['web', 'standby', 'web', 'primary', 'worker'] as const;
/** `frozen`: a primary that answers nothing while its connections stay open. */
type Victim = (typeof usual)[number] | 'frozen';

/**
 * `kill -9` of a process of the site, the worker, the primary and its synchronous standby in turn, under purchases,
 * refunds and withdrawals. A lost primary is replaced by its standby at once, as a failover manager would do, and
 * returns as the standby of the other one.
 * @returns what is wrong, one line each
 */
export async function drillKills({
  victims = usual,
  ...options
}: DrillOptions & { victims?: readonly Victim[] }): Promise<string[]> {
  const stage = await openDrillStage({ buyers: 6, stock: stockFor(options) });
  try {
    return await drillRounds(options, {
      stage,
      async strike(n, load) {
        const what = victims[n % victims.length]!;
        return { what, tookMs: await strike(stage, what, n, load) };
      },
      restore: (what) => restore(stage, what),
    });
  } finally {
    await stage.close();
  }
}

/** @returns the milliseconds until the victim's work goes on: a process is ready, or a client's write is acknowledged */
async function strike(stage: DrillStage, victim: Victim, n: number, load: Load): Promise<number> {
  const { pair, webs, worker } = stage;
  const since = performance.now();
  if (victim === 'web') {
    const at = n % webs.length;
    await restarted(webs[at]!);
    await stage.untilUp(at);
  } else if (victim === 'worker') {
    const before = await workersSeen(stage);
    await restarted(worker);
    while ((await workersSeen(stage)) === before) await sleep(50);
  } else {
    if (victim === 'frozen') pair.primary.freeze();
    else await pair[victim].kill();
    await (victim === 'standby' ? pair.stopWaiting() : pair.promote());
    return untilNextWrite(load, since);
  }
  return performance.now() - since;
}

/** Ends a process at once, and resolves when its supervisor has started it again. */
export async function restarted(server: DrillStage['worker']): Promise<void> {
  const before = server.starts();
  server.kill();
  while (server.starts() === before) await sleep(10);
}

/** Every worker that ever gave a sign of life. */
export function workersSeen({ ask }: DrillStage): Promise<number> {
  return ask(async (db) => {
    const { rows } = await sql<{ workers: number }>`select count(*)::int as workers from processes
      where role = 'worker'`.execute(db);
    return rows[0]!.workers;
  });
}

/** A new standby takes the place of the lost server, and commits wait for it again. */
async function restore({ pair }: DrillStage, victim: Victim): Promise<string[]> {
  if (victim === 'frozen') await pair.standby.kill();
  if (victim === 'standby' || victim === 'primary' || victim === 'frozen') await pair.rejoin();
  return [];
}
