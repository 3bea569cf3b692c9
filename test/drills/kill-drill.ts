import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findFaults } from '#test/invariants.ts';
import { openLoad } from '#test/kill/load.ts';
import { settle } from '#test/kill/run.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';

const usual = ['web', 'standby', 'web', 'primary', 'worker'] as const;
/** Writes that the other site takes while one is away, on a busy machine. */
const whileAway = 100;

/** `frozen`: a primary that answers nothing while its connections stay open. */
type Victim = (typeof usual)[number] | 'frozen';

/**
 * `kill -9` of a process of the site, the worker, the primary and its synchronous standby in turn, under purchases,
 * refunds and withdrawals. A lost primary is replaced by its standby at once, as a failover manager would do, and
 * returns as the standby of the other one. After each kill every write that was acknowledged since the one
 * before is requested again under its key, and every rule of the market is checked.
 * @returns what is wrong, one line each
 */
export async function drillKills({
  times,
  writes,
  say,
  victims = usual,
}: DrillOptions & { victims?: readonly Victim[] }): Promise<string[]> {
  const stage = await openDrillStage({ buyers: 6, stock: 400 + times * (writes + whileAway) });
  const load = openLoad(stage);
  const faults: string[] = [];
  const recoveries = new Map<Victim, number[]>();
  let isOver = false;
  let isResting = false;

  async function killing(): Promise<void> {
    for (let n = 0; n < times && faults.length === 0; n++) {
      const from = load.acknowledged.length;
      while (load.acknowledged.length < from + writes) await sleep(20);
      const victim = victims[n % victims.length]!;
      const tookMs = await strike(stage, victim, n, () => load.acknowledged.length);
      recoveries.set(victim, [...(recoveries.get(victim) ?? []), tookMs]);
      isResting = true;
      await restore(stage, victim);
      faults.push(...(await load.repeat(from)), ...(await stage.ask(findFaults)));
      isResting = false;
      say(`${n + 1}. ${victim}: de volta em ${Math.round(tookMs)} ms, ${load.acknowledged.length} escritas`);
    }
  }

  try {
    const running = load.run({ isOver: () => isOver, isResting: () => isResting });
    await Promise.all([running, killing().finally(() => (isOver = true))]);
    if (faults.length === 0) faults.push(...(await settle(stage, load.done)));
  } finally {
    await stage.close();
  }
  const { orders, paid, withdrawals, refunds } = load.done;
  say(
    `${load.acknowledged.length} escritas confirmadas (${orders.length} compras, ${paid.length} pagamentos, ` +
      `${withdrawals.length} saques, ${refunds} devoluções), ${load.lostAnswers()} respostas perdidas e repetidas`,
  );
  for (const [victim, all] of recoveries) say(`${victim}: ${figuresOf(all)}`);
  return faults;
}

/** @returns the milliseconds until the victim's work goes on: a process is ready, or a client's write is acknowledged */
async function strike(
  stage: DrillStage,
  victim: Victim,
  n: number,
  acknowledged: () => number,
): Promise<number> {
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
    const before = acknowledged();
    while (acknowledged() === before) await sleep(10);
  }
  return performance.now() - since;
}

async function restarted(server: DrillStage['worker']): Promise<void> {
  const before = server.starts();
  server.kill();
  while (server.starts() === before) await sleep(10);
}

/** Every worker that ever gave a sign of life. */
function workersSeen({ ask }: DrillStage): Promise<number> {
  return ask(async (db) => {
    const { rows } = await sql<{ workers: number }>`select count(*)::int as workers from processes
      where role = 'worker'`.execute(db);
    return rows[0]!.workers;
  });
}

/** A new standby takes the place of the lost server, and commits wait for it again. */
async function restore({ pair }: DrillStage, victim: Victim): Promise<void> {
  if (victim === 'frozen') await pair.standby.kill();
  if (victim === 'standby' || victim === 'primary' || victim === 'frozen') await pair.rejoin();
}

function figuresOf(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!);
  return `${all.length} vezes, de volta em p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, no máximo ${at(1)} ms`;
}
