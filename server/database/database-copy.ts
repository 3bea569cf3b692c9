import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, withSettings } from '#db/connect.ts';
import { appUrlOf } from '#db/migrate.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabaseCopy, Db } from '#server/context.ts';
import type { Log } from '#server/log.ts';
import { readRulesOf } from '#server/settings/queries.ts';

const lookEveryMs = 1_000;
/** So many looks behind, the copy is not asked. */
const looksBehind = 2;
const openTimeoutMs = 1_000;
/** Nobody waits for what the original answers as well: not for a slow copy, and not for one that fell silent. */
const statementTimeoutMs = 2_000;
const answerTimeoutMs = 2_500;

/** Where the copy is asked: by a login of the application's own where it has one, else in the application's role. */
export function copyUrlOf({ databaseReplicaUrl, databaseAppUrl }: Config): string | null {
  if (databaseReplicaUrl === null || databaseAppUrl) return databaseReplicaUrl;
  return appUrlOf(databaseReplicaUrl);
}

/**
 * Opens a copy that follows the database, and looks every second whether it has the event that was the newest two
 * seconds ago. Until it has, and while it does not answer, it is not fresh. Its sessions can't write.
 */
export function openCopy(parts: {
  url: string;
  original: Db;
  connections: number;
  log: Log;
}): DatabaseCopy & {
  stop(): Promise<void>;
} {
  const { url, original, connections, log } = parts;
  const db = connect(withSettings(url, { default_transaction_read_only: 'on' }), {
    max: connections,
    applicationName: 'praca-copy',
    openTimeoutMs,
    statementTimeoutMs,
    answerTimeoutMs,
  });
  readRulesOf(original, db);
  const stopping = new AbortController();
  const newest: number[] = [];
  let fresh = false;
  let told: string | undefined;

  async function look(): Promise<boolean> {
    const [there, here] = await Promise.all([newestEvent(db), newestEvent(original)]);
    newest.push(here);
    if (newest.length <= looksBehind) return there >= newest[0]!;
    return there >= newest.shift()!;
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await look().then(
        (isThere) => (isThere ? 'fresh' : 'behind'),
        (error: Error) => error.message,
      );
      fresh = found === 'fresh';
      tell(found);
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Once for each change, the first look with it: an address that never answers would be told of by nobody. */
  function tell(found: string): void {
    if (found !== told) log.warn({ copy: found }, 'the copy of the database');
    told = found;
  }

  const following = follow();
  return {
    db,
    isFresh: () => fresh,
    async stop() {
      stopping.abort();
      await following;
      await db.destroy();
    },
  };
}

async function newestEvent(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from events`.execute(db);
  return rows[0]!.id ?? 0;
}
