import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterServer } from './cluster-server.ts';
import { drillRounds, stockFor, untilNextWrite } from './rounds.ts';
import type { Load } from './rounds.ts';
import { disksFault, mountOver } from './small-disks.ts';
import type { SmallDisk } from './small-disks.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';

const victims = ['dados', 'log'] as const;
type Victim = (typeof victims)[number];
/** Room for the log of a checkpoint and more than twice of what PostgreSQL keeps of it. */
const megabytes = { dados: 480, log: 224 };
const settings = { wal_keep_size: '32MB', min_wal_size: '32MB', max_wal_size: '64MB' };
/** How long the disk stays full after the sites have noticed it. */
const fullMs = 3_000;
const noticedLimitMs = 60_000;

/**
 * The primary's disk fills up under purchases: the one of its data, where a write that needs space fails, and the one of
 * its log, where PostgreSQL stops and starts again. The sites answer 503 and are not ready, nothing is a 500, and they go on
 * by themselves once there is space; a PostgreSQL that ended is started again, as a supervisor would do.
 * @returns what is wrong, one line each
 */
export async function drillFullDisks(options: DrillOptions): Promise<string[]> {
  const fault = disksFault();
  if (fault) return [fault];
  const disks: Partial<Record<Victim, SmallDisk>> = {};
  const stage = await openDrillStage({
    buyers: 6,
    stock: stockFor(options),
    cluster: {
      settings,
      prepare({ data }) {
        disks.dados = mountOver(data, megabytes.dados);
        disks.log = mountOver(join(data, 'pg_wal'), megabytes.log);
        return () => {
          disks.log!.close();
          disks.dados!.close();
        };
      },
    },
  });
  const errors: string[] = [];
  try {
    return await drillRounds(options, {
      stage,
      async strike(n, load) {
        const what = victims[n % victims.length]!;
        const { primary } = stage.pair;
        const isOver = new AbortController();
        const supervising = what === 'log' ? supervise(primary, isOver.signal) : undefined;
        disks[what]!.fill();
        const pushing = what === 'log' ? fillLog(primary) : undefined;
        const noticedMs = await untilUnready(stage);
        if (noticedMs === null) errors.push(`${what}: a site stayed ready on a full disk`);
        await pushing;
        await sleep(fullMs);
        disks[what]!.free();
        const since = performance.now();
        const tookMs = await untilNextWrite(load, since);
        await Promise.all(stage.urls.map((_, at) => stage.untilUp(at)));
        isOver.abort();
        await supervising;
        options.say(
          `${what}: cheio, fora de serviço em ${Math.round(noticedMs ?? -1)} ms; livre, os sites prontos de novo em ` +
            `${Math.round(performance.now() - since)} ms`,
        );
        errors.push(...defects(load));
        return { what, tookMs };
      },
      restore: async () => errors.splice(0),
    });
  } finally {
    await stage.close();
  }
}

/** @returns the milliseconds until no site was ready; null when one stayed so */
async function untilUnready({ urls }: DrillStage): Promise<number | null> {
  const since = performance.now();
  const left = new Set(urls);
  while (left.size > 0) {
    if (performance.now() - since > noticedLimitMs) return null;
    for (const url of left) {
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 503) left.delete(url);
    }
    await sleep(200);
  }
  return performance.now() - since;
}

/** Writes log until the server can't: purchases alone would take minutes. */
async function fillLog(server: ClusterServer): Promise<void> {
  const write = () =>
    server.asSuperuser(async (client) => {
      for (let n = 0; n < megabytes.log; n++)
        await client.query(`select pg_logical_emit_message(false, 'drill', repeat(md5($1), 32768))`, [
          String(n),
        ]);
    });
  await write().catch(() => undefined);
}

async function supervise(server: ClusterServer, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    if (!server.isRunning()) await server.restart().catch(() => undefined);
    await sleep(200);
  }
}

/** Answers that say that we are broken, where we are only full. */
function defects({ statuses }: Load): string[] {
  return [...statuses]
    .filter(([status]) => status >= 500 && status !== 503)
    .map(([status, count]) => `${count} answers with ${status}`);
}
