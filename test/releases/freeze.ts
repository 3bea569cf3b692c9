import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/process/start.ts';
import { version } from '#server/version.ts';
import { administer, databaseUrl } from '#test/database.ts';
import { snapshotKey, writeRelease } from './release.ts';

/**
 * Writes the files of the release that package.json names (`db/releases`): fills the demo market on an empty database, lets a worker
 * do its jobs, and stores the rows. Run by `npm version` (docs/operations.md, Upgrade).
 */
const say = (line: string) => void process.stdout.write(`${line}\n`);
const dataDir = await mkdtemp(join(tmpdir(), 'praca-freeze-'));
const cluster = await startEmbedded({ dataDir: '', log: () => undefined, volatile: true });
try {
  const server = await startServer(
    readConfig({
      ROLE: 'worker',
      DEMO: '1',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: cluster.ownerUrl,
      DATABASE_APP_URL: cluster.appUrl,
      SECRET_KEY: snapshotKey,
    }),
    say,
  );
  await server.stop();
  await administer(cluster.ownerUrl, (client) => client.query('create database bare template template0'));
  const bareUrl = databaseUrl(cluster.ownerUrl, 'bare');
  await migrate(bareUrl, { log: () => undefined });
  const [filled, bare] = [new Client(cluster.ownerUrl), new Client(bareUrl)];
  await Promise.all([filled.connect(), bare.connect()]);
  await writeRelease(version, filled, bare).finally(() => Promise.all([filled.end(), bare.end()]));
  say(`db/releases/${version}`);
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
