import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded.ts';
import { startServerProcess } from '#test/process/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demo: { ownerUrl: string; appUrl: string; dataDir: string };
  }
}

/**
 * The demo market, filled once by the real server on a temporary database. Each test file works on its own copy
 * (`openSite`), so that it may move the clock without affecting the others.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-e2e-'));
  const postgres = await startEmbedded({ dataDir: '', log: () => undefined, volatile: true });
  const { ownerUrl, appUrl } = postgres;
  const cleanUp = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    SECRET_KEY: 'e'.repeat(64),
    DEMO: '1',
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  await server.stop();
  project.provide('demo', { ownerUrl, appUrl, dataDir });
  return cleanUp;
}
