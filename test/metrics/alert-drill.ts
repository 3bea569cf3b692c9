import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { freePort, startServerProcess, startWorkerProcess } from '#test/process/server-process.ts';

/**
 * `npm run test:alerts`: a site, a worker and Prometheus with our rules, whose waiting times are seconds instead of
 * minutes. Each alert of {@link causes} fires by its cause and ends with it; every other rule is evaluated and stays
 * quiet, and every expression of the Grafana dashboard is answered. It needs `prometheus` in PATH, and for the full disk
 * the right to mount one. Exits with 1 when an alert did not fire, or did not end.
 */
const ops = join(import.meta.dirname, '../../ops');
const limitMs = 90_000;
const say = (line: string) => console.log(line);

if (!hasProgram('prometheus')) {
  console.error('npm run test:alerts precisa do programa prometheus: apt-get install prometheus.');
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'praca-alerts-'));
const dataDir = join(folder, 'data');
await mkdir(dataDir);
const disk = mountSmallDisk(dataDir);
const postgres = await startEmbedded({ dataDir: folder, log: () => undefined, volatile: true });
await migrate(postgres.ownerUrl, { log: () => undefined });
const ports = { site: await freePort(), worker: await freePort(), prometheus: await freePort() };
const environment = {
  NODE_ENV: 'test',
  DEMO: '0',
  ALLOW_SIMULATORS: '1',
  SECRET_KEY: 'ab'.repeat(32),
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.ownerUrl,
  DATABASE_APP_URL: postgres.appUrl,
};
const site = await startServerProcess({ ...environment, ROLE: 'web', METRICS_PORT: String(ports.site) });
const openWorker = () => startWorkerProcess({ ...environment, METRICS_PORT: String(ports.worker) });
let worker = await openWorker();
const prometheus = await startPrometheus();
let faults = 0;
try {
  await visit();
  await until('no alert', async () => (await firing()).length === 0);
  await checkDashboard();
  for (const [name, cause] of Object.entries(causes())) {
    const undo = await cause();
    await until(`${name} fires`, async () => (await firing()).includes(name));
    await undo();
    await until(`${name} ends`, async () => !(await firing()).includes(name));
  }
} finally {
  prometheus.kill();
  await site.stop();
  await worker.stop();
  await postgres.stop();
  if (disk) execFileSync('umount', [dataDir]);
  await rm(folder, { recursive: true, force: true });
}
say(faults === 0 ? 'every alert fired and ended' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

async function restartWorker(): Promise<void> {
  worker = await openWorker();
}

/** Requests of each kind, until Prometheus has the rates of them. */
async function visit(): Promise<void> {
  await until('requests are counted', async () => {
    for (const path of ['/', '/anuncios', '/api/v1/orders/none']) await fetch(`${site.url}${path}`);
    const { result } = await ask('query', { query: 'rate(praca_refusals_total[5m]) > 0' });
    return result.length > 0;
  });
}

/** Makes the condition of an alert true, and returns what makes it false again. */
function causes(): Record<string, () => Promise<() => Promise<unknown>>> {
  return {
    async PracaDown() {
      await worker.kill();
      return restartWorker;
    },
    async PracaWorkerMissing() {
      await worker.kill();
      return restartWorker;
    },
    async PracaMoneyFrozen() {
      await asOwner(`update money.status set frozen_at = now(), reason = 'drill'`);
      return () => asOwner('update money.status set frozen_at = null, reason = null');
    },
    async PracaDatabaseDown() {
      const database = new URL(postgres.ownerUrl).pathname.slice(1);
      await asOwner(`alter database ${database} allow_connections false`, 'postgres');
      await asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
        'postgres',
      );
      return () => asOwner(`alter database ${database} allow_connections true`, 'postgres');
    },
    ...(disk && {
      async PracaDiskFull() {
        const { bavail, bsize } = await statfs(dataDir);
        const file = join(dataDir, 'filler');
        await writeFile(file, Buffer.alloc(Math.floor(bavail * bsize * 0.95)));
        return () => rm(file);
      },
    }),
  };
}

async function asOwner(statement: string, database?: string): Promise<void> {
  const url = new URL(postgres.ownerUrl);
  if (database) url.pathname = `/${database}`;
  const owner = new Client({ connectionString: url.href });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

async function startPrometheus() {
  const rules = await readFile(join(ops, 'prometheus/alerts.yml'), 'utf8');
  await writeFile(join(folder, 'alerts.yml'), rules.replaceAll(/for: \d+m/g, 'for: 2s'));
  const targets = [ports.site, ports.worker].map((port) => `'127.0.0.1:${port}'`).join(', ');
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs: [{ job_name: praca, static_configs: [{ targets: [${targets}] }] }]
`,
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await until('Prometheus answers', async () => (await ask('targets')).activeTargets.length === 2);
  return child;
}

interface Replies {
  targets: { activeTargets: unknown[] };
  alerts: { alerts: { state: string; labels: { alertname: string } }[] };
  query: { result: unknown[] };
}

/** Asks Prometheus' HTTP API. */
async function ask<K extends keyof Replies>(
  name: K,
  parameters: Record<string, string> = {},
): Promise<Replies[K]> {
  const query = new URLSearchParams(parameters);
  const answer = await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${name}?${query}`);
  const body = (await answer.json()) as { status: string; error?: string; data: Replies[K] };
  if (body.status !== 'success') throw new Error(`${name}: ${body.error}`);
  return body.data;
}

async function firing(): Promise<string[]> {
  const { alerts } = await ask('alerts');
  return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
}

/** Every panel must be answered; a panel of what never happened here, such as refusals, has no series. */
async function checkDashboard(): Promise<void> {
  const { panels } = JSON.parse(await readFile(join(ops, 'grafana/praca.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const { result } = await ask('query', { query: expr });
      say(`panel «${title}»: ${result.length} series`);
    }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < limitMs) {
    if (await isSo().catch(() => false))
      return say(`${what}: ${Math.round((performance.now() - since) / 1_000)} s`);
    await sleep(500);
  }
  faults++;
  say(`${what}: not within ${limitMs / 1_000} s`);
}

/** @returns whether a disk of 64 MB is mounted there */
function mountSmallDisk(place: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', place], { stdio: 'ignore' });
    return true;
  } catch {
    say('PracaDiskFull is not tried: no right to mount a disk');
    return false;
  }
}

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
