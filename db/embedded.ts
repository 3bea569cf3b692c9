import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { takeBaseBackup } from './embedded/base-backup.ts';
import type { BaseBackup, ClusterFile, StoreFiles } from './embedded/base-backup.ts';
import { ensureDatabase } from './embedded/database.ts';
import type { Endpoints } from './embedded/database.ts';
import { openClusterLocation } from './embedded/location.ts';
import { openVolatileLocation, volatileFolder } from './embedded/volatile-location.ts';
import type { ClusterLocation } from './embedded/location.ts';
import { openClusterVote } from './embedded/cluster-vote.ts';
import type { ClusterVote } from './embedded/cluster-vote.ts';
import { writeServiceFile } from './embedded/service-file.ts';
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
  /** Copies the running cluster with its passwords; paths begin with `data/`, except that of the passwords. */
  baseBackup: (store: StoreFiles) => Promise<BaseBackup>;
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
const closingLimitMs = 1_000;
const closingPollMs = 10;

/**
 * Starts PostgreSQL from the binaries that came with the packages, or joins the one that already runs on the
 * same data folder: another process of ours, or one left behind by a crash. It listens on 127.0.0.1 only.
 *
 * The binaries are driven here because the package's own class takes over SIGINT and would stop the database
 * before the application has drained.
 * @throws a fault when the folder, the user or the disk doesn't allow it
 */
export async function startEmbedded({ dataDir, log, volatile = false }: Options): Promise<Embedded> {
  const location = volatile ? await openVolatileLocation() : await openClusterLocation(dataDir, log);
  await initialiseCluster(location, log);
  const { superuser } = await readPasswords(location);
  const { vote, postmaster } = await join(location, superuser, log);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= leave(location, postmaster, vote, log));
  if (location.volatile) stopOnExit(location, postmaster, () => stopped !== undefined);
  try {
    const endpoints = await ensureDatabase(location, vote.client(), postmaster.port);
    if (!location.volatile) await writeServiceFile(dataDir, location, postmaster.port);
    const baseBackup = (store: StoreFiles) => backUp(location, postmaster, superuser, store);
    return { ...endpoints, lost: vote.lost, baseBackup, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function backUp(
  location: ClusterLocation,
  { port }: Postmaster,
  password: string,
  store: StoreFiles,
): Promise<BaseBackup> {
  const session = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  session.on('error', () => undefined); // the query that was running fails with it
  await session.connect();
  try {
    await store([{ path: 'passwords.json', content: { file: location.passwordFile } }]);
    const below = (files: readonly ClusterFile[]) =>
      store(files.map((file) => ({ ...file, path: `data/${file.path}` })));
    const { folders, upTo } = await takeBaseBackup(session, location.data, below);
    return { upTo, folders: folders.map((folder) => `data/${folder}`) };
  } finally {
    await session.end();
  }
}

/** Stops a volatile server with the process that created it; a durable one outlives a crash and is joined again. */
function stopOnExit(location: ClusterLocation, { pid }: Postmaster, isStopped: () => boolean): void {
  process.once('exit', () => {
    if (isStopped()) return;
    signalPostmaster(pid, 'SIGQUIT');
    rmSync(volatileFolder(location), { recursive: true, force: true });
  });
}

/** Votes at the server of this location, and starts the server if it does not run. */
async function join(location: ClusterLocation, password: string, log: Options['log']) {
  for (let attempt = 1; attempt <= joinAttempts; attempt++) {
    const postmaster = (await runningPostmaster(location, log)) ?? (await launchPostmaster(location, log));
    const vote = postmaster && (await openClusterVote(location, postmaster, password));
    if (vote) return { vote, postmaster };
  }
  throw fault(`O PostgreSQL embutido não respondeu. Veja o registro em ${location.logFile}.`);
}

async function leave(
  location: ClusterLocation,
  postmaster: Postmaster,
  vote: ClusterVote,
  log: Options['log'],
): Promise<void> {
  const last = await vote.resign();
  const client = vote.client();
  if (last) {
    await waitForClosingSessions(client);
    const stopping = stopPostmaster(location, postmaster);
    await client.end().catch(() => undefined);
    await stopping;
    if (location.volatile) await rm(volatileFolder(location), { recursive: true, force: true });
  } else {
    await client.end().catch(() => undefined);
    log('O banco continua de pé: outro processo da Praça o usa.');
  }
}

/** Waits for ended pools to close their sessions: a shutdown meanwhile would look like a crash to them. */
async function waitForClosingSessions(client: Client): Promise<void> {
  const until = performance.now() + closingLimitMs;
  while (performance.now() < until) {
    const others = await client
      .query(`select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)
      .catch(() => undefined);
    if (!others?.rowCount) return;
    await sleep(closingPollMs);
  }
}
