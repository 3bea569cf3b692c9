import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { look } from './books.ts';
import { administer, databaseUrl, dropDatabase } from '#test/database.ts';
import { freePort, startServerProcess } from '#test/process/server-process.ts';

export interface Site {
  url: string;
  ownerUrl: string;
  close(): Promise<void>;
}

/**
 * A running site with the whole demo market, on this file's own copy of the database.
 * @param settings additional settings of the operator
 */
export async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const { ownerUrl, appUrl, dataDir } = inject('demo');
  const name = `journey_${randomBytes(6).toString('hex')}`;
  const source = ownerUrl.split('/').at(-1)!;
  await administer(ownerUrl, async (client) => {
    await client.query(`create database ${name} template ${source}`);
  });
  // The copy starts now: the time since the market was filled is no outage (N14).
  await look({ ownerUrl: databaseUrl(ownerUrl, name) }, 'delete from signs_of_life');
  const port = settings.PORT ?? String(await freePort());
  // Passkeys accept a local site by its host name only.
  const url = `http://localhost:${port}`;
  const server = await startServerProcess({
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(ownerUrl, name),
    DATABASE_APP_URL: databaseUrl(appUrl, name),
    SECRET_KEY: 'e'.repeat(64),
    // Marks the installation as a demonstration; the copy already contains the market.
    DEMO: '1',
    ...settings,
  });
  return {
    url,
    ownerUrl: databaseUrl(ownerUrl, name),
    async close() {
      await server.stop();
      await dropDatabase(ownerUrl, name);
    },
  };
}
