import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '#test/screens/chromium.ts';

/**
 * `npm run lighthouse -- http://127.0.0.1:3000`: Lighthouse's mobile run of the home page, the results and a listing of
 * a running server, three times each; the median of every figure. It is fetched by npx, since nothing else needs its
 * 176 MB. Its times are of a throttled phone on a throttled connection: on a busy machine they mean nothing.
 */
const version = '13.5.0';
const runs = 3;
const base = process.argv[2] ?? 'http://127.0.0.1:3000';
const run = promisify(execFile);

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

const figures = {
  performance: ({ categories }: Report) => percent(categories.performance),
  accessibility: ({ categories }: Report) => percent(categories.accessibility),
  'best practices': ({ categories }: Report) => percent(categories['best-practices']),
  SEO: ({ categories }: Report) => percent(categories.seo),
  'LCP ms': ({ audits }: Report) => Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
  'TBT ms': ({ audits }: Report) => Math.round(audits['total-blocking-time']?.numericValue ?? 0),
  CLS: ({ audits }: Report) => Number((audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
};

const listing = await firstListing().catch((error: unknown) => {
  console.error(
    `\n✖ Nenhuma praça atende em ${base} (${String(error)}).\nDiga onde: npm run lighthouse -- http://127.0.0.1:3000\n`,
  );
  process.exit(1);
});
console.log(`| page | ${Object.keys(figures).join(' | ')} |`);
console.log(`|---|${'---|'.repeat(Object.keys(figures).length)}`);
for (const path of ['/', '/anuncios', listing]) {
  const reports: Report[] = [];
  for (let count = 0; count < runs; count++) reports.push(await lighthouse(base + path));
  const row = Object.values(figures).map((figure) => median(reports.map(figure)));
  console.log(`| ${path} | ${row.join(' | ')} |`);
}

async function firstListing(): Promise<string> {
  const answer = await fetch(`${base}/api/v1/public/listings?limit=1`);
  const { data } = (await answer.json()) as { data: { items: { slug: string }[] } };
  return `/anuncio/${data.items[0]!.slug}`;
}

async function lighthouse(url: string): Promise<Report> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { stdout } = await run(
    'npx',
    ['--yes', `lighthouse@${version}`, url, '--output=json', '--quiet', flags],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64 << 20 },
  );
  return JSON.parse(stdout) as Report;
}

function percent(category: { score: number } | undefined): number {
  return Math.round((category?.score ?? 0) * 100);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
