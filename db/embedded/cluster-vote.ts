import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClusterLocation } from './location.ts';
import { runningPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';

/** The connection that stays open while a process uses the cluster, and holds its vote against stopping the server. */
export interface ClusterVote {
  client(): Client;
  /** Resolves if the server ends before {@link resign} is called. */
  lost: Promise<void>;
  /**
   * Withdraws the vote; from now on the end of the connection is expected. If a crash has just ended the votes of all
   * processes, they are counted only after all have voted again.
   * @returns whether no other process votes, so that the server may be stopped; no process can join it then
   */
  resign(): Promise<boolean>;
}

/** Every process that uses the cluster holds this lock shared; a process that gets it exclusively may stop the server. */
const usersLock = 7_214_001;
const retryMs = 100;
/** After a crash, all processes have voted again well within this time. */
const allVotedMs = 1_000;
const quiet = () => undefined;

/**
 * Votes. When one session of PostgreSQL crashes, the server ends all of them and recovers by itself within seconds; the
 * process then votes again, and only a server that ended counts as lost.
 * @returns `undefined` if the server ended meanwhile, because its last user was stopping it
 */
export async function openClusterVote(
  location: ClusterLocation,
  postmaster: Postmaster,
  password: string,
): Promise<ClusterVote | undefined> {
  const first = await connect(postmaster, password);
  if (!first) return undefined;
  const lost = Promise.withResolvers<void>();
  let client = first;
  let votedAgainAt = -Infinity;
  const resting = new AbortController();
  let renewing: Promise<unknown> = Promise.resolve();
  watch();

  function watch(): void {
    client.once('end', () => {
      if (!resting.signal.aborted) renewing = renew();
    });
  }

  /** @returns whether the server still runs */
  async function renew(): Promise<boolean> {
    while ((await runningPostmaster(location, quiet))?.pid === postmaster.pid) {
      const again = await connect(postmaster, password);
      if (again) {
        client = again;
        votedAgainAt = performance.now();
        watch();
        return true;
      }
      await sleep(retryMs);
    }
    if (!resting.signal.aborted) lost.resolve();
    return false;
  }

  return {
    client: () => client,
    lost: lost.promise,
    async resign() {
      resting.abort();
      await renewing;
      for (;;) {
        await sleep(Math.max(0, votedAgainAt + allVotedMs - performance.now()));
        const alone = await isAlone(client);
        if (alone !== undefined) return alone;
        if (!(await renew())) return true; // the server has already ended
      }
    },
  };
}

/** @returns `undefined` if the session broke before the answer */
async function isAlone(client: Client): Promise<boolean | undefined> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [usersLock]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [usersLock]);
    return rows[0].alone;
  } catch {
    return undefined;
  }
}

async function connect({ port }: Postmaster, password: string): Promise<Client | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'praca-keeper',
    keepAlive: true,
  });
  client.on('error', quiet); // the 'end' event that follows is handled
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [usersLock]);
    return client;
  } catch {
    await client.end().catch(quiet);
    return undefined;
  }
}
