import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startEmbedded } from '#db/embedded.ts';
import { launchBrowser } from './chromium.ts';
import { everyPlace } from '#test/e2e/places.ts';
import { everyScene } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { startServerProcess } from '#test/process/server-process.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * `npm run screens`: a screenshot of every route and state × 375, 768, 1280 × light, dark, of the demo market, into
 * `screens/`. It uses an already filled market in DATA_DIR; the only change in it is that the buyer places a new order
 * when her last one is no longer unpaid. `-- --only revisao` takes only names and addresses that contain the word;
 * `--width 375` and `--theme claro` take one of each; `--window` captures the viewport instead of the whole page.
 */
const values = readOptions({
  only: { type: 'string', default: '' },
  width: { type: 'string' },
  theme: { type: 'string' },
  window: { type: 'boolean', default: false },
});
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'screens');
const dataDir = resolve(process.env.DATA_DIR ?? join(root, '.data', 'screens'));
const heights = { 375: 812, 768: 1024, 1280: 800 };
const widths = ([375, 768, 1280] as const).filter((width) => !values.width || String(width) === values.width);
const themes = (['claro', 'escuro'] as const).filter((theme) => !values.theme || theme === values.theme);
const atOnce = 2;
const patienceMs = 15_000;

const postgres = await startEmbedded({ dataDir, log: console.log });
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' }).catch(
  async (error: unknown) => {
    await postgres.stop();
    throw error;
  },
);
const browser = await launchBrowser();
const failures: string[] = [];
const visits = new Map<string, Promise<Visit>>();
try {
  if (!values.only) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await openAnOrder();
  const scenes = everyScene(await everyPlace(postgres.ownerUrl)).filter(
    ({ name, path }) => name.includes(values.only) || path.includes(values.only),
  );
  const queue = scenes.flatMap((scene) => widths.map((width) => ({ scene, width })));
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => work(queue)));
  const pictures = (scenes.length * widths.length - failures.length) * themes.length;
  console.log(`${pictures} pictures in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}
if (failures.length > 0) {
  console.error(`Not taken:\n${failures.join('\n')}`);
  process.exitCode = 1;
}

type Width = (typeof widths)[number];

async function work(queue: { scene: Scene; width: Width }[]): Promise<void> {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const { scene, width } = job;
    const context = await open(scene, width);
    await shoot(await context.newPage(), scene, width).catch((error: unknown) => {
      failures.push(`${scene.name} at ${width}: ${String(error).split('\n')[0]}`);
    });
    await context.close();
  }
}

async function open({ as, notices, path }: Scene, width: Width): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height: heights[width] },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    hasTouch: width < 1280,
  });
  await context.addInitScript((theme) => localStorage.setItem('tema', theme), themes[0]!);
  if (as !== 'visitor') {
    // Signing out here must not end another visitor's session.
    const visit = await (path === '/sair' ? enter : visitOf)(`${as}@demo.praca`);
    await context.addInitScript(
      ({ token, seen }) => {
        localStorage.setItem('marketplace_auth', token);
        sessionStorage.setItem('de:v:praca_avisos_vistos', JSON.stringify(seen));
      },
      { token: visit.token, seen: notices ? [] : visit.notices },
    );
  }
  return context;
}

/** The second theme is a repaint of the same page: all colours come from the tokens. */
async function shoot(page: Page, scene: Scene, width: Width): Promise<void> {
  page.setDefaultTimeout(patienceMs);
  await scene.prepare?.(page);
  await page.goto(scene.path, { waitUntil: 'load' });
  await settle(page);
  if (scene.act) {
    await scene.act(page);
    await settle(page);
  }
  // An open sheet or menu belongs to the viewport.
  const fullPage = !values.window && !scene.act;
  if (fullPage) await showWhole(page);
  for (const theme of themes) {
    await page.evaluate(async (value) => {
      document.documentElement.dataset.theme = value === 'escuro' ? 'dark' : 'light';
      // Colours propagate from parent to child one frame at a time, even in the shortest transition.
      for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame);
    }, theme);
    const path = join(folder, `${scene.name}-${width}-${theme}.png`);
    await page.screenshot({ path, fullPage });
    console.log(path);
  }
}

/** Content below the viewport is rendered too. */
async function showWhole(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
    const drawn = [...document.images].map((image) => image.decode().catch(() => undefined));
    return Promise.all(drawn).then(() => undefined);
  });
}

/** Waits until the network is idle; a page whose replies are held never is. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** A session, and the notices whose cards it has seen. */
interface Visit {
  token: string;
  notices: number[];
}

function visitOf(login: string): Promise<Visit> {
  const known = visits.get(login) ?? enter(login);
  visits.set(login, known);
  return known;
}

async function openAnOrder(): Promise<void> {
  const { token } = await visitOf('compradora@demo.praca');
  const { items: orders } = await call<{ items: { state: string }[] }>('/purchases', token);
  if (orders.some(({ state }) => state === 'awaiting_payment')) return;
  const { items } = await call<{ items: { id: number; priceCents: number }[] }>('/public/listings', token);
  const { id, priceCents } = items[0]!;
  await call('/orders', token, {
    listingId: id,
    quantity: 1,
    expectedTotalCents: priceCents,
    method: 'pix',
  });
}

async function enter(login: string): Promise<Visit> {
  const { token } = await call<{ token: string }>('/sessions', null, { login, password: 'praca-demo-2026' });
  const { items } = await call<{ items: { id: number }[] }>('/notifications', token);
  return { token, notices: items.map(({ id }) => id) };
}

async function call<T>(path: string, token: string | null, body?: object): Promise<T> {
  const first = await fetch(`${server.url}/api/v1/public/logo`);
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie,
      'content-type': 'application/json',
      'x-xsrf-token': decodeURIComponent(cookie.split('=')[1]!),
      'idempotency-key': crypto.randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return ((await answer.json()) as { data: T }).data;
}
