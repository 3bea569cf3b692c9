import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded.ts';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: { url: string; ownerUrl: string; appUrl: string };
  }
}

/**
 * One real server for all journeys, as `npm start` makes it: built site, worker, simulators and the whole demo
 * market, on a throw-away database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-e2e-'));
  const postgres = await startEmbedded({ dataDir: '', log: () => undefined, volatile: true });
  const server = await startServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.ownerUrl,
      DATABASE_APP_URL: postgres.appUrl,
      SECRET_KEY: 'e'.repeat(64),
      DEMO: '1',
      LOG_LEVEL: 'error',
    }),
  );
  project.provide('site', { url: server.url!, ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl });
  return async () => {
    await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
