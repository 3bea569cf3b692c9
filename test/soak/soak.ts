import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { findFaults } from '#test/invariants.ts';
import { readOptions } from '#test/process/options.ts';
import { freePort } from '#test/process/server-process.ts';
import { serverEnvironment, serverFlags } from '../../bin/server-flags.js';
import { startChild } from '#test/load/child.ts';
import { analyze, fillMarket } from '#test/load/market.ts';
import { benchSecretKey, startPracaServer } from '#test/load/servers.ts';
import { openSampler } from './samples.ts';
import { openVisitors } from './visitors.ts';
import { openTraffic } from './traffic.ts';

/**
 * `npm run test:soak`: measures how much the whole server can do, then keeps it at half of that for a long time, and
 * prints its memory, handles, sockets and connections each minute. Exits with 1 when one of them grows on in the second
 * half beyond its tolerance, fewer than 99.99 % of the visits succeed, or the books don't balance.
 *
 * --minutes N    how long (30)
 * --listings L   how many listings are on sale (20 000)
 * --capacity S   seconds for which the capacity is measured (20)
 */
const values = readOptions({
  minutes: { type: 'string', default: '30' },
  listings: { type: 'string', default: '20000' },
  capacity: { type: 'string', default: '20' },
});
const minutes = Number(values.minutes);
/** Short runs have ten samples too. */
const sampleMs = Math.min(60, minutes * 6) * 1_000;
const wantedSuccess = 0.9999;
const warmUpSeconds = 10;
/** Visitors without a pause: enough to keep two cores busy. */
const atOnce = 12;
const quiet = () => undefined;
const lines: string[] = [];

const directory = await mkdtemp(join(tmpdir(), 'praca-soak-'));
const load = (await readFile('/proc/loadavg', 'utf8').catch(() => '?')).split(' ', 1)[0];
say(`carga da máquina no começo: ${load}; preparando ${values.listings} anúncios…`);
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
const db = connect(postgres.ownerUrl, { max: 6, applicationName: 'soak', statementTimeoutMs: 120_000 });
try {
  await migrate(postgres.ownerUrl, { log: quiet });
  // The server gives a new installation its rules and its key; then the market is filled.
  const first = { SECRET_KEY: benchSecretKey, DATABASE_APP_URL: postgres.appUrl };
  await (await startPracaServer(postgres.ownerUrl, join(directory, 'first'), first)).stop();
  await fillMarket(postgres.ownerUrl, Number(values.listings));
  const metricsPort = await freePort();
  const server = await startChild('../soak/server.ts', {
    listens: true,
    flags: serverFlags,
    environment: {
      ...serverEnvironment,
      NODE_ENV: 'production',
      ALLOW_SIMULATORS: '1',
      LOG_LEVEL: 'error',
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1',
      METRICS_PORT: String(metricsPort),
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: postgres.ownerUrl,
      DATABASE_APP_URL: postgres.appUrl,
      SECRET_KEY: benchSecretKey,
      // Each visit comes from a network of its own, as a proxy of this machine reports.
      TRUST_PROXY: 'loopback',
    },
  });
  try {
    await soak(server, metricsPort);
  } finally {
    await server.stop();
  }
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
await writeFile('soak.log', `${lines.join('\n')}\n`);

async function soak(server: Awaited<ReturnType<typeof startChild>>, metricsPort: number): Promise<void> {
  const url = `http://127.0.0.1:${server.port}`;
  const visitors = await openVisitors({ url, db, secretKey: benchSecretKey });
  const traffic = openTraffic(visitors);
  await traffic.asFastAsPossible(atOnce, warmUpSeconds);
  await analyze(postgres.ownerUrl);
  traffic.take();
  await traffic.asFastAsPossible(atOnce, Number(values.capacity));
  const { done } = traffic.take();
  const capacity = done / Number(values.capacity);
  say(
    `capacidade: ${capacity.toFixed(1)} visitas por segundo; ${minutes} min a ${(capacity / 2).toFixed(1)}`,
  );

  const sampler = openSampler({ server, metricsPort, db });
  say(sampler.head.join('\n'));
  const running = traffic.atRate(capacity / 2, minutes * 60);
  const total = { done: 0, failed: 0 };
  const startedAt = performance.now();
  for (let count = 1; count * sampleMs <= minutes * 60_000; count++) {
    await sleep(Math.max(0, startedAt + count * sampleMs - performance.now()));
    const taken = traffic.take();
    total.done += taken.done;
    total.failed += taken.failed;
    say(await sampler.sample(taken));
  }
  await running;
  for (const line of traffic.failures()) say(line);
  judge(total, sampler.judge(), await findFaults(db));
}

function judge(
  { done, failed }: { done: number; failed: number },
  judged: ReturnType<ReturnType<typeof openSampler>['judge']>,
  faults: string[],
): void {
  const success = done / (done + failed);
  say('\n| medida | 1ª metade | 2ª metade | tolerância | |\n|---|---|---|---|---|');
  for (const { name, firstHalf, secondHalf, allowed, isFlat } of judged)
    say(
      `| ${name} | ${signed(firstHalf)} | ${signed(secondHalf)} | ${allowed.toFixed(1)} | ${isFlat ? 'estável' : 'CRESCE'} |`,
    );
  say(`\n${done} visitas, ${failed} falharam: ${(success * 100).toFixed(4)} %`);
  say(faults.length === 0 ? 'livros inteiros' : faults.slice(0, 40).join('\n'));
  const isGood = success >= wantedSuccess && judged.every(({ isFlat }) => isFlat) && faults.length === 0;
  process.exitCode = isGood ? 0 : 1;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

function say(line: string): void {
  lines.push(line);
  console.log(line);
}
