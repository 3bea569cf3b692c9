import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { ensureDatabase } from './embedded/database.ts';
import type { Endpoints } from './embedded/database.ts';
import { openClusterLocation } from './embedded/location.ts';
import { openVolatileLocation, volatileFolder } from './embedded/volatile-location.ts';
import type { ClusterLocation } from './embedded/location.ts';
import { openClusterVote } from './embedded/cluster-vote.ts';
import type { ClusterVote } from './embedded/cluster-vote.ts';
import { initialiseCluster, readPasswords } from './embedded/initialise.ts';
import {
  launchPostmaster,
  runningPostmaster,
  signalPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts';
import type { Postmaster } from './embedded/postmaster.ts';
import { fault } from './fault.ts';

/** A running PostgreSQL of our own. */
export type Embedded = Endpoints & {
  /** Resolves if the server goes away without `stop` having been asked for; one that recovers by itself does not. */
  lost: Promise<void>;
  /** Stops the server, unless another process of ours still uses it. Leaves no process behind. */
  stop: () => Promise<void>;
};

type Options = {
  /** The folder that keeps the data between runs. Not used when `volatile`. */
  dataDir: string;
  /** Receives one short line for each slow step. */
  log: (line: string) => void;
  /** For tests: a throw-away cluster in the temporary folder, without durability. */
  volatile?: boolean;
};

const joinAttempts = 5;
const farewellLimitMs = 1_000;
const farewellPollMs = 10;

/**
 * Starts PostgreSQL from the binaries that came with the packages, or joins the one that already runs on the
 * same data folder: another process of ours, or one left behind by a crash. It listens on 127.0.0.1 only.
 *
 * The binaries are driven here because the package's own class takes over SIGINT and would stop the database
 * before the application has drained.
 * @throws a fault when the folder, the user or the disk doesn't allow it
 */
export async function startEmbedded({ dataDir, log, volatile = false }: Options): Promise<Embedded> {
  const home = volatile ? await openVolatileLocation() : await openClusterLocation(dataDir, log);
  await initialiseCluster(home, log);
  const { superuser } = await readPasswords(home);
  const { keeper, postmaster } = await join(home, superuser, log);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= leave(home, postmaster, keeper, log));
  if (home.volatile) dieWithUs(home, postmaster, () => stopped !== undefined);
  try {
    const endpoints = await ensureDatabase(home, keeper.client(), postmaster.port);
    return { ...endpoints, lost: keeper.lost, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A durable server outlives a crash and is joined again; a throw-away one goes with the process that made it. */
function dieWithUs(home: ClusterLocation, { pid }: Postmaster, isStopped: () => boolean): void {
  process.once('exit', () => {
    if (isStopped()) return;
    signalPostmaster(pid, 'SIGQUIT');
    rmSync(volatileFolder(home), { recursive: true, force: true });
  });
}

/** Takes our vote at the server of this home, starting it when it doesn't run. */
async function join(home: ClusterLocation, password: string, log: Options['log']) {
  for (let attempt = 1; attempt <= joinAttempts; attempt++) {
    const postmaster = (await runningPostmaster(home, log)) ?? (await launchPostmaster(home, log));
    const keeper = postmaster && (await openClusterVote(home, postmaster, password));
    if (keeper) return { keeper, postmaster };
  }
  throw fault(`O PostgreSQL embutido não respondeu. Veja o registro em ${home.logFile}.`);
}

async function leave(
  home: ClusterLocation,
  postmaster: Postmaster,
  keeper: ClusterVote,
  log: Options['log'],
): Promise<void> {
  const last = await keeper.resign();
  const client = keeper.client();
  if (last) {
    await waitForFarewells(client);
    const stopping = stopPostmaster(home, postmaster);
    await client.end().catch(() => undefined);
    await stopping;
    if (home.volatile) await rm(volatileFolder(home), { recursive: true, force: true });
  } else {
    await client.end().catch(() => undefined);
    log('O banco continua de pé: outro processo da Praça o usa.');
  }
}

/** A pool that was ended may still be saying goodbye; a shutdown meanwhile would look to it like a crash. */
async function waitForFarewells(keeper: Client): Promise<void> {
  const until = performance.now() + farewellLimitMs;
  while (performance.now() < until) {
    const others = await keeper
      .query(`select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)
      .catch(() => undefined);
    if (!others?.rowCount) return;
    await sleep(farewellPollMs);
  }
}
