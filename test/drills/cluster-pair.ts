import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureDatabase } from '#db/embedded/database.ts';
import { initialiseCluster, readPasswords } from '#db/embedded/initialise.ts';
import type { ClusterLocation } from '#db/embedded/location.ts';
import { signalPostmaster } from '#db/embedded/postmaster.ts';
import { openVolatileLocation, volatileFolder } from '#db/embedded/volatile-location.ts';
import { freePort } from '#test/process/server-process.ts';

/** One of two PostgreSQL servers, as a process of its own on this machine. */
export interface ClusterServer {
  readonly port: number;
  /** Ends it as a power cut would: without a checkpoint, and its sessions break. */
  kill(): Promise<void>;
  /** Stops its processes where they are, so that it answers nothing and its connections stay open. */
  freeze(): void;
  thaw(): void;
  asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** A primary and its standby, and the URLs that name both. */
export interface ClusterPair {
  primary: ClusterServer;
  standby: ClusterServer;
  ownerUrl: string;
  appUrl: string;
  /** The URL of one server alone, with the application's login. */
  urlOf(server: ClusterServer): string;
  /** Makes the standby the primary; the lost primary is its standby from now on. */
  promote(): Promise<void>;
  /** Commits no longer wait for a standby that was lost, as Patroni decides. */
  stopWaiting(): Promise<void>;
  /** A new copy of the primary takes the place of a killed standby. */
  rejoin(): Promise<void>;
  close(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
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
const startLimitMs = 60_000;

/**
 * Starts a primary and a streaming standby from the embedded PostgreSQL, with the roles and the empty database of the
 * product. URLs name the standby first, so that nothing works by the order alone.
 * @param synchronous a commit waits until the standby has it
 */
export async function openClusterPair({ synchronous }: { synchronous: boolean }): Promise<ClusterPair> {
  const location = await openVolatileLocation();
  await initialiseCluster(location, () => undefined);
  const { superuser } = await readPasswords(location);
  const folder = await mkdtemp(join(volatileFolder(location), 'pair-'));
  if (location.user) await chown(folder, location.user.uid, location.user.gid);
  const common = { location, superuser, synchronous };
  const open = [await startServer({ ...common, data: location.data, port: await freePort() })];
  const { ownerUrl, appUrl } = await open[0]!.asSuperuser((client) =>
    ensureDatabase(location, client, open[0]!.port),
  );
  let copies = 0;

  async function copyOf(source: ClusterServer, port: number): Promise<OpenServer> {
    const data = join(folder, `copy-${++copies}`);
    await copyCluster({ ...common, source, data });
    return startServer({ ...common, data, port });
  }

  open.push(await copyOf(open[0]!, await freePort()));
  if (synchronous) await requireStandby(open[0]!);
  const places = `127.0.0.1:${open[1]!.port},127.0.0.1:${open[0]!.port}`;
  const withBoth = (url: string) =>
    `${url.replace(`127.0.0.1:${open[0]!.port}`, places)}?target_session_attrs=read-write`;
  const [bothAsOwner, bothAsApp] = [withBoth(ownerUrl), withBoth(appUrl)];
  const login = appUrl.replace(/@.*/, '@127.0.0.1:');

  return {
    get primary() {
      return open[0]!;
    },
    get standby() {
      return open[1]!;
    },
    ownerUrl: bothAsOwner,
    appUrl: bothAsApp,
    urlOf: ({ port }) => `${login}${port}/praca`,
    async promote() {
      open.reverse();
      await open[0]!.asSuperuser((client) => client.query('select pg_promote(true, 30)'));
    },
    stopWaiting: () => setStandby(open[0]!, ''),
    async rejoin() {
      open[1] = await copyOf(open[0]!, open[1]!.port);
      if (synchronous) await requireStandby(open[0]!);
    },
    async close() {
      for (const server of open) await server.kill();
      await rm(volatileFolder(location), { recursive: true, force: true });
    },
  };
}

type OpenServer = ClusterServer & { child: ChildProcess };

interface Common {
  location: ClusterLocation;
  superuser: string;
  synchronous: boolean;
}

async function startServer({
  location,
  superuser,
  data,
  port,
}: Common & { data: string; port: number }): Promise<OpenServer> {
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(location.postgres, ['-D', data, ...flags], {
    ...location.user,
    cwd: data,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');

  async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: superuser,
      database: 'postgres',
    });
    client.on('error', () => undefined);
    await client.connect().catch(async (error: unknown) => {
      await client.end().catch(() => undefined);
      throw error;
    });
    return work(client).finally(() => client.end());
  }

  /** Sessions and helpers of the server are its children. */
  const signal = (name: NodeJS.Signals) => {
    const pids = [child.pid!, ...childrenOf(child.pid!)];
    for (const pid of pids) signalPostmaster(pid, name);
  };
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const endWithUs = () => isOver() || signal('SIGKILL');
  process.once('exit', endWithUs);
  void ended.then(() => process.off('exit', endWithUs));
  await untilItAnswers(child, port, superuser);
  return {
    port,
    child,
    asSuperuser,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill() {
      if (!isOver()) signal('SIGKILL');
      await ended;
    },
  };
}

/** None where the system does not say; they end by themselves when their server does. */
function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

async function untilItAnswers(child: ChildProcess, port: number, password: string): Promise<void> {
  const until = performance.now() + startLimitMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL on port ${port} ended with ${child.exitCode}`);
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    client.on('error', () => undefined);
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return;
    if (performance.now() > until) throw new Error(`PostgreSQL on port ${port} never answered`);
    await sleep(50);
  }
}

/** Copies a running server as `pg_basebackup` would, which the embedded PostgreSQL has not, into a standby of it. */
async function copyCluster({
  location,
  superuser,
  source,
  data,
}: Common & { source: ClusterServer; data: string }): Promise<void> {
  await source.asSuperuser(async (client) => {
    const from = (await client.query('show data_directory')).rows[0].data_directory as string;
    await client.query(`select pg_backup_start('standby', true)`);
    const copied = spawnSync('cp', ['-Rp', from, data], { ...location.user, cwd: '/' });
    // Files that vanish during the copy are replayed from the log.
    if (copied.error) throw copied.error;
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const connection = `host=127.0.0.1 port=${source.port} user=postgres password=${superuser} application_name=standby`;
    await rm(join(data, 'postmaster.pid'), { force: true });
    await rm(join(data, 'postmaster.opts'), { force: true });
    await writeFile(join(data, 'backup_label'), rows[0].labelfile as string);
    await writeFile(join(data, 'standby.signal'), '');
    await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
    for (const name of ['backup_label', 'standby.signal', 'postgresql.auto.conf'])
      if (location.user) await chown(join(data, name), location.user.uid, location.user.gid);
  });
}

/** From now on a commit waits for the standby, once that is connected. */
async function requireStandby(primary: ClusterServer): Promise<void> {
  await primary.asSuperuser(async (client) => {
    const until = performance.now() + startLimitMs;
    while ((await client.query(`select from pg_stat_replication where state = 'streaming'`)).rowCount === 0) {
      if (performance.now() > until) throw new Error('the standby never followed');
      await sleep(50);
    }
  });
  await setStandby(primary, 'standby');
}

async function setStandby(primary: ClusterServer, name: string): Promise<void> {
  await primary.asSuperuser(async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${name}'`);
    await client.query('select pg_reload_conf()');
  });
}
