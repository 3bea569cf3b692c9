import { spawnSync } from 'node:child_process';
import type { SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chown, copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseUser, isRoot } from '#db/embedded/user.ts';
import { freePort } from '#test/process/server-process.ts';
import { readOptions } from '#test/process/options.ts';

/**
 * Drill of continuous archiving: a PostgreSQL of this machine archives by pgBackRest with the shipped settings
 * (`ops/pgbackrest`) under writes, is killed and loses its disk. It is restored to its newest and to a named time, from the
 * archive alone; the loss (RPO) and the time (RTO) are printed.
 */
const { seconds } = readOptions({ seconds: { type: 'string', default: '100' } });
const shipped = join(import.meta.dirname, '../../ops/pgbackrest');
const mostLostMs = 60_000;
const writeEveryMs = 200;

interface Stage {
  base: string;
  bin: string;
  port: number;
  options: SpawnSyncOptionsWithStringEncoding;
}

interface Write {
  id: number;
  at: Date;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const bin = await newestBinaries();
  if (bin === null || spawnSync('pgbackrest', ['version']).status !== 0) {
    console.error('✖ Faltam PostgreSQL ou pgBackRest. No Debian: apt install postgresql pgbackrest');
    return 1;
  }
  const stage = await openStage(bin);
  try {
    return await drill(stage);
  } finally {
    for (const name of ['data', 'newest', 'named']) stop(stage, name);
    await rm(stage.base, { recursive: true, force: true });
  }
}

async function drill(stage: Stage): Promise<number> {
  await createCluster(stage);
  const { acknowledged, namedAt } = await write(stage, Number(seconds) * 1_000);
  const killedAt = Date.now();
  await loseServer(stage);
  const began = performance.now();
  const newest = await restore(stage, 'newest', []);
  const tookSeconds = (performance.now() - began) / 1_000;
  const named = await restore(stage, 'named', [
    '--type=time',
    `--target=${namedAt.toISOString().replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  ]);
  const lostMs = killedAt - newest.at(-1)!.at.getTime();
  const expected = acknowledged.filter(({ at }) => at <= namedAt);
  const isExact = named.length === expected.length && named.at(-1)!.id === expected.at(-1)!.id;
  const isWhole = newest.every(({ id }, place) => id === place + 1);
  console.log(
    `escritas confirmadas: ${acknowledged.length}, restauradas: ${newest.length}, sem falhas no meio: ${isWhole}`,
  );
  console.log(`RPO: ${(lostMs / 1_000).toFixed(1)} s entre a última escrita restaurada e a perda do disco`);
  console.log(`RTO: ${tookSeconds.toFixed(1)} s do arquivo até o banco responder`);
  console.log(
    `hora escolhida ${namedAt.toISOString()}: ${named.length} de ${expected.length} escritas, exatas: ${isExact}`,
  );
  return lostMs <= mostLostMs && isExact && isWhole ? 0 : 1;
}

/** Debian puts each version into a folder of its own. */
async function newestBinaries(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).toSorted(
    (one, other) => Number(other) - Number(one),
  );
  const bins = versions.map((version) => join(root, version, 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

async function openStage(bin: string): Promise<Stage> {
  const base = await mkdtemp(join(tmpdir(), 'praca-archive-'));
  const user = isRoot() ? databaseUser() : undefined;
  for (const name of ['repo', 'log', 'lock']) await mkdir(join(base, name));
  for (const name of ['pgbackrest.conf', 'postgresql.conf'])
    await copyFile(join(shipped, name), join(base, name));
  if (user) for (const name of ['', 'repo', 'log', 'lock']) await chown(join(base, name), user.uid, user.gid);
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PGBACKREST_CONFIG: join(base, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: join(base, 'repo'),
    PGBACKREST_REPO1_CIPHER_PASS: randomBytes(32).toString('hex'),
    PGBACKREST_PG1_PATH: join(base, 'data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: base,
    PGBACKREST_LOG_PATH: join(base, 'log'),
    PGBACKREST_LOCK_PATH: join(base, 'lock'),
  };
  return { base, bin, port, options: { ...user, cwd: base, env, encoding: 'utf8' } };
}

function run({ options }: Stage, command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

function backRest(stage: Stage, ...args: string[]): void {
  run(stage, 'pgbackrest', ['--stanza=praca', ...args]);
}

async function createCluster(stage: Stage): Promise<void> {
  const data = join(stage.base, 'data');
  run(stage, join(stage.bin, 'initdb'), [
    '-D',
    data,
    '--auth=trust',
    '--username=postgres',
    '--data-checksums',
  ]);
  await appendFile(join(data, 'postgresql.conf'), `include '${join(stage.base, 'postgresql.conf')}'\n`);
  start(stage, 'data');
  backRest(stage, 'stanza-create');
  backRest(stage, 'check');
  backRest(stage, '--type=full', 'backup');
}

/** A restored cluster does not archive: it would write into the archive that it came from. */
function start(stage: Stage, name: string): void {
  const archiving = name === 'data' ? '' : ' -c archive_mode=off';
  const flags = `-c port=${stage.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${stage.base}${archiving}`;
  const data = join(stage.base, name);
  const log = join(stage.base, `${name}.log`);
  // The server would hold the pipes of a command that is waited for.
  const { status } = spawnSync(
    join(stage.bin, 'pg_ctl'),
    ['-D', data, '-l', log, '-w', '-o', flags, 'start'],
    {
      ...stage.options,
      stdio: 'ignore',
    },
  );
  if (status !== 0) throw new Error(`PostgreSQL did not start, see ${log}`);
}

function stop(stage: Stage, name: string): void {
  spawnSync(join(stage.bin, 'pg_ctl'), ['-D', join(stage.base, name), '-m', 'immediate', 'stop'], {
    ...stage.options,
    stdio: 'ignore',
  });
}

async function withClient<T>({ port }: Stage, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes for this long; the named time is in the middle, between two writes. */
function write(stage: Stage, forMs: number): Promise<{ acknowledged: Write[]; namedAt: Date }> {
  return withClient(stage, async (client) => {
    await client.query(
      'create table writes (id int primary key, at timestamptz not null default clock_timestamp())',
    );
    const acknowledged: Write[] = [];
    const began = Date.now();
    let namedAt: Date | undefined;
    while (Date.now() - began < forMs) {
      const { rows } = await client.query<Write>('insert into writes (id) values ($1) returning id, at', [
        acknowledged.length + 1,
      ]);
      acknowledged.push(rows[0]!);
      await sleep(writeEveryMs / 2);
      if (Date.now() - began > forMs / 2) namedAt ??= new Date();
      await sleep(writeEveryMs / 2);
    }
    return { acknowledged, namedAt: namedAt! };
  });
}

/** The server is killed, and its data is gone. */
async function loseServer({ base }: Stage): Promise<void> {
  const data = join(base, 'data');
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await rename(data, join(base, 'lost'));
  await sleep(1_000);
  await rm(join(base, 'lost'), { recursive: true, force: true });
}

async function restore(stage: Stage, name: string, target: readonly string[]): Promise<Write[]> {
  backRest(stage, `--pg1-path=${join(stage.base, name)}`, ...target, 'restore');
  start(stage, name);
  const rows = await withClient(stage, async (client) => {
    // A server answers while it still recovers.
    while ((await client.query('select pg_is_in_recovery() as busy')).rows[0].busy) await sleep(50);
    return (await client.query<Write>('select id, at from writes order by id')).rows;
  });
  stop(stage, name);
  return rows;
}
