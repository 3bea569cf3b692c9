import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import type { Embedded } from './embedded.ts';

/** In memory where there is some: these servers flush every page to disk, and the disk is not what is tested. */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folders: string[] = [];
const servers: Embedded[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(base, 'praca-embedded-'));
  await chmod(folder, 0o755); // as root, the database's user must reach it
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: () => undefined });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a server that is killed meanwhile: the query fails with it
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const isUp = (url: string) =>
  query(url, 'select').then(
    () => true,
    () => false,
  );

/** Fails when there is none, because signalling process 0 would reach ourselves. */
async function postmasterOf(dataDir: string): Promise<number> {
  const pid = Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
  expect(pid).toBeGreaterThan(1);
  return pid;
}

/** Another process that starts the server of the folder and then does nothing; `under` is a command that runs it. */
async function startElsewhere(dataDir: string, under: string[] = []): Promise<ChildProcess> {
  const file = join(dataDir, 'elsewhere.mjs');
  await writeFile(
    file,
    `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    process.on('message', async () => { await server.stop(); process.exit(0); });
    process.send('up');`,
  );
  const [command, ...args] = [...under, process.execPath, file];
  const child = spawn(command!, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

describe('the embedded PostgreSQL', () => {
  test('starts, stops without leaving a process and keeps its data for the next start', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await query(first.ownerUrl, 'create table kept as select 42 as answer');
    await first.stop();
    expect(await isUp(first.ownerUrl)).toBe(false);
    await expect(postmasterOf(folder)).rejects.toThrow(/ENOENT/);
    const second = await start(folder);
    expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('is durable, verifies page checksums and listens on this machine only', async () => {
    const { ownerUrl } = await start(await newFolder());
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses'];
    const rows = await query(
      ownerUrl,
      `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`,
    );
    expect(rows).toEqual([
      {
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        data_checksums: 'on',
        listen_addresses: '127.0.0.1',
      },
    ]);
  });

  test('runs one server per data folder', async () => {
    const [one, other] = await Promise.all([start(await newFolder()), start(await newFolder())]);
    await query(one.ownerUrl, 'create table here ()');
    expect(await query(other.ownerUrl, `select to_regclass('here') as here`)).toEqual([{ here: null }]);
    expect(await isUp(one.ownerUrl.replace(/:\d+\/praca$/, `:${new URL(other.ownerUrl).port}/praca`))).toBe(
      false,
    );
  });

  test('keeps its passwords from other users of the machine', async () => {
    const folder = await newFolder();
    await start(folder);
    for (const name of ['postgres/passwords.json', 'pg_service.conf'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('listens on the port of its last run, which a file names for other programs', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    const { port } = new URL(first.ownerUrl);
    await first.stop();
    expect(new URL((await start(folder)).ownerUrl).port).toBe(port);
    expect(await readFile(join(folder, 'pg_service.conf'), 'utf8')).toContain(
      `[praca]\nhost=127.0.0.1\nport=${port}\n`,
    );
  });
});

describe('the privileges of the application', () => {
  test('it owns nothing, may create nothing and can switch to no other role', async () => {
    const { appUrl } = await start(await newFolder());
    for (const sql of [
      'create table loot ()',
      'create schema loot',
      'create temporary table loot ()',
      'create role loot',
      'create database loot',
      'set role praca_owner',
      'set session_replication_role = replica',
      `copy (select 1) to program 'true'`,
    ]) {
      await expect(query(appUrl, sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the owner is no superuser either', async () => {
    const { ownerUrl } = await start(await newFolder());
    expect(
      await query(ownerUrl, 'select rolsuper, rolcreaterole from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolcreaterole: false }]);
  });
});

describe('after a crash', () => {
  test('the server of a killed process is joined, not started a second time', async () => {
    const folder = await newFolder();
    const killed = await startElsewhere(folder);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const orphan = await postmasterOf(folder);
    const server = await start(folder);
    expect(await postmasterOf(folder)).toBe(orphan);
    await server.stop();
    expect(await isUp(server.ownerUrl)).toBe(false);
  });

  test('a killed PostgreSQL is reported to its users and starts again with its data', async () => {
    const folder = await newFolder();
    const server = await start(folder);
    await query(server.ownerUrl, 'create table kept as select 42 as answer');
    process.kill(await postmasterOf(folder), 'SIGKILL');
    await server.lost;
    const again = await start(folder);
    expect(await query(again.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a process that leaves after its server was killed does not stop the next server', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    process.kill(await postmasterOf(folder), 'SIGKILL');
    await first.lost;
    const second = await start(folder);
    await first.stop();
    expect(await isUp(second.appUrl)).toBe(true);
  });

  test('a process that leaves during recovery does not stop the server for the others', async () => {
    const folder = await newFolder();
    const staying = await start(folder);
    // Its session crashes, and the one who leaves hears of that just before, while or after it is counted.
    for (const afterMs of [0, 1, 2]) {
      const leaving = await start(folder);
      const [session] = await query(
        staying.ownerUrl,
        'select pid from pg_stat_activity where application_name = $$praca-keeper$$ order by backend_start limit 1',
      );
      process.kill(Number(session!.pid), 'SIGKILL');
      await sleep(afterMs);
      await leaving.stop();
      await expect.poll(() => isUp(staying.appUrl), { timeout: 20_000 }).toBe(true);
    }
  });

  test('one crashed session loses nothing: the server recovers and keeps running for its users', async () => {
    const server = await start(await newFolder());
    let isLost = false;
    void server.lost.then(() => (isLost = true));
    const keepers = () =>
      query(
        server.ownerUrl,
        `select pid from pg_stat_activity where usename = 'postgres' and datname = 'postgres'`,
      );
    const [keeper] = await keepers();
    process.kill(Number(keeper!.pid), 'SIGKILL');
    const standing = () => keepers().catch(() => []);
    await expect
      .poll(standing, { timeout: 20_000 })
      .toEqual([{ pid: expect.not.toSatisfy((pid) => pid === keeper!.pid) }]);
    expect(isLost).toBe(false);
    await server.stop();
    expect(await isUp(server.ownerUrl)).toBe(false);
  }, 60_000);

  test('an unfinished cluster of a killed process is removed, and one in creation is kept', async () => {
    const folder = await newFolder();
    const [left, beingMade] = ['postgres.new-left', 'postgres.new-young'].map((name) => join(folder, name));
    for (const draft of [left!, beingMade!]) await mkdir(join(draft, 'data'), { recursive: true });
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left!, hoursAgo, hoursAgo);
    await start(folder);
    expect(await readdir(folder)).toEqual(['pg_service.conf', 'postgres', 'postgres.new-young']);
  });

  test('a pid file that now names an unrelated program is ignored', async () => {
    const folder = await newFolder();
    await (await start(folder)).stop();
    const lines = [process.pid, join(folder, 'postgres/data'), 1, 5432, '', '127.0.0.1', '1 1', 'ready', ''];
    await writeFile(join(folder, 'postgres/data/postmaster.pid'), lines.join('\n'));
    expect(await isUp((await start(folder)).ownerUrl)).toBe(true);
  });
});

/** Whom the system won't let look at other users' processes, as root in a container. */
const blinkered = ['setpriv', '--bounding-set=-sys_ptrace'];
const mayBeBlinkered =
  process.getuid?.() === 0 && spawnSync(blinkered[0]!, [...blinkered.slice(1), 'true']).status === 0;

describe('root in a container', () => {
  test.skipIf(!mayBeBlinkered)('recognises its server by its command line', async () => {
    const folder = await newFolder();
    const killed = await startElsewhere(folder, blinkered);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const orphan = await postmasterOf(folder);
    const other = await startElsewhere(folder, blinkered);
    expect(await postmasterOf(folder)).toBe(orphan);
    other.send('stop');
    await once(other, 'exit');
    await expect(postmasterOf(folder)).rejects.toThrow(/ENOENT/);
  });
});

describe('two processes on one data folder', () => {
  test('may start at the same time, and the server runs until the last one leaves', async () => {
    const folder = await newFolder();
    const [server, other] = await Promise.all([start(folder), startElsewhere(folder)]);
    await server.stop();
    expect(await isUp(server.ownerUrl)).toBe(true);
    other.send('stop');
    await once(other, 'exit');
    expect(await isUp(server.ownerUrl)).toBe(false);
  });
});
