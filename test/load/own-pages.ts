import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { readOptions } from '#test/process/options.ts';
import { startServerProcess } from '#test/process/server-process.ts';
import { chromiumFlags, findChromium } from '#test/screens/chromium.ts';
import type { OwnPage, Step, Visit, Walk } from './page-visits.ts';
import { follow, goBack, openVisitor, visit } from './page-visits.ts';

/**
 * `npm run bench:pages`: how long signed-in people wait for their pages in a real browser, from the navigation until
 * the page's own data is painted: with an empty cache, with a full one, from page to page by a click, and back; on this
 * machine and as on a phone (processor ÷ 4, 150 ms a round trip, 1.6 Mbit/s). Of two versions the rounds alternate.
 *
 * --url URL      a running demo market; without it the bench fills one of its own
 * --against URL  the demo market of another version, the «before» of each line
 * --rounds N     how many times each visit is made; the median counts (5)
 * --only WORD    only pages whose address contains this word
 * --trace        prints the steps of each page's last cold visit too
 */
const values = readOptions({
  url: { type: 'string' },
  against: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  only: { type: 'string', default: '' },
  trace: { type: 'boolean', default: false },
});
const rounds = Number(values.rounds);

const summary: OwnPage = {
  path: '/conta',
  person: 'compradora',
  content: { title: 'Oi, ', selector: 'main a[href^="/pedido/"]' },
};
const purchases: OwnPage = {
  path: '/conta/compras',
  person: 'compradora',
  content: { title: 'Compras', selector: 'main a[href^="/pedido/"]' },
};
const order: OwnPage = {
  path: '/pedido/{hash}',
  person: 'compradora',
  content: { title: '', selector: '#conversa-titulo' },
};
const overview: OwnPage = {
  path: '/dashboard',
  person: 'admin',
  content: { title: 'Visão geral', selector: '[aria-labelledby="filas"] li a' },
};
const review: OwnPage = {
  path: '/dashboard/revisao',
  person: 'admin',
  content: { title: '', selector: 'main article [data-slot="gallery"]' },
};
const pages = [summary, order, purchases, overview, review].filter(({ path }) => path.includes(values.only));
const walks: Walk[] = [
  {
    from: summary,
    steps: [
      { link: 'nav[aria-label="Sua conta"] a[href="/conta/compras"]', to: purchases },
      { link: 'main a[href^="/pedido/"]', to: order },
    ],
  },
  { from: overview, steps: [{ link: 'aside a[href="/dashboard/revisao"]', to: review }] },
];

const noVisit = { cpu: 0, scripts: 0, calls: 0, steps: [] };
/** By version: the address of an order. */
const orders = new Map<string, string>();

/** What was measured of one version: the visits of each line. */
type Samples = Map<string, Visit[]>;

const market = values.url ? { url: values.url, close: async () => undefined } : await fillMarket();
const versions = [...(values.against ? [values.against] : []), market.url].map((url) => ({
  url,
  samples: new Map() as Samples,
}));
const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumFlags });
for (let round = 0; round < rounds; round++) {
  for (const slow of [false, true])
    for (const version of round % 2 ? versions.toReversed() : versions) {
      for (const page of pages) await visitPage(browser, version, page, slow);
      for (const walk of walks)
        if (walk.from.path.includes(values.only)) await walkPages(browser, version, walk, slow);
    }
  console.error(`round ${round + 1} of ${rounds}`);
}
printTable();
if (values.trace) printTraces();
await browser.close();
await market.close();

interface Version {
  url: string;
  samples: Samples;
}

async function visitPage(on: Browser, { url, samples }: Version, page: OwnPage, slow: boolean) {
  const visitor = await openVisitor(on, url, page, slow);
  const path = await addressOf(url, page);
  for (const cache of ['cold', 'warm'])
    add(samples, `${page.path} | ${cache}${slow ? ', phone' : ''}`, await visit(visitor, path));
  await visitor.close();
}

/** Through the pages by clicks, then back through them. */
async function walkPages(on: Browser, { url, samples }: Version, walk: Walk, slow: boolean) {
  const phone = slow ? ', phone' : '';
  for (const hover of [false, true]) {
    const visitor = await openVisitor(on, url, walk.from, slow);
    const { page } = visitor;
    await visit(visitor, walk.from.path);
    const shown = [walk.from];
    for (const { link, to } of walk.steps) {
      const name = `${shown.at(-1)!.path} → ${to.path} | ${hover ? 'hover and click' : 'click'}${phone}`;
      add(samples, name, { ...noVisit, ms: await follow(page, link, to.content, hover) });
      shown.push(to);
    }
    while (shown.length > 1) {
      const from = shown.pop()!;
      const ms = await goBack(page, shown.at(-1)!.content);
      if (!hover) add(samples, `${from.path} → ${shown.at(-1)!.path} | back${phone}`, { ...noVisit, ms });
    }
    await visitor.close();
  }
}

function add(samples: Samples, line: string, found: Visit): void {
  samples.set(line, [...(samples.get(line) ?? []), found]);
}

/** The page's address in this market: the order is the buyer's newest one under way. */
async function addressOf(url: string, { path, person, content }: OwnPage): Promise<string> {
  if (!path.includes('{hash}')) return path;
  if (!orders.has(url)) {
    const visitor = await openVisitor(browser, url, { ...purchases, person, content }, false);
    await visitor.page.goto(purchases.path);
    const link = visitor.page.locator(purchases.content.selector).first();
    orders.set(url, (await link.getAttribute('href'))!.split(/[#?]/)[0]!);
    await visitor.close();
  }
  return orders.get(url)!;
}

/** The demo market, filled by the server in a temporary folder. */
async function fillMarket(): Promise<{ url: string; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-pages-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1' });
  return {
    url: server.url,
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function printTable(): void {
  const compared = versions.length === 2;
  console.log(
    `| page | visit | ${compared ? 'before, ms | ' : ''}ms | ${compared ? 'ratio | ' : ''}processor, ms | scripts | calls |`,
  );
  console.log(`|---|---|${'---|'.repeat(compared ? 6 : 4)}`);
  for (const line of versions[0]!.samples.keys()) {
    const measured = versions.map(({ samples }) => {
      const visits = samples.get(line)!;
      return {
        ms: Math.round(median(visits.map(({ ms }) => ms))),
        cpu: Math.round(median(visits.map(({ cpu }) => cpu))),
        scripts: median(visits.map(({ scripts }) => scripts)),
        calls: median(visits.map(({ calls }) => calls)),
      };
    });
    const ratio = compared ? [`**${(measured[1]!.ms / measured[0]!.ms).toFixed(2)}**`] : [];
    const count = (what: 'cpu' | 'scripts' | 'calls') => measured.map((one) => one[what] || '–').join(' → ');
    const cells = [
      line,
      ...measured.map(({ ms }) => ms),
      ...ratio,
      count('cpu'),
      count('scripts'),
      count('calls'),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function printTraces(): void {
  for (const { url, samples } of versions)
    for (const { path } of pages) {
      console.log(`\n${path} at ${url}, empty cache`);
      for (const step of samples.get(`${path} | cold`)!.at(-1)!.steps) console.log(`  ${stepText(step)}`);
    }
}

function stepText({ name, from, to }: Step): string {
  return `${String(Math.round(from)).padStart(5)} – ${String(Math.round(to)).padStart(5)} ms  ${name}`;
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
