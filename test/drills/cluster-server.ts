import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClusterLocation } from '#db/embedded/location.ts';
import { signalPostmaster } from '#db/embedded/postmaster.ts';

/** One of two PostgreSQL servers, as a process of its own on this machine. */
export interface ClusterServer {
  /** The folder of its data. */
  readonly data: string;
  readonly place: Place;
  readonly port: number;
  /** Whether its first process lives, whose end is the end of all sessions. */
  isRunning(): boolean;
  /** Ends it as a power cut would: without a checkpoint, and its sessions break. */
  kill(): Promise<void>;
  /** Starts it again on its data, as an operating system's supervisor would. */
  restart(): Promise<void>;
  /** Stops its processes where they are, so that it answers nothing and its connections stay open. */
  freeze(): void;
  thaw(): void;
  asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** Where a server runs: the address that it listens on and, if it is not this machine's own, its network. */
export interface Place {
  host: string;
  /** The name of a network namespace. */
  network?: string;
}

export const thisMachine: Place = { host: '127.0.0.1' };

export type ServerSettings = Record<string, string>;

/** What both servers of a pair have in common. */
export interface Common {
  location: ClusterLocation;
  superuser: string;
  synchronous: boolean;
  settings: ServerSettings;
}

const usualSettings: ServerSettings = {
  unix_socket_directories: '',
  max_connections: '150',
  shared_buffers: '64MB',
  jit: 'off',
  wal_level: 'replica',
  wal_keep_size: '256MB',
  hot_standby: 'on',
  hot_standby_feedback: 'on',
  // Only processes are killed here, and what the system has accepted survives that.
  fsync: 'off',
};
export const startLimitMs = 60_000;

/** Starts a server on its data, and resolves when it answers. */
export async function startServer(
  common: Common,
  { data, port, place }: { data: string; port: number; place: Place },
): Promise<ClusterServer> {
  const settings = { ...usualSettings, listen_addresses: place.host, port: String(port), ...common.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const login = {
    host: place.host,
    port,
    user: 'postgres',
    password: common.superuser,
    database: 'postgres',
  };
  let child = launch(common.location, place, ['-D', data, ...flags]);

  /** Sessions and helpers of the server are its children. */
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) signalPostmaster(pid, name);
  };
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const endWithUs = () => void (isRunning() && signal('SIGKILL'));

  async function kill(): Promise<void> {
    process.off('exit', endWithUs);
    if (!isRunning()) return;
    const ended = once(child, 'exit');
    signal('SIGKILL');
    await ended;
  }

  async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ ...login, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect().catch(async (error: unknown) => {
      await client.end().catch(() => undefined);
      throw error;
    });
    return work(client).finally(() => client.end());
  }

  async function untilItAnswers(): Promise<void> {
    const until = performance.now() + startLimitMs;
    while (!(await asSuperuser(async () => true).catch(() => false))) {
      if (!isRunning()) throw new Error(`PostgreSQL on port ${port} ended with ${child.exitCode}`);
      if (performance.now() > until) throw new Error(`PostgreSQL on port ${port} never answered`);
      await sleep(50);
    }
  }

  process.once('exit', endWithUs);
  await untilItAnswers();
  return {
    data,
    place,
    port,
    isRunning,
    kill,
    async restart() {
      await kill();
      child = launch(common.location, place, ['-D', data, ...flags]);
      process.once('exit', endWithUs);
      await untilItAnswers();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    asSuperuser,
  };
}

/** In a network of its own the server is entered by root, which then becomes the server's user. */
function launch({ postgres, user }: ClusterLocation, { network }: Place, args: string[]): ChildProcess {
  const become = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  const [program = postgres, ...words] = network ? ['ip', 'netns', 'exec', network, ...become, postgres] : [];
  return spawn(program, [...words, ...args], {
    ...(!network && user),
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: 'ignore',
  });
}

/** None where the system does not say; they end by themselves when their server does. */
function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}
