import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export interface Running {
  url: string;
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Our server as an operator would run it: production, one process, on this database. */
export async function startOurs(
  databaseUrl: string,
  dataDir: string,
  environment: Record<string, string>,
): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALLOW_SIMULATORS: '1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  await answers(`${url}/readyz`, child);
  return { url, stop: () => end(child) };
}

export interface Floors {
  app: string;
  raw: string;
  stop(): Promise<void>;
}

/** The floors' server. */
export async function startFloors(databaseUrl: string): Promise<Floors> {
  const child = spawn(process.execPath, [join(root, 'test/load/floors.ts'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => reject(new Error('the floors did not start')));
  });
  const ports = JSON.parse(line) as { app: number; raw: number };
  return {
    app: `http://127.0.0.1:${ports.app}`,
    raw: `http://127.0.0.1:${ports.raw}`,
    stop: () => end(child),
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error('the server ended while starting');
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await sleep(50);
  }
  throw new Error(`${url} never answered`);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
