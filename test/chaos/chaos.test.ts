import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { stressLedger } from './ledger.ts';
import { runChaos } from './run.ts';

const seed = Date.now() % 1_000_000;
const quiet = () => undefined;

let databases: [TestDatabase, TestDatabase];
let dataDir: string;
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  dataDir = await mkdtemp(join(tmpdir(), 'praca-chaos-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

// The long run is `npm run test:chaos`.
test(
  `ten seconds of random actions over HTTP, with a kill in the middle, keep every rule (seed ${seed})`,
  { retry: 0, timeout: 300_000 },
  async () => {
    const { ownerUrl, appUrl } = databases[0];
    const run = await runChaos({
      ownerUrl,
      appUrl,
      dataDir,
      seed,
      seconds: 10,
      killEveryMs: 4_000,
      log: 'ignore',
      say: quiet,
    });
    expect(run.faults).toEqual([]);
    expect(run.orders).toBeGreaterThan(0);
    expect(run.refused).toBeGreaterThan(0);
    expect(run.kills).toBeGreaterThan(0);
  },
);

test(
  `two thousand transfers of whole sales and careless operations keep the books balanced (seed ${seed})`,
  { retry: 0, timeout: 300_000 },
  async () => {
    const { appUrl } = databases[1];
    const run = await stressLedger({ appUrl, seed, transfers: 2_000, say: quiet });
    expect(run.faults).toEqual([]);
    expect(run.transfers).toBeGreaterThanOrEqual(2_000);
    expect(run.refused).toBeGreaterThan(0);
  },
);
