import { setTimeout as sleep } from 'node:timers/promises';
import { findFaults } from '#test/invariants.ts';
import { openLoad } from '#test/kill/load.ts';
import { settle } from '#test/kill/run.ts';
import type { DrillOptions, DrillStage } from './stage.ts';

export type Load = ReturnType<typeof openLoad>;

/** What was lost, and the milliseconds until its work went on. */
export interface Strike<What extends string> {
  what: What;
  tookMs: number;
}

interface Rounds<What extends string> {
  stage: DrillStage;
  load?: Load;
  /** Takes something away under purchases, and resolves when they go on. */
  strike: (n: number, load: Load) => Promise<Strike<What>>;
  /** Repairs it while no new purchase begins. @returns what went wrong, one line each */
  restore?: (what: What) => Promise<string[]>;
  /** Every rule of the market that does not hold at this moment. */
  check?: typeof findFaults;
  /** Called before days pass and all is counted: people who are signed in would be signed out. */
  end?: () => Promise<unknown>;
}

/** Writes that are taken while something is away, on a busy machine. */
const whileAway = 100;

/** Codes to sell in a drill of so many rounds. */
export function stockFor({ times, writes }: DrillOptions): number {
  return 400 + times * (writes + whileAway);
}

/**
 * Purchases, refunds and withdrawals, in which something is taken away again and again. After each round every write that
 * was acknowledged since the one before is requested again under its key, and every rule of the market is checked; at the
 * end nothing may be lost, doubled or stuck. Prints the times of recovery.
 * @returns what is wrong, one line each
 */
export async function drillRounds<What extends string>(
  { times, writes, say }: DrillOptions,
  { stage, load = openLoad(stage), strike, restore = async () => [], check = findFaults, end }: Rounds<What>,
): Promise<string[]> {
  const faults: string[] = [];
  const recoveries = new Map<What, number[]>();
  let isOver = false;
  let isResting = false;

  async function striking(): Promise<void> {
    for (let n = 0; n < times && faults.length === 0; n++) {
      const from = load.acknowledged.length;
      while (load.acknowledged.length < from + writes) await sleep(20);
      const { what, tookMs } = await strike(n, load);
      recoveries.set(what, [...(recoveries.get(what) ?? []), tookMs]);
      isResting = true;
      faults.push(...(await restore(what)), ...(await load.repeat(from)), ...(await stage.ask(check)));
      isResting = false;
      say(`${n + 1}. ${what}: de volta em ${Math.round(tookMs)} ms, ${load.acknowledged.length} escritas`);
    }
  }

  const running = load.run({ isOver: () => isOver, isResting: () => isResting });
  await Promise.all([running, striking().finally(() => (isOver = true))]);
  await end?.();
  if (faults.length === 0) faults.push(...(await settle(stage, load.done, check)));
  const { orders, paid, withdrawals, refunds } = load.done;
  say(
    `${load.acknowledged.length} escritas confirmadas (${orders.length} compras, ${paid.length} pagamentos, ` +
      `${withdrawals.length} saques, ${refunds} devoluções), ${load.lostAnswers()} respostas perdidas e repetidas`,
  );
  for (const [what, all] of recoveries) say(`${what}: ${all.length} vezes, de volta em ${figuresOf(all)}`);
  return faults;
}

/** Resolves with the milliseconds until a client's next write is acknowledged. */
export async function untilNextWrite(load: Load, since: number): Promise<number> {
  const before = load.acknowledged.length;
  while (load.acknowledged.length === before) await sleep(10);
  return performance.now() - since;
}

/** `p50 1 ms, p95 2 ms, no máximo 3 ms` */
export function figuresOf(all: readonly number[]): string {
  const at = (share: number) => Math.round(percentile(all, share));
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, no máximo ${at(1)} ms`;
}

/** @param share of the values that are not larger, above 0 and up to 1 */
export function percentile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
