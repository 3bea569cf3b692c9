import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { fillStaffMarket, signAdminIn } from './staff-market.ts';
import { benchSecretKey, startPracaServer } from './servers.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run bench:staff`: every list of the dashboard and every card of its overview at a million orders and a hundred
 * thousand people, requested by ten clients at once: first page, thousandth page, filters and counts. Each line has the
 * floor of the same second: the cheapest staff endpoint.
 *
 * --orders N     how many orders there are (1 000 000)
 * --people N     how many people there are (100 000)
 * --listings N   how many listings there are (20 000)
 * --seconds S    how long each sample lasts (3)
 * --only WORD    only lines whose name contains this word
 * --keep FOLDER  the market's folder, filled once and used again; it is not deleted
 */
const values = readOptions({
  orders: { type: 'string', default: '1000000' },
  people: { type: 'string', default: '100000' },
  listings: { type: 'string', default: '20000' },
  seconds: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
  keep: { type: 'string' },
});
const clients = 10;
/** The maximum time of a list, at the 99th percentile (milliseconds). */
const targetMs = 50;
const token = 'b'.repeat(43);
const headers = { authorization: `Bearer ${token}` };

/**
 * Lists and queues with keyset pagination, whose thousandth (or last) page is requested too, each with its sort orders
 * and filters.
 */
const lists: Record<string, readonly string[]> = {
  orders: [
    '',
    'sort=total',
    'state=completed',
    'state=in_delivery,delivered',
    'q=@pessoa_4321',
    'q=@pessoa_150',
  ],
  users: ['', 'sort=username', 'state=restricted', 'role=support'],
  listings: [
    '',
    'sort=price',
    'state=in_review',
    'reports=open',
    'reports=flagged',
    'withoutPhoto=1',
    'oddPrice=1',
    'oddPrice=1&sort=price',
    'q=@pessoa_150',
  ],
  payments: ['', 'sort=amount', 'state=confirmed', 'state=pending', 'method=card', 'method=boleto'],
  'audit-log': ['', 'q=pessoa_7'],
  complaints: ['', 'tab=encerradas'],
  receipts: ['', 'tab=recusados'],
  refunds: ['', 'tab=devolvidos'],
  withdrawals: ['', 'tab=pagos'],
  reports: ['', 'state=upheld,dismissed'],
  tickets: ['', 'view=open', 'view=done', 'view=done&queue=money'],
};

/** Cards of the overview and the other calls of the shell. */
const others = [
  'queues',
  'overview?days=30',
  'overview?days=90',
  'books',
  'search?q=pessoa_43',
  'search?q=item',
  'reviews',
  'payment-reviews',
  'payment-differences',
  'held-messages',
  'questions',
];

const directory = values.keep ?? (await mkdtemp(join(tmpdir(), 'praca-bench-staff-')));
const quiet = () => undefined;
const postgres = await startEmbedded({ dataDir: join(directory, 'db'), log: quiet });
await migrate(postgres.ownerUrl, { log: quiet });
const table: string[] = [];
let behind = 0;
/** The minimum of any staff call: the session, the authorization, one row by its key. */
const floorPath = 'table-settings/pedidos';

try {
  const settings = { SECRET_KEY: benchSecretKey, DATABASE_APP_URL: postgres.appUrl, ROLE: 'web' };
  const filled = join(directory, 'filled');
  if (!existsSync(filled)) {
    say(`preparando ${values.orders} pedidos…`);
    await (await startPracaServer(postgres.ownerUrl, join(directory, 'first'), settings)).stop();
    const startedAt = performance.now();
    await fillStaffMarket(postgres.ownerUrl, {
      orders: Number(values.orders),
      people: Number(values.people),
      listings: Number(values.listings),
    });
    say(`em ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    await writeFile(filled, '');
  }
  await signAdminIn(postgres.ownerUrl, token);
  const ours = await startPracaServer(postgres.ownerUrl, join(directory, 'ours'), settings);
  for (const [list, queries] of Object.entries(lists))
    for (const query of queries) {
      if (!`${list}?${query}`.includes(values.only)) continue;
      const path = `${list}?size=50${query && `&${query}`}`;
      await measure(`${list} ${query}`.trim(), `${ours.url}/api/v1/staff/${path}`);
      const far = await thousandth(`${ours.url}/api/v1/staff/${path}`);
      if (far) await measure(`… page ${far.page}`, far.url);
    }
  for (const path of others)
    if (path.includes(values.only)) await measure(path, `${ours.url}/api/v1/staff/${path}`);
  const report = [
    `${values.orders} orders, ${values.people} people, ${values.listings} listings, ${clients} clients, ${values.seconds} s a sample, target p99 ≤ ${targetMs} ms`,
    '',
    '| what | /s | p50 ms | p99 ms | floor p50 | floor p99 | reached |',
    '|---|---|---|---|---|---|---|',
    ...table,
  ].join('\n');
  await writeFile('bench-staff.log', `${report}\n`);
  say(`\n${behind === 0 ? 'tudo dentro da meta' : `${behind} fora da meta`}`);
  await ours.stop();
} finally {
  await postgres.stop();
  if (!values.keep) await rm(directory, { recursive: true, force: true });
}

async function measure(name: string, url: string): Promise<void> {
  const floor = await autocannon({
    url: `${new URL(url).origin}/api/v1/staff/${floorPath}`,
    headers,
    connections: clients,
    duration: 1,
  });
  await autocannon({ url, headers, connections: clients, duration: 1 });
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: clients,
    duration: Number(values.seconds),
  });
  const answered = requests.total > 0 && non2xx === 0 && errors === 0;
  const reached = answered && latency.p99 <= targetMs;
  if (!reached) behind++;
  const line = `| ${name} | ${Math.round(requests.average)} | ${latency.p50} | ${latency.p99} | ${floor.latency.p50} | ${floor.latency.p99} | ${reached ? 'yes' : answered ? '**no**' : `**no**: ${non2xx} refused, ${errors} failed`} |`;
  table.push(line);
  say(line);
}

/** Follows the cursor as a person would, in steps of 100 rows, to the thousandth page or to the end. */
async function thousandth(url: string): Promise<{ url: string; page: number } | null> {
  let cursor: string | null = null;
  let turned = 0;
  for (let page = 0; page < 500; page++) {
    const big = url.replace('size=50', 'size=100') + (cursor ? `&cursor=${cursor}` : '');
    const answer = await fetch(big, { headers });
    const { data } = (await answer.json()) as { data: { next: string | null } };
    if (!data.next) break;
    cursor = data.next;
    turned += 2;
  }
  return cursor === null ? null : { url: `${url}&cursor=${cursor}`, page: turned + 1 };
}

function say(line: string): void {
  console.log(line);
}
