import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { ClusterServer } from './cluster-server.ts';
import { networksFault, openNetworks } from './networks.ts';
import type { Networks } from './networks.ts';
import { drillRounds, stockFor, untilNextWrite } from './rounds.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';

/** How long the client beside the lost primary waits for its write. */
const insideMs = 6_000;
const client = join(import.meta.dirname, 'partition-client.ts');

/**
 * The primary loses its network and runs on: sites, worker and standby can't reach it. The standby is promoted. A client
 * beside the lost primary, in its network, still reads from it, but no write of it is acknowledged, because commits wait
 * for the standby. Then it is stopped, as a watchdog would do, gets its network back and follows the new primary.
 * @returns what is wrong, one line each
 */
export async function drillPartitions(options: DrillOptions): Promise<string[]> {
  const fault = networksFault();
  if (fault) return [fault];
  const networks = openNetworks(2);
  const [one, other] = networks.places;
  const stage = await openDrillStage({
    buyers: 6,
    stock: stockFor(options),
    cluster: { places: [one!, other!] },
  });
  let beside: Promise<string[]> | undefined;
  try {
    return await drillRounds(options, {
      stage,
      async strike(_, load) {
        const { pair } = stage;
        const lost = pair.primary;
        const since = performance.now();
        networks.unplug(lost.place);
        beside = askBeside(lost, pair.urlOf(lost));
        await pair.promote();
        return { what: 'primary', tookMs: await untilNextWrite(load, since) };
      },
      restore: async () => [...(await beside!), ...(await bringBack(stage, networks))],
    });
  } finally {
    await stage.close();
    networks.close();
  }
}

/** @returns what is wrong about the lost primary, as a client in its network sees it */
async function askBeside({ place }: ClusterServer, url: string): Promise<string[]> {
  const words = ['netns', 'exec', place.network!, process.execPath, client, url, String(insideMs)];
  const stdout = await promisify(execFile)('ip', words).then(
    (ended) => ended.stdout,
    (error: Error) => `error\n${error.message}`,
  );
  const [reading, writing = ''] = stdout.trim().split('\n');
  return [
    ...(reading === 'read' ? [] : ['the lost primary did not run on']),
    ...(writing.startsWith('unanswered') ? [] : [`a write to the lost primary was ${writing}`]),
  ];
}

async function bringBack({ pair, ask }: DrillStage, networks: Networks): Promise<string[]> {
  const lost = pair.standby;
  const faults = lost.isRunning() ? [] : ['the lost primary ended'];
  await lost.kill();
  networks.plug(lost.place);
  await pair.rejoin();
  const { rows } = await ask((db) => sql`select from processes where version = 'partition'`.execute(db));
  return rows.length === 0 ? faults : [...faults, 'a write to the lost primary came back'];
}
