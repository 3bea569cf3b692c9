import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClusterLocation } from './location.ts';
import { runningPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';

/** The connection that stays open as long as a process uses the cluster: its vote against stopping it. */
export interface ClusterVote {
  client(): Client;
  /** Resolves if the server goes away before `rest`. */
  lost: Promise<void>;
  /**
   * Takes the vote back; from now on an end of the connection is no news. Where a crash took the votes of all just
   * now, everybody votes once more before they are counted.
   * @returns whether nobody else votes, so that the server may be stopped; nobody joins it then
   */
  resign(): Promise<boolean>;
}

/** Every process that uses the cluster holds this lock shared; whoever can hold it alone may stop the server. */
const usersLock = 7_214_001;
const retryMs = 100;
/** Past a crash, everybody has voted again well within this. */
const allVotedMs = 1_000;
const quiet = () => undefined;

/**
 * Takes the vote. When one session of PostgreSQL crashes the server ends all of them and recovers by itself within
 * seconds; the vote is then taken again, and only a server that is gone is lost.
 * @returns `undefined` when the server went away meanwhile: its last user was just stopping it
 */
export async function openClusterVote(
  home: ClusterLocation,
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

  /** @returns whether there is a server to vote at */
  async function renew(): Promise<boolean> {
    while ((await runningPostmaster(home, quiet))?.pid === postmaster.pid) {
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
        if (!(await renew())) return true; // our server is gone already: nothing but its files to look after
      }
    },
  };
}

/** `undefined`: the session broke before it could tell. */
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
  client.on('error', quiet); // the 'end' event that follows is what tells
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [usersLock]);
    return client;
  } catch {
    await client.end().catch(quiet);
    return undefined;
  }
}
