import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFlags } from '../../bin/server-flags.js';
import { builtProgram } from './program-file.ts';

const root = join(import.meta.dirname, '../..');
/** Filling the demo market takes a minute on a quiet machine, and several on a busy one. */
const patienceMs = 10 * 60_000;

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Ends it as Ctrl-C would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/**
 * The real server in a process of its own, on this database; ready when it says so.
 * @param log where its own log goes: nowhere, or to ours
 */
export async function startServerProcess(
  environment: Record<string, string>,
  log: 'ignore' | 'inherit' = 'ignore',
): Promise<ServerProcess> {
  const port = environment.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...serverFlags, await builtProgram()], {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'error',
      PUBLIC_URL: url,
      ...environment,
      PORT: port,
    },
  });
  await untilReady(`${url}/readyz`, child).catch(async (error: unknown) => {
    await end(child, 'SIGKILL');
    throw error;
  });
  return { url, child, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

/** A worker without HTTP, as a separate process on this database. */
export async function startWorkerProcess(
  environment: Record<string, string>,
  log: 'ignore' | 'inherit' = 'ignore',
): Promise<Omit<ServerProcess, 'url'>> {
  const child = spawn(process.execPath, [...serverFlags, await builtProgram()], {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment, ROLE: 'worker' },
  });
  return { child, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

/** The first of so many free ports in a row, below those that Linux takes for outgoing connections. */
export async function freePortsInRow(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 30_000);
    const row = Array.from({ length: count }, (_, index) => freePort(first + index));
    if ((await Promise.allSettled(row)).every(({ status }) => status === 'fulfilled')) return first;
  }
}

/** A port that was free a moment ago: any, or the given one. @throws when that one is taken */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error('the server ended while starting');
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`${url} never answered`);
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
