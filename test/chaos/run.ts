import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createRandom, seedFrom } from '#demo/random.ts';
import { findFaults, findStuck } from '#test/invariants.ts';
import { freePort, startServerProcess, startWorkerProcess } from '#test/process/server-process.ts';
import { anyMoves } from './any-moves.ts';
import { bankMoves } from './bank-moves.ts';
import { caseMoves } from './case-moves.ts';
import { orderMoves } from './order-moves.ts';
import type { Move } from './move.ts';
import { listingMoves } from './listing-moves.ts';
import { carrierActions } from './parcel-moves.ts';
import { staffMoves } from './staff-moves.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

/** The result of a run. */
export interface Chaos {
  /** Empty without a fault: broken rules, replies of 500 and more, one key with two replies, stuck work. */
  faults: string[];
  calls: number;
  refused: number;
  orders: number;
  transfers: number;
  checks: number;
  kills: number;
  /** Days that the market's clock moved. */
  days: number;
  /** Action → outcome → how often. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

interface Given {
  ownerUrl: string;
  appUrl: string;
  dataDir: string;
  seed: number;
  seconds: number;
  /** Mean time between two kills of a server or worker, in milliseconds. */
  killEveryMs: number;
  /** The folder of the servers' own logs, which contain the cause of a defect. */
  log: 'ignore' | 'inherit';
  say: (line: string) => void;
}

const checkEveryMs = 5_000;
const restLimitMs = 120_000;
const tellEverySeconds = 10;
const hour = 3_600_000;

/**
 * Many people, staff and the bank send allowed and forbidden actions at once to a real server and worker, while the
 * market's clock jumps and one of the two processes is killed now and then. Each actor has its own random generator, so
 * the same seed makes the same choices; the result of races, and everything that follows from it, may differ.
 */
export async function runChaos(given: Given): Promise<Chaos> {
  const { seed, seconds, say } = given;
  const secretKey = randomBytes(32).toString('hex');
  const port = await freePort();
  const environment = {
    NODE_ENV: 'test',
    DEMO: '0',
    ALLOW_SIMULATORS: '1',
    SECRET_KEY: secretKey,
    DATA_DIR: given.dataDir,
    DATABASE_URL: given.ownerUrl,
    DATABASE_APP_URL: given.appUrl,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const open = {
    web: () => startServerProcess({ ...environment, ROLE: 'web' }, given.log),
    worker: async () => startWorkerProcess(environment, given.log),
  };
  const running = { web: await open.web(), worker: await open.worker() };
  const world = await openWorld({ ...given, secretKey, url: running.web.url, buyers: 24, sellers: 8 });
  const faults: string[] = [];
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > until || faults.length + world.defects.length > 0;
  let checks = 0;
  let kills = 0;
  let days = 0;

  async function act(name: string, moves: readonly Move[]): Promise<void> {
    const random = createRandom(seedFrom(name, seed));
    const bag = moves.flatMap((move) => Array<Move>(move.weight).fill(move));
    while (!isOver()) {
      const move = random.pick(bag);
      const said = await move.make(world, random);
      if (said) world.count(move.name, said);
      else await sleep(5);
    }
  }

  /** Mostly minutes, so that actions overlap; sometimes a day, so that deadlines end. */
  async function moveClock(): Promise<void> {
    const random = createRandom(seedFrom('clock', seed));
    while (!isOver()) {
      await sleep(random.int(1_000, 4_000));
      const byMs = random.chance(0.6) ? random.int(60_000, hour) : random.int(hour, 30 * hour);
      await world.post(world.admin, '/dev/clock', { byMs });
      await world.stayIn();
      days += byMs / (24 * hour);
    }
  }

  async function kill(): Promise<void> {
    const random = createRandom(seedFrom('killer', seed));
    for (;;) {
      const next = performance.now() + given.killEveryMs * (0.5 + random.next());
      while (performance.now() < next) {
        if (isOver()) return;
        await sleep(50);
      }
      const victim = random.pick(['web', 'worker'] as const);
      await running[victim].kill();
      kills += 1;
      if (victim === 'web') running.web = await open.web();
      else running.worker = await open.worker();
    }
  }

  async function check(): Promise<void> {
    for (let told = performance.now(); !isOver(); await sleep(checkEveryMs)) {
      faults.push(...(await findFaults(world.db)));
      checks += 1;
      if (performance.now() - told < 30_000) continue;
      told = performance.now();
      say(`${Math.round((until - told) / 1_000)} s por vir: ${world.orders.length} pedidos, ${kills} quedas`);
    }
  }

  const actors = [
    ...Array.from({ length: 7 }, (_, n) => act(`people ${n}`, orderMoves)),
    ...Array.from({ length: 2 }, (_, n) => act(`disputes ${n}`, caseMoves)),
    ...Array.from({ length: 2 }, (_, n) => act(`anything ${n}`, anyMoves)),
    ...Array.from({ length: 3 }, (_, n) =>
      act(`team and bank ${n}`, [...staffMoves, ...bankMoves, ...listingMoves, ...carrierActions]),
    ),
  ];
  const stop = () => Promise.all([running.web.kill(), running.worker.kill()]);
  await Promise.all([...actors, moveClock(), kill(), check()]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (faults.length === 0) faults.push(...(await rest(world)));
  const { rows } = await sql<{ transfers: number }>`
    select count(*) as transfers from money.transfers`.execute(world.db);
  await stop();
  await world.db.destroy();
  const said = [...world.counts.values()].flatMap((each) => [...each]);
  const sum = (of: typeof said) => of.reduce((all, [, count]) => all + count, 0);
  return {
    faults: [...faults, ...world.defects],
    calls: sum(said),
    refused: sum(said.filter(([code]) => code !== 'ok')),
    orders: world.orders.length,
    transfers: rows[0]!.transfers,
    checks: checks + 1,
    kills,
    days: Math.round(days),
    counts: world.counts,
  };
}

/** No actor acts any more: due work is done, nothing stays stuck, and the books balance. */
async function rest(world: World): Promise<string[]> {
  const until = performance.now() + restLimitMs;
  await world.post(world.admin, '/dev/clock', { byMs: hour });
  await tellAgain(world);
  let stuck = await findStuck(world.db);
  for (let seconds = 1; stuck.length > 0 && performance.now() < until; seconds++) {
    await sleep(1_000);
    if (seconds % tellEverySeconds === 0) await tellAgain(world);
    stuck = await findStuck(world.db);
  }
  return [...stuck, ...(await findFaults(world.db))];
}

/**
 * Repeats the bank's notices about contestations that were sent while no server ran or while the order had no full
 * price. The sweep that asks for all of them runs once an hour, which is longer than this wait.
 */
async function tellAgain(world: World): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select reference from simulator.charges where contestation is not null`.execute(world.db);
  for (const { reference } of rows) await world.notice(reference, randomUUID(), false);
}
