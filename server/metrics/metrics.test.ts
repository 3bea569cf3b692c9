import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { scrape, valueOf } from '#test/metrics/scrape.ts';
import { databaseRuns, endPrograms, run, untilListening } from '#test/process/program.ts';
import { freePort, freePortsInRow } from '#test/process/server-process.ts';

/** The site may have to be built first. */
const timeoutMs = 240_000;
const secretKey = 'ab'.repeat(32);

const databases: TestDatabase[] = [];
afterEach(async () => {
  await endPrograms();
  for (const database of databases.splice(0)) await database.drop();
});

async function settingsOfNewDatabase(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  databases.push(database);
  return {
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
    SECRET_KEY: secretKey,
    PORT: '0',
  };
}

const seconds = { timeout: 30_000, interval: 250 };

describe('the metrics port', { timeout: timeoutMs }, () => {
  test('tells requests by route, the process, and whether a worker lives; the site has no such address', async () => {
    const settings = await settingsOfNewDatabase();
    const [sitePort, workerPort] = [await freePort(), await freePort()];
    const site = await run({ ...settings, ROLE: 'web', METRICS_PORT: String(sitePort) });
    const url = await untilListening(site);
    const ofSite = `http://127.0.0.1:${sitePort}/metrics`;
    expect(valueOf(await scrape(ofSite), 'praca_worker_seen_seconds')).toBe(Infinity);

    for (const path of ['/', '/anuncios', '/api/v1/public/categories', '/api/v1/orders/abc', '/metrics'])
      await fetch(`${url}${path}`);
    const requests = (labels: Record<string, string>) => async () =>
      valueOf(await scrape(ofSite), 'praca_http_request_duration_seconds_count', labels);
    await expect.poll(requests({ route: '/*', status: '2xx' }), seconds).toBe(2);
    await expect.poll(requests({ route: '/api/v1/public/categories' }), seconds).toBe(1);
    await expect.poll(requests({ route: '/api/v1/orders/:hash', status: '4xx' }), seconds).toBe(1);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${sitePort}/`)).status).toBe(404);

    const worker = await run({ ...settings, ROLE: 'worker', METRICS_PORT: String(workerPort) });
    const ofWorker = `http://127.0.0.1:${workerPort}/metrics`;
    const seen = async () => valueOf(await scrape(ofSite), 'praca_worker_seen_seconds');
    await expect.poll(seen, seconds).toBeLessThan(10);
    expect(valueOf(await scrape(ofWorker), 'praca_database_up')).toBe(1);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await expect.poll(seen, seconds).toBe(Infinity);
  });

  test('of several processes each has one, and each gives its sign of life', async () => {
    const settings = await settingsOfNewDatabase();
    const first = await freePortsInRow(3);
    const program = await run({ ...settings, WEB_CONCURRENCY: '2', METRICS_PORT: String(first) });
    await untilListening(program);
    const owner = new Client({ connectionString: settings.DATABASE_URL! });
    await owner.connect();
    const alive = async () =>
      (await owner.query('select role, version from processes order by role')).rows as object[];
    // A process may write its first sign of life after it listens.
    await expect
      .poll(alive, seconds)
      .toEqual(
        ['web', 'web', 'worker'].map((role) => ({ role, version: expect.stringMatching(/^\d+\.\d+\.\d+/) })),
      );
    await owner.end();
    for (const port of [first, first + 1, first + 2])
      expect(valueOf(await scrape(`http://127.0.0.1:${port}/metrics`), 'praca_database_up'), `${port}`).toBe(
        1,
      );
  });

  test('that is taken stops the start with a line that says so', async () => {
    const settings = await settingsOfNewDatabase();
    const port = await freePort();
    const site = await run({ ...settings, METRICS_PORT: String(port) });
    await untilListening(site);
    const second = await run({ ...settings, METRICS_PORT: String(port) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`METRICS_PORT: não consigo usar 127.0.0.1:${port} (EADDRINUSE)`);
    expect(databaseRuns(second.dataDir)).toBe(false);
  });
});
