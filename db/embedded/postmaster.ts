import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, open, readFile, realpath, rename, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from '../fault.ts';
import type { ClusterLocation } from './location.ts';

/** A live server, as its own `postmaster.pid` tells it. */
export type Postmaster = { pid: number; port: number; ready: boolean };

const pollMs = 10;
const recoveryNoticeMs = 3_000;
const recoveryLimitMs = 15 * 60_000;
const fastStopLimitMs = 30_000;
const portAttempts = 5;

/**
 * The server that runs on this data folder, once it accepts connections; `undefined` when none does.
 * A pid file whose number now belongs to another program is removed, because PostgreSQL would refuse to start.
 */
export async function runningPostmaster(
  location: ClusterLocation,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const startedAt = performance.now();
  let told = false;
  while (performance.now() - startedAt < recoveryLimitMs) {
    const found = await readPostmaster(location.data);
    if (!found) return undefined;
    if (found.ready) return found;
    if (!told && performance.now() - startedAt > recoveryNoticeMs) {
      log('O banco está se recuperando da última parada…');
      told = true;
    }
    await sleep(pollMs);
  }
  throw fault(`O PostgreSQL não ficou pronto. Veja o registro em ${location.logFile}.`);
}

/** Starts the server in its own process group, so that Ctrl-C reaches us and not it. `undefined`: another process did. */
export async function launchPostmaster(
  location: ClusterLocation,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  for (let attempt = 1; attempt <= portAttempts; attempt++) {
    const port = (attempt === 1 && (await lastPort(location))) || (await freePort());
    const child = await spawnServer(location, port);
    const exited = new Promise<'exited'>((resolve) => {
      child.once('exit', () => resolve('exited'));
      child.once('error', () => resolve('exited'));
    });
    const result = await Promise.race([exited, waitForOwnFile(location, child, log)]);
    if (result !== 'exited') return result;
    const tail = (await readFile(location.logFile, 'utf8').catch(() => '')).slice(-2_000);
    if (/lock file .* already exists/.test(tail)) return undefined;
    if (!/Address already in use/i.test(tail)) throw launchFault(location, tail);
  }
  throw fault('Não encontrei uma porta livre para o PostgreSQL em 127.0.0.1.');
}

/**
 * Fast shutdown of the server that runs on the folder, if one does; returns when it is gone.
 * @param ours the only one to be stopped: where it was killed, another may run now that belongs to who came back first
 */
export async function stopPostmaster({ data }: { data: string }, ours?: Postmaster): Promise<void> {
  const found = await readPostmaster(data);
  if (!found || (ours && ours.pid !== found.pid)) return;
  signalPostmaster(found.pid, 'SIGINT');
  if (await isGone(data, found.pid, fastStopLimitMs)) return;
  signalPostmaster(found.pid, 'SIGQUIT');
  if (!(await isGone(data, found.pid, fastStopLimitMs))) {
    throw fault(`O PostgreSQL (processo ${found.pid}) não parou.`);
  }
}

async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const path = join(data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  if (!isAlive(pid)) return undefined;
  if (!(await isServerOf(pid, data))) {
    if (text === (await readFile(path, 'utf8').catch(() => ''))) await unlink(path).catch(() => undefined);
    return undefined;
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Whether a process with this number runs, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Asks the system what the process is: a number alone may belong to anybody after a reboot. PostgreSQL works in its data folder. */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux')
    return (
      (await realpathOrNone(`/proc/${pid}/cwd`)) === (await realpathOrNone(data)) || wasStartedFor(pid, data)
    );
  const listed = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.stdout.includes('postgres');
}

/** Root in a container may not look where another user's process works, only how it was called. */
async function wasStartedFor(pid: number, data: string): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return words[1] === '-D' && words[2] === data;
}

async function realpathOrNone(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

async function spawnServer(location: ClusterLocation, port: number): Promise<ChildProcess> {
  await rename(location.logFile, `${location.logFile}.1`).catch(() => undefined);
  const log = await open(location.logFile, 'w', 0o600);
  if (location.user) await chown(location.logFile, location.user.uid, location.user.gid);
  const child = spawn(location.postgres, ['-D', location.data, ...flags(settings(location.volatile, port))], {
    ...location.user,
    cwd: location.data,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  await log.close();
  return child;
}

function settings(volatile: boolean, port: number): Record<string, string> {
  const common = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_lock_waits: 'on',
    max_wal_size: '2GB',
    // The first write to a page past a checkpoint logs the whole page.
    checkpoint_timeout: '15min',
  };
  return volatile
    ? {
        ...common,
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
      }
    : { ...common, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
}

function flags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function waitForOwnFile(
  location: ClusterLocation,
  child: ChildProcess,
  log: (line: string) => void,
): Promise<Postmaster> {
  for (;;) {
    const found = await runningPostmaster(location, log);
    if (found?.pid === child.pid && found) return found;
    await sleep(pollMs);
    if (child.exitCode !== null) return new Promise(() => undefined); // the race is decided by the exit
  }
}

function launchFault(location: ClusterLocation, tail: string): Error {
  if (/no space left/i.test(tail))
    return fault(`Não há espaço em disco para o banco de dados em ${location.data}.`);
  return fault(`O PostgreSQL não começou. Fim de ${location.logFile}:\n${tail.trim()}`);
}

/** The port of the last run, so that it changes only when another program has taken it. */
async function lastPort({ data }: ClusterLocation): Promise<number | undefined> {
  const command = await readFile(join(data, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /"port=(\d+)"/.exec(command)?.[1];
  return port === undefined ? undefined : Number(port);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Does nothing when it is gone already. */
export function signalPostmaster(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The pid file goes last; a dead process whose parent never asks for it would still answer to signals. */
async function isGone(data: string, pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const stillNoted =
      Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]) === pid;
    if (!isAlive(pid) || (!stillNoted && !(await isServerOf(pid, data)))) return true;
    await sleep(pollMs);
  }
  return false;
}
