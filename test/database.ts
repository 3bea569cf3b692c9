import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { inject } from 'vitest';

const insufficientPrivilege = '42501';

/** A database of a test's own, with every migration applied and nothing else in it. */
export type TestDatabase = {
  ownerUrl: string;
  appUrl: string;
  drop: () => Promise<void>;
};

/** Copies the migrated template: some 25 ms in memory. Drop it when the test is done. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase('template praca strategy file_copy');
}

/** A database with nothing in it, for tests of migrating itself. */
export function createEmptyTestDatabase(): Promise<TestDatabase> {
  return createDatabase('template template0');
}

async function createDatabase(origin: string): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(cluster.ownerUrl, async (client) => {
    await client.query(`create database ${name} ${origin}`);
    await client.query(`revoke temporary on database ${name} from public`);
  });
  return {
    ownerUrl: databaseUrl(cluster.ownerUrl, name),
    appUrl: databaseUrl(cluster.appUrl, name),
    drop: () => dropDatabase(cluster.ownerUrl, name),
  };
}

/**
 * Takes away a database that a test is done with.
 * Connections that were just ended get a moment to go: ended by force they would complain to nobody. An autovacuum
 * worker belongs to the superuser: the owner may not end it, and tries again until it has left.
 * @param ownerUrl any database of the same cluster, as its owner
 */
export function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  return administer(ownerUrl, async (client) => {
    for (let tries = 20; tries > 0 && (await isInUse(client, name)); tries--) await setTimeout(25);
    for (let tries = 20; ; tries--) {
      try {
        await client.query(`drop database if exists ${name} with (force)`);
        return;
      } catch (error) {
        if (tries === 0 || !(error instanceof DatabaseError) || error.code !== insufficientPrivilege)
          throw error;
        await setTimeout(250);
      }
    }
  });
}

async function isInUse(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
  return rowCount! > 0;
}

/** Nobody may be connected to a database that is copied, so this goes through the `postgres` database. */
export async function administer(
  ownerUrl: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(ownerUrl, 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The same cluster and person, another database. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`);
}
