import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Content } from './page-content.ts';
import { watchContent } from './page-content.ts';

/** A page of the bench, and where a click on it leads. */
export interface OwnPage {
  path: string;
  person: string;
  content: Content;
}

/** Steps through pages without loading a document: the first page, then the link to each next one. */
export interface Walk {
  from: OwnPage;
  steps: { link: string; to: OwnPage }[];
}

export interface Visit {
  ms: number;
  /** Processor time of the page's main thread until then, in milliseconds: the machine's other work does not count. */
  cpu: number;
  scripts: number;
  calls: number;
  steps: Step[];
}

/** A part of a visit, in milliseconds since the navigation. */
export interface Step {
  name: string;
  from: number;
  to: number;
}

/** A mid-range phone on a slow mobile network. */
const slowPhone = {
  processor: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  },
};
/** How long a person's pointer is on a link before the press. */
const hoverMs = 200;
const patienceMs = 60_000;

export interface Visitor {
  page: Page;
  /** Processor time of the main thread so far, in milliseconds. */
  busyMs: () => Promise<number>;
  close: () => Promise<void>;
}

/** A signed-in person's browser with an empty cache. */
export async function openVisitor(
  browser: Browser,
  base: string,
  { person, content }: OwnPage,
  slow: boolean,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  const token = await signIn(context, person);
  await context.addInitScript((value) => localStorage.setItem('marketplace_auth', value), token);
  await context.addInitScript(watchContent, content);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slowPhone.network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.processor });
  }
  return {
    page,
    busyMs: async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
    },
    close: () => context.close(),
  };
}

/** Signs in as the demo's one-click sign-in does, and returns the session token. */
export async function signIn(context: BrowserContext, person: string): Promise<string> {
  await context.request.get('/api/v1/public/logo');
  const cookies = await context.cookies();
  const xsrf = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value);
  const reply = await context.request.post('/api/v1/sessions', {
    headers: { 'X-XSRF-TOKEN': xsrf },
    data: { login: `${person}@demo.praca`, password: 'praca-demo-2026' },
  });
  if (reply.status() !== 201) throw new Error(`${person} cannot sign in: ${await reply.text()}`);
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
}

/** Opens the page by its address. */
export async function visit({ page, busyMs }: Visitor, path: string): Promise<Visit> {
  await page.goto('about:blank');
  const before = await busyMs();
  await page.goto(path, { waitUntil: 'commit' });
  const { shownAt } = await page.evaluate(() => window.pageContent.shown);
  const cpu = (await busyMs()) - before;
  await page.waitForLoadState('networkidle');
  return { ms: shownAt, cpu, ...(await page.evaluate(readVisit, shownAt)) };
}

/** Follows a link of the page: pressed at once, or after the pointer was on it for a moment. */
export async function follow(page: Page, link: string, to: Content, hover: boolean): Promise<number> {
  const target = page.locator(link).filter({ visible: true }).first();
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.evaluate((content) => window.pageContent.expect(content, 'click'), to);
  await page.mouse.move(x + width / 2, y + height / 2);
  if (hover) await sleep(hoverMs);
  await page.mouse.down();
  await page.mouse.up();
  return settled(page);
}

/** Goes back to the page that was shown before. */
export async function goBack(page: Page, to: Content): Promise<number> {
  await page.evaluate((content) => {
    window.pageContent.expect(content, 'now');
    history.back();
  }, to);
  return settled(page);
}

async function settled(page: Page): Promise<number> {
  const { startedAt, shownAt } = await page.evaluate(() => window.pageContent.shown);
  await page.waitForLoadState('networkidle');
  // The next press must not meet a page that still hydrates or fetches ahead.
  await sleep(300);
  return shownAt - startedAt;
}

/** Runs in the page: what it requested until its content was shown. */
function readVisit(shownAt: number): Omit<Visit, 'ms' | 'cpu'> {
  const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const requests = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ startTime }) => startTime < shownAt,
  );
  const scripts = requests.filter(({ name }) => /\.js(\?|$)/.test(name));
  const calls = requests.filter(({ name }) => name.includes('/api/v1/'));
  const whole = (name: string, entries: { startTime: number; responseEnd: number }[]) => ({
    name,
    from: Math.min(...entries.map(({ startTime }) => startTime)),
    to: Math.min(shownAt, Math.max(...entries.map(({ responseEnd }) => responseEnd))),
  });
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const steps = [
    { name: 'document', from: 0, to: document_!.responseEnd },
    { name: 'first paint', from: paint, to: paint },
    whole(`${scripts.length} script files`, scripts),
    ...calls.map((call) => whole(call.name.replace(/^.*\/api\/v1|\?.*$/g, ''), [call])),
    { name: 'content on the screen', from: shownAt, to: shownAt },
  ];
  return {
    scripts: scripts.length,
    calls: calls.length,
    steps: steps.toSorted((a, b) => a.from - b.from || a.to - b.to),
  };
}
