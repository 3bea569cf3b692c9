import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#db/embedded.ts';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start.ts';
import { launchBrowser } from './chromium.ts';
import { everyPlace } from './e2e/places.ts';

/**
 * `npm run screens`: a picture of every route × 375, 768, 1280 × light, dark, of the demo market, into `screens/`.
 * `-- --only revisao` takes only addresses that contain the word; `--width 375` and `--theme claro` take one of each.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, width: { type: 'string' }, theme: { type: 'string' } },
});
const root = join(import.meta.dirname, '..');
const folder = join(root, 'screens');
const dataDir = join(root, '.data', 'screens');

const postgres = await startEmbedded({ dataDir: join(dataDir, 'db'), log: console.log });
const environment = {
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.ownerUrl,
  DATABASE_APP_URL: postgres.appUrl,
  SECRET_KEY: 'c'.repeat(64),
  DEMO: '1',
  LOG_LEVEL: 'error',
};
const server = await startServer(readConfig(environment), console.log);
const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const place of await everyPlace(postgres.ownerUrl))
    if (place.path.includes(values.only ?? '')) await shoot(place);
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}

async function shoot(place: { path: string; as: string }): Promise<void> {
  for (const width of [375, 768, 1280].filter((each) => !values.width || String(each) === values.width)) {
    for (const theme of (['claro', 'escuro'] as const).filter(
      (each) => !values.theme || each === values.theme,
    )) {
      const context = await browser.newContext({
        baseURL: server.url!,
        viewport: { width, height: width === 375 ? 812 : width === 768 ? 1024 : 800 },
        colorScheme: theme === 'claro' ? 'light' : 'dark',
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        reducedMotion: 'reduce',
      });
      const token = place.as === 'visitor' ? null : await tokenOf(`${place.as}@demo.praca`);
      await context.addInitScript(
        ([tema, auth]) => {
          localStorage.setItem('tema', tema!);
          if (auth) localStorage.setItem('marketplace_auth', auth);
        },
        [theme, token],
      );
      const page = await context.newPage();
      await page.goto(place.path, { waitUntil: 'networkidle' });
      const name = `${
        place.path
          .replaceAll(/[^a-z0-9]+/gi, '-')
          .replaceAll(/^-|-$/g, '')
          .slice(0, 60) || 'home'
      }-${place.as}-${width}-${theme}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
      console.log(name);
      await context.close();
    }
  }
}

const tokens = new Map<string, string>();

async function tokenOf(login: string): Promise<string> {
  const known = tokens.get(login);
  if (known) return known;
  const first = await fetch(`${server.url}/api/v1/public/logo`);
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
  const answer = await fetch(`${server.url}/api/v1/sessions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie,
      'x-xsrf-token': decodeURIComponent(cookie.split('=')[1]!),
    },
    body: JSON.stringify({ login, password: 'praca-demo-2026' }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  tokens.set(login, data.token);
  return data.token;
}
