import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, withSettings } from '#db/connect.ts';
import { appUrlOf } from '#db/migrate.ts';
import type { Config } from '#server/config/config.ts';
import type { Replica, Db } from '#server/context.ts';
import type { Log } from '#server/log.ts';
import { readRulesFromPrimary } from '#server/settings/queries.ts';

const checkEveryMs = 1_000;
/** After so many checks behind, the replica is not read. */
const checksBehind = 2;
const openTimeoutMs = 1_000;
/**
 * No request waits for what the primary answers as well: neither for a slow replica nor for one that stopped answering.
 */
const statementTimeoutMs = 2_000;
const answerTimeoutMs = 2_500;

/** The URL of the replica: with the application's own login where it has one, else in the application's role. */
export function replicaUrlOf({ databaseReplicaUrl, databaseAppUrl }: Config): string | null {
  if (databaseReplicaUrl === null || databaseAppUrl) return databaseReplicaUrl;
  return appUrlOf(databaseReplicaUrl);
}

/**
 * Opens a read-only connection pool to a replica and checks every second whether the replica has the event that was the
 * newest two seconds ago. Until it has, and while it does not answer, it is not fresh. While the primary does not answer
 * it stays fresh if it has the newest event that the primary was seen with two seconds before.
 */
export function openReplica(parts: { url: string; primary: Db; connections: number; log: Log }): Replica & {
  stop(): Promise<void>;
} {
  const { url, primary, connections, log } = parts;
  const db = connect(withSettings(url, { default_transaction_read_only: 'on' }), {
    max: connections,
    applicationName: 'praca-copy',
    openTimeoutMs,
    statementTimeoutMs,
    answerTimeoutMs,
  });
  const stopping = new AbortController();
  const newest: number[] = [];
  let fresh = false;
  let alone = false;
  let freshAt = performance.now();
  let lastLogged: string | undefined;

  readRulesFromPrimary(primary, db, () => alone);

  async function look(): Promise<'fresh' | 'behind' | 'alone'> {
    const [inReplica, inPrimary] = await Promise.all([newestEvent(db), newestIn(primary)]);
    if (inPrimary !== null) newest.push(inPrimary);
    const wanted = newest.length > checksBehind ? newest.shift()! : newest[0];
    if (wanted === undefined || inReplica < wanted) return 'behind';
    return inPrimary === null ? 'alone' : 'fresh';
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await look().catch((error: Error) => error.message);
      alone = found === 'alone';
      fresh = alone || found === 'fresh';
      if (fresh) freshAt = performance.now();
      logChange(found);
      await sleep(checkEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Logs each change, and the first result: an address that never answers is otherwise noticed by no log line. */
  function logChange(found: string): void {
    if (found !== lastLogged) log.warn({ copy: found }, 'the copy of the database');
    lastLogged = found;
  }

  const following = follow();
  return {
    db,
    isFresh: () => fresh,
    isAlone: () => alone,
    staleSeconds: () => (fresh ? 0 : (performance.now() - freshAt) / 1_000),
    async stop() {
      stopping.abort();
      await following;
      await db.destroy();
    },
  };
}

/** `null`: the primary does not answer. */
function newestIn(primary: Db): Promise<number | null> {
  const asked = newestEvent(primary).catch(() => null);
  return Promise.race([asked, sleep(answerTimeoutMs, null, { ref: false })]);
}

async function newestEvent(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from events`.execute(db);
  return rows[0]!.id ?? 0;
}
