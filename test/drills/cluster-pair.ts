import { spawnSync } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from '#db/embedded/database.ts';
import { initialiseCluster, readPasswords } from '#db/embedded/initialise.ts';
import type { ClusterLocation } from '#db/embedded/location.ts';
import { openVolatileLocation, volatileFolder } from '#db/embedded/volatile-location.ts';
import { freePort } from '#test/process/server-process.ts';
import { startLimitMs, startServer, thisMachine } from './cluster-server.ts';
import type { ClusterServer, Common, Place, ServerSettings } from './cluster-server.ts';

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

export interface ClusterOptions {
  /** A commit waits until the standby has it. */
  synchronous: boolean;
  /** Where the primary and the standby run; by default both on this machine's own network. */
  places?: readonly [Place, Place];
  settings?: ServerSettings;
  /** Called before the first start, with the files of the primary. @returns what to do before they are removed */
  prepare?: (location: ClusterLocation) => () => void;
}

/**
 * Starts a primary and a streaming standby from the embedded PostgreSQL, with the roles and the empty database of the
 * product. URLs name the standby first, so that nothing works by the order alone.
 */
export async function openClusterPair({
  synchronous,
  places = [thisMachine, thisMachine],
  settings = {},
  prepare = () => () => undefined,
}: ClusterOptions): Promise<ClusterPair> {
  const location = await openVolatileLocation();
  await initialiseCluster(location, () => undefined);
  const { superuser } = await readPasswords(location);
  const folder = await mkdtemp(join(volatileFolder(location), 'pair-'));
  if (location.user) await chown(folder, location.user.uid, location.user.gid);
  await admit(location, places);
  const tidy = prepare(location);
  const common = { location, superuser, synchronous, settings };
  const first = { data: location.data, port: await freePort(), place: places[0] };
  const open = [await startServer(common, first)];
  const { ownerUrl, appUrl } = await open[0]!.asSuperuser((client) =>
    ensureDatabase(location, client, first.port),
  );
  let copies = 0;

  async function copyOf(source: ClusterServer, at: { port: number; place: Place }): Promise<ClusterServer> {
    const data = join(folder, `copy-${++copies}`);
    await copyCluster(common, { source, data });
    return startServer(common, { ...at, data });
  }

  open.push(await copyOf(open[0]!, { port: await freePort(), place: places[1] }));
  if (synchronous) await requireStandby(open[0]!);
  const both = `${addressOf(open[1]!)},${addressOf(open[0]!)}`;
  const withBoth = (url: string) =>
    `${url.replace(`127.0.0.1:${first.port}`, both)}?target_session_attrs=read-write`;
  const [bothAsOwner, bothAsApp] = [withBoth(ownerUrl), withBoth(appUrl)];
  const login = appUrl.replace(/@.*/, '@');

  return {
    get primary() {
      return open[0]!;
    },
    get standby() {
      return open[1]!;
    },
    ownerUrl: bothAsOwner,
    appUrl: bothAsApp,
    urlOf: (server) => `${login}${addressOf(server)}/praca`,
    async promote() {
      open.reverse();
      await open[0]!.asSuperuser((client) => client.query('select pg_promote(true, 30)'));
    },
    stopWaiting: () => setStandby(open[0]!, ''),
    async rejoin() {
      // In memory: dozens of lost servers would fill it.
      await rm(open[1]!.data, { recursive: true });
      open[1] = await copyOf(open[0]!, open[1]!);
      if (synchronous) await requireStandby(open[0]!);
    },
    async close() {
      for (const server of open) await server.kill();
      tidy();
      await rm(volatileFolder(location), { recursive: true, force: true });
    },
  };
}

const addressOf = ({ place, port }: ClusterServer) => `${place.host}:${port}`;

/** Servers in networks of their own take sessions, with a password, from each other and from the application. */
async function admit({ data }: ClusterLocation, places: readonly Place[]): Promise<void> {
  if (places.every(({ network }) => network === undefined)) return;
  const lines = ['all', 'replication'].map((database) => `host ${database} all samenet scram-sha-256\n`);
  await appendFile(join(data, 'pg_hba.conf'), lines.join(''));
}

/** Copies a running server as `pg_basebackup` would, which the embedded PostgreSQL has not, into a standby of it. */
async function copyCluster(
  { location, superuser }: Common,
  { source, data }: { source: ClusterServer; data: string },
): Promise<void> {
  await source.asSuperuser(async (client) => {
    const from = (await client.query('show data_directory')).rows[0].data_directory as string;
    await client.query(`select pg_backup_start('standby', true)`);
    const copied = spawnSync('cp', ['-Rp', from, data], { ...location.user, cwd: '/' });
    // Files that vanish during the copy are replayed from the log.
    if (copied.error) throw copied.error;
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const connection = `host=${source.place.host} port=${source.port} user=postgres password=${superuser} application_name=standby`;
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
