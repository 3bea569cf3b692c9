import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { cpuMsOf, parentOf } from './cpu.ts';
import { analyze, fillMarket } from './market.ts';
import { measurePurchases } from './purchase.ts';
import { startFloors, startOurs } from './servers.ts';

/**
 * `npm run bench`: ours beside the floors of the same machine in the same minutes. Absolute figures drift; only the
 * ratios are claims. Each line is measured floor, ours, ours, floor, floor, ours and the medians are compared.
 *
 * --listings N   how many listings are on sale (10 000)
 * --seconds S    how long each sample lasts (4)
 * --only WORD    only lines whose name contains this word
 */
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const connections = 10;

interface Line {
  name: string;
  floor: string;
  target: number;
  floorUrl: string;
  ourUrl: string;
  /** Asks ours for compressed bytes, as every browser does; the floor's are few enough as they are. */
  compressed?: true;
}

interface Sample {
  perSecond: number;
  p99Ms: number;
}

const directory = await mkdtemp(join(tmpdir(), 'praca-bench-'));
const secretKey = 'b'.repeat(64);
const quiet = () => undefined;
say(`preparando ${values.listings} anúncios…`);
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
await migrate(postgres.ownerUrl, { log: quiet });

try {
  // The server gives a new installation its rules; then the market is filled under it.
  const settings = { SECRET_KEY: secretKey, DATABASE_APP_URL: postgres.appUrl };
  await (await startOurs(postgres.ownerUrl, join(directory, 'first'), settings)).stop();
  await fillMarket(postgres.ownerUrl, Number(values.listings));
  const floors = await startFloors(postgres.ownerUrl);
  const ours = await startOurs(postgres.ownerUrl, join(directory, 'ours'), settings);
  const fresh = await startOurs(postgres.ownerUrl, join(directory, 'fresh'), {
    ...settings,
    PAGE_CACHE: '0',
    ROLE: 'web',
  });
  const slug = await anySlug(ours.url);

  const lines: Line[] = [
    {
      name: 'results API, 24 items',
      floor: 'Fastify + 24-row read',
      target: 0.3,
      floorUrl: `${floors.app}/rows`,
      ourUrl: `${ours.url}/api/v1/public/listings`,
    },
    {
      name: 'category API, 24 items',
      floor: 'Fastify + 24-row read',
      target: 0.3,
      floorUrl: `${floors.app}/rows`,
      ourUrl: `${ours.url}/api/v1/public/listings?category=categoria-3`,
    },
    {
      name: 'listing API',
      floor: 'Fastify + primary-key read',
      target: 0.4,
      floorUrl: `${floors.app}/row`,
      ourUrl: `${ours.url}/api/v1/public/listings/${slug}`,
    },
    {
      name: 'search, common word',
      floor: 'Fastify + 24-row read',
      target: 0.3,
      floorUrl: `${floors.app}/rows`,
      ourUrl: `${ours.url}/api/v1/public/listings?q=teclado`,
    },
    {
      name: 'search, two words',
      floor: 'Fastify + 24-row read',
      target: 0.3,
      floorUrl: `${floors.app}/rows`,
      ourUrl: `${ours.url}/api/v1/public/listings?q=violao+vintage`,
    },
    {
      name: 'results page, fresh',
      floor: 'React renderToString over HTTP',
      target: 0.6,
      floorUrl: `${floors.app}/react`,
      ourUrl: `${fresh.url}/anuncios`,
    },
    {
      name: 'listing page, fresh',
      floor: 'React renderToString over HTTP',
      target: 0.6,
      floorUrl: `${floors.app}/react`,
      ourUrl: `${fresh.url}/anuncio/${slug}`,
    },
    {
      name: 'results page, cached',
      floor: 'raw node:http, 30 KB',
      target: 0.7,
      floorUrl: floors.raw,
      ourUrl: `${ours.url}/anuncios`,
      compressed: true,
    },
    {
      name: 'results page, cached, uncompressed',
      floor: 'raw node:http, 30 KB',
      target: 0.7,
      floorUrl: floors.raw,
      ourUrl: `${ours.url}/anuncios`,
    },
    {
      name: 'listing page, cached',
      floor: 'raw node:http, 30 KB',
      target: 0.7,
      floorUrl: floors.raw,
      ourUrl: `${ours.url}/anuncio/${slug}`,
      compressed: true,
    },
    {
      name: 'listing page, cached, uncompressed',
      floor: 'raw node:http, 30 KB',
      target: 0.7,
      floorUrl: floors.raw,
      ourUrl: `${ours.url}/anuncio/${slug}`,
    },
  ];
  const hello = await sample(`${floors.app}/hello`);
  const table: string[] = [];
  for (const line of lines.filter(({ name }) => name.includes(values.only))) table.push(await measure(line));
  if ('purchase'.includes(values.only)) {
    const input = { url: ours.url, appUrl: postgres.appUrl, secretKey, buyers: 8, seconds };
    // Plans made while the tables were empty scan them whole; a market in use has statistics.
    await measurePurchases(input);
    await analyze(postgres.ownerUrl);
    await measurePurchases(input);
    const before = await sample(`${floors.app}/order`, { clients: 8 });
    const processes = { node: [ours.child.pid!], postgres: [await postmasterOf(postgres.ownerUrl)] };
    const cpuBefore = await cpuOf(processes);
    const bought = [
      await measurePurchases(input),
      await measurePurchases(input),
      await measurePurchases(input),
    ];
    const cpuAfter = await cpuOf(processes);
    const count = bought.reduce((sum, each) => sum + each.count + input.buyers, 0);
    const after = await sample(`${floors.app}/order`, { clients: 8 });
    const middle = bought.toSorted((a, b) => a.perSecond - b.perSecond)[1]!;
    const floor = (before.perSecond + after.perSecond) / 2;
    table.push(row('purchase, three durable calls', 'Fastify + one-call order', floor, middle, 0.1));
    const perPurchase = (side: keyof typeof processes) =>
      ((cpuAfter[side] - cpuBefore[side]) / count).toFixed(1);
    table.push(
      '',
      `a purchase: ${perPurchase('node')} ms of CPU in Node, ${perPurchase('postgres')} in PostgreSQL`,
    );
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
  await Promise.all([floors.stop(), ours.stop(), fresh.stop()]);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function cpuOf({ node, postgres: server }: { node: number[]; postgres: number[] }) {
  return { node: await cpuMsOf(node), postgres: await cpuMsOf(server) };
}

/** Every session is a child of the server. */
async function postmasterOf(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = await parentOf(rows[0]!.pid);
  await client.end();
  return parent;
}

async function measure(line: Line): Promise<string> {
  const floor: Sample[] = [];
  const mine: Sample[] = [];
  for (const side of ['floor', 'ours', 'ours', 'floor', 'floor', 'ours'] as const)
    if (side === 'floor') floor.push(await sample(line.floorUrl));
    else mine.push(await sample(line.ourUrl, { compressed: line.compressed }));
  return row(line.name, line.floor, median(floor).perSecond, median(mine), line.target);
}

async function sample(
  url: string,
  { clients = connections, compressed }: { clients?: number; compressed?: true | undefined } = {},
): Promise<Sample> {
  const asked = { url, connections: clients, headers: compressed ? { 'accept-encoding': 'gzip, br' } : {} };
  await autocannon({ ...asked, duration: 1 });
  const result = await autocannon({ ...asked, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
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

async function anySlug(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/api/v1/public/listings`)).json()) as {
    data: { items: { slug: string }[] };
  };
  return answer.data.items[5]!.slug;
}

function say(line: string): void {
  console.log(line);
}
