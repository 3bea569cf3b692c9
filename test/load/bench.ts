import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { parentOf } from './cpu.ts';
import { fillMarket } from './market.ts';
import { loadCasesOf } from './load-cases.ts';
import type { LoadCase } from './load-cases.ts';
import { measurePublishing } from './publish.ts';
import { measurePurchaseCases } from './purchase-cases.ts';
import { measureQuotes } from './quotes.ts';
import { benchSecretKey, startFloors, startPracaServer } from './servers.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run bench`: our server beside the floors, on the same machine in the same minutes. Absolute figures drift; only
 * the ratios are claims. Each case is measured floor, ours, ours, floor, floor, ours and the medians are compared.
 *
 * --listings N   how many listings are on sale (10 000)
 * --seconds S    how long each sample lasts (4)
 * --only WORD    only cases whose name contains this word
 * --keep FOLDER  the market's folder, filled once and used again; it is not deleted
 */
const values = readOptions({
  listings: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '4' },
  only: { type: 'string', default: '' },
  keep: { type: 'string' },
});
const seconds = Number(values.seconds);
const connections = 10;

interface Sample {
  perSecond: number;
  p99Ms: number;
}

const directory = values.keep ?? (await mkdtemp(join(tmpdir(), 'praca-bench-')));
/** Multiples of it, modulo 1, are far from each other however many there are. */
const goldenRatio = 0.618;
/** Connections to a list of paths, in all samples. */
let opened = 0;
const quiet = () => undefined;
/** Processes that are stopped in the end, after an error too. */
const started: { stop(): Promise<void> }[] = [];
say(`preparando ${values.listings} anúncios…`);
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
await migrate(postgres.ownerUrl, { log: quiet });

try {
  // The server gives a new installation its rules; then the market is filled while it runs.
  const settings = { SECRET_KEY: benchSecretKey, DATABASE_APP_URL: postgres.appUrl };
  if (!(await isFilled(postgres.ownerUrl))) {
    await (await startPracaServer(postgres.ownerUrl, join(directory, 'first'), settings)).stop();
    const startedAt = performance.now();
    await fillMarket(postgres.ownerUrl, Number(values.listings));
    say(`em ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  const floors = await startFloors(postgres.ownerUrl);
  started.push(floors);
  const ours = await startPracaServer(postgres.ownerUrl, join(directory, 'ours'), settings);
  started.push(ours);
  const fresh = await startPracaServer(postgres.ownerUrl, join(directory, 'fresh'), {
    ...settings,
    PAGE_CACHE: '0',
    ROLE: 'web',
  });
  started.push(fresh);
  const lines = await loadCasesOf({
    postgresUrl: postgres.ownerUrl,
    floors,
    ours: ours.url,
    fresh: fresh.url,
  });
  const hello = await sample(`${floors.app}/hello`);
  const table: string[] = [];
  for (const line of lines.filter(({ name }) => name.includes(values.only))) table.push(await measure(line));
  if ('purchase'.includes(values.only)) {
    const bought = await measurePurchaseCases({
      url: ours.url,
      appUrl: postgres.appUrl,
      ownerUrl: postgres.ownerUrl,
      secretKey: benchSecretKey,
      seconds,
      node: ours.child.pid!,
      postgres: await postmasterOf(postgres.ownerUrl),
      floor: async () => (await sample(`${floors.app}/order`, { clients: 8 })).perSecond,
    });
    for (const { name, floorPerSecond, ...mine } of bought)
      table.push(row(name, 'Fastify + one-call order', floorPerSecond, mine, 0.1));
    const { cpuMs, bytes } = bought[0]!;
    table.push(
      '',
      `a purchase: ${cpuMs.node.toFixed(1)} ms of CPU in Node, ${cpuMs.postgres.toFixed(1)} in PostgreSQL, ` +
        `${kilobytes(bytes.log)} of its log, ${kilobytes(bytes.tables)} of tables and indexes`,
    );
  }
  if ('publish'.includes(values.only)) {
    const publishing = { url: ours.url, appUrl: postgres.appUrl, seconds };
    await measurePublishing(publishing);
    const floor = await sample(`${floors.app}/order`, { clients: 8 });
    const middle = await measurePublishing(publishing);
    table.push(row('publish and pause, 8 sellers', 'Fastify + one-call order', floor.perSecond, middle, 0));
  }
  if ('freight quote'.includes(values.only)) {
    const shop = await startPracaServer(postgres.ownerUrl, join(directory, 'quotes'), {
      ...settings,
      SHIPPING_PROVIDER: 'table',
      TRUST_PROXY: '1',
    });
    started.push(shop);
    const quoting = { url: shop.url, appUrl: postgres.appUrl, secretKey: benchSecretKey, seconds };
    for (const { name, perSecond, p99Ms } of await measureQuotes(quoting)) {
      const line = `| ${name} | ${Math.round(perSecond)} | **${p99Ms.toFixed(1)}** | – | – | – | p99 ≤ 10 ms |`;
      say(line);
      table.push(line);
    }
  }
  const report = [
    `${values.listings} listings, ${connections} connections (purchase: 8 buyers), ${seconds} s a sample, Fastify hello ${Math.round(hello.perSecond)}/s`,
    '',
    '| what | ours /s | p99 ms | floor | floor /s | ratio | target |',
    '|---|---|---|---|---|---|---|',
    ...table,
  ].join('\n');
  say(`\n${report}`);
  await writeFile('bench.log', `${report}\n`);
} finally {
  await Promise.all(started.map((each) => each.stop()));
  await postgres.stop();
  if (!values.keep) await rm(directory, { recursive: true, force: true });
}

function kilobytes(count: number): string {
  return `${(count / 1_024).toFixed(0)} kB`;
}

/** Every session is a child process of the server. */
async function postmasterOf(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = await parentOf(rows[0]!.pid);
  await client.end();
  return parent;
}

async function measure(line: LoadCase): Promise<string> {
  const floor: Sample[] = [];
  const mine: Sample[] = [];
  if (line.readFirst) for (const path of line.paths!) await fetch(line.ourUrl + path);
  for (const side of ['floor', 'ours', 'ours', 'floor', 'floor', 'ours'] as const)
    if (side === 'floor') floor.push(await sample(line.floorUrl));
    else mine.push(await sample(line.ourUrl, { compressed: line.compressed, paths: line.paths }));
  return row(line.name, line.floor, median(floor).perSecond, median(mine), line.target);
}

async function sample(
  url: string,
  {
    clients = connections,
    compressed,
    paths,
  }: { clients?: number; compressed?: true | undefined; paths?: readonly string[] | undefined } = {},
): Promise<Sample> {
  const asked = {
    url,
    connections: clients,
    headers: compressed ? { 'accept-encoding': 'gzip, br' } : {},
    ...(paths && spread(paths)),
  };
  await autocannon({ ...asked, duration: 1 });
  const result = await autocannon({ ...asked, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

/**
 * Each connection begins elsewhere in the list: autocannon gives all of them the same list, and together they would ask
 * for the same path at the same moment, which the server reads once.
 */
function spread(paths: readonly string[]) {
  const requests = paths.map((path) => ({ path }));
  return {
    requests: requests.slice(0, 1),
    setupClient(client: autocannon.Client) {
      const from = Math.floor(opened++ * goldenRatio * requests.length) % requests.length;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  };
}

/** Whether this folder's market was filled by an earlier run. */
async function isFilled(url: string): Promise<boolean> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ is: boolean }>(`select to_regnamespace('floor') is not null as is`);
  await client.end();
  return rows[0]!.is;
}

function median(samples: Sample[]): Sample {
  return samples.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(samples.length / 2)]!;
}

function row(name: string, floorName: string, floor: number, mine: Sample, target: number): string {
  const ratio = mine.perSecond / floor;
  const line = `| ${name} | ${Math.round(mine.perSecond)} | ${mine.p99Ms.toFixed(1)} | ${floorName} | ${Math.round(floor)} | **${ratio.toFixed(2)}** | ≥ ${target} |`;
  say(line);
  return line;
}

function say(line: string): void {
  console.log(line);
}
