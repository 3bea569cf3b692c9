import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { findFaults, findStuck } from '#test/invariants.ts';
import { parentOf } from '#test/load/cpu.ts';
import { openLoad } from './load.ts';
import { openKillStage } from './stage.ts';
import type { KillStage } from './stage.ts';

/** The time after which PostgreSQL has ended the crashed session and its users know it. */
const noticedMs = 300;

const victims = ['web', 'worker', 'postmaster', 'backend'] as const;
export type Victim = (typeof victims)[number];

/** The result of a number of kills. */
export interface Kills {
  /** Empty when every acknowledged write exists exactly once and every other rule holds. */
  faults: string[];
  kills: Record<Victim, number>;
  acknowledged: number;
  orders: number;
  withdrawals: number;
  refunds: number;
  /** Requests without a reply, or that found no server or database; each was sent again. */
  lostAnswers: number;
  /** The longest time of each kind from the kill until the server was ready again, in milliseconds. */
  worstRecoveryMs: Record<Victim, number>;
}

/**
 * `kill -9` of the server, the worker, the postmaster and one of its backends in turn, under a load of purchases,
 * refunds and withdrawals on a durable database. After each kill, every write acknowledged since the previous one is
 * requested again under its key, and every rule of the market is checked; at the end nothing may be lost, doubled or
 * stuck. It kills processes, not the machine: data that the operating system has accepted is written.
 */
export async function runKills(given: {
  dataDir: string;
  times: number;
  /** Acknowledged writes between two kills. */
  writes: number;
  say: (line: string) => void;
}): Promise<Kills> {
  const stage = await openKillStage(given.dataDir, {
    buyers: 6,
    stock: 300 + given.times * given.writes,
  });
  const load = openLoad(stage);
  const faults: string[] = [];
  const kills = { web: 0, worker: 0, postmaster: 0, backend: 0 };
  const worstRecoveryMs = { ...kills };
  let isOver = false;
  let isResting = false;

  async function killing(): Promise<void> {
    for (let n = 0; n < given.times && faults.length === 0; n++) {
      const from = load.acknowledged.length;
      while (load.acknowledged.length < from + given.writes) await sleep(20);
      const victim = victims[n % victims.length]!;
      const tookMs = await strike(stage, victim);
      kills[victim] += 1;
      worstRecoveryMs[victim] = Math.max(worstRecoveryMs[victim], Math.round(tookMs));
      isResting = true;
      faults.push(...(await load.repeat(from)), ...(await stage.ask(findFaults)));
      isResting = false;
      given.say(
        `${n + 1}. ${victim}: de volta em ${Math.round(tookMs)} ms, ${load.acknowledged.length} escritas`,
      );
    }
  }

  try {
    await Promise.all([
      load.run({ isOver: () => isOver, isResting: () => isResting }),
      killing().finally(() => (isOver = true)),
    ]);
    if (faults.length === 0) faults.push(...(await settle(stage, load.done)));
  } finally {
    await stage.close();
  }
  const { orders, withdrawals, refunds } = load.done;
  return {
    faults,
    kills,
    acknowledged: load.acknowledged.length,
    orders: orders.length,
    withdrawals: withdrawals.length,
    refunds,
    lostAnswers: load.lostAnswers(),
    worstRecoveryMs,
  };
}

async function strike(stage: KillStage, victim: Victim): Promise<number> {
  const session = victim === 'backend' || victim === 'postmaster' ? await someSession(stage) : 0;
  const { web, worker } = stage;
  const startedAt = performance.now();
  if (victim === 'backend') {
    // PostgreSQL ends every session and recovers by itself; its users keep running and reconnect.
    const before = web.starts() + worker.starts();
    process.kill(session, 'SIGKILL');
    await sleep(noticedMs);
    await stage.untilUp();
    if (web.starts() + worker.starts() !== before)
      throw new Error(`a crashed session ended a process of ours: ${web.lastWords()} ${worker.lastWords()}`);
  } else {
    // A process that loses the whole PostgreSQL server exits, and is restarted with it.
    const struck = victim === 'worker' ? worker : web;
    const before = struck.starts();
    if (victim === 'postmaster') process.kill(await parentOf(session), 'SIGKILL');
    else struck.kill();
    while (struck.starts() === before) await sleep(10);
    await stage.untilUp();
  }
  return performance.now() - startedAt;
}

/** A session of the server that serves requests. */
function someSession(stage: KillStage): Promise<number> {
  return stage.ask(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where backend_type = 'client backend' and application_name = 'praca-web' order by random() limit 1`.execute(
      db,
    );
    return rows[0]!.pid;
  });
}

/** No client writes any more: each acknowledged write exists once, days pass, and no work stays stuck. */
export async function settle(
  stage: Pick<KillStage, 'ask'>,
  done: ReturnType<typeof openLoad>['done'],
  check: typeof findFaults = findFaults,
): Promise<string[]> {
  const { rows } = await stage.ask((db) =>
    sql<Record<'orders' | 'acknowledged' | 'paid' | 'captures' | 'withdrawals' | 'refunds', number>>`
      select (select count(*) from orders)::int as orders,
        (select count(*) from orders where id = any (${done.orders}::bigint[]))::int as acknowledged,
        (select count(*) from payments where end_to_end_id = any (${done.paid}::text[]))::int as paid,
        (select count(*) from money.journals where kind = 'capture')::int as captures,
        (select count(*) from withdrawals)::int as withdrawals,
        (select count(*) from refunds)::int as refunds`.execute(db),
  );
  const all = done.orders.length;
  const wanted = {
    orders: all,
    acknowledged: all,
    paid: all,
    captures: all,
    withdrawals: done.withdrawals.length,
    refunds: done.refunds,
  };
  const wrong = Object.entries(wanted).flatMap(([what, count]) => {
    const found = rows[0]![what as keyof typeof wanted];
    return found === count ? [] : [`${what}: ${found} instead of ${count}`];
  });
  await stage.ask((db) => sql`select move_clock(${10 * 86_400_000})`.execute(db));
  let stuck = await stage.ask(findStuck);
  for (let tries = 0; stuck.length > 0 && tries < 120; tries++) {
    await sleep(1_000);
    stuck = await stage.ask(findStuck);
  }
  return [...wrong, ...stuck, ...(await stage.ask(check)), ...(await stage.ask(findLostNotices))];
}

/** Events of purchases without a notice, and their notices whose letter was neither sent nor is queued. */
async function findLostNotices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with sales as (select id from events where kind = any ('{order.paid,order.completed}'))
    select 'event ' || s.id || ' has no notice' as fault from sales s
    where not exists (select from notifications n where n.event_id = s.id)
    union all
    select 'notice ' || n.id || ' has no letter' from sales s join notifications n on n.event_id = s.id
      join users u on u.id = n.user_id
    where u.email_verified_at is not null and not exists (select from mails m where m.notification_id = n.id)
      -- A job that a killed process had taken is free again after a quarter of an hour.
      and not exists (select from graphile_worker._private_jobs j
        where j.payload::jsonb -> 'notificationIds' @> to_jsonb(n.id))
    limit 20`.execute(db);
  return rows.map(({ fault }) => fault);
}
