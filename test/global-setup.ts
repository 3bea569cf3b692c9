import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded.ts';
import type { Embedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { ownerUrl: string; appUrl: string };
  }
}

let cluster: Embedded | undefined;

/** One throw-away PostgreSQL for the whole run; its migrated database is the template every test copies. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startEmbedded({ dataDir: '', log: () => undefined, volatile: true });
  await migrate(cluster.ownerUrl, { log: () => undefined });
  project.provide('cluster', { ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl });
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
}
