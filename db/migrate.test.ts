import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let sourceDir: string;
let log: string[] = [];

const run = () => migrate(database.ownerUrl, { log: (line) => log.push(line), sourceDir });
const write = (name: string, sql: string) => writeFile(join(sourceDir, 'migrations', name), sql);
const writeSchema = (name: string, sql: string) => writeFile(join(sourceDir, 'schema', name), sql);
const appliedMigrations = () =>
  query(`select name from schema_migrations where name not like '%/%' order by name`);

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'praca-migrations-'));
  sourceDir = join(folder, 'db');
});

afterAll(() => rm(join(sourceDir, '..'), { recursive: true, force: true }));

afterEach(async () => {
  await database.drop();
  await rm(sourceDir, { recursive: true });
});

async function fresh(): Promise<void> {
  database = await createEmptyTestDatabase();
  for (const folder of ['migrations', 'schema/functions', 'schema/views'])
    await mkdir(join(sourceDir, folder), { recursive: true });
  await writeSchema('00_ground.sql', 'create schema ground;');
  log = [];
  await write('0001_boxes.sql', 'create table boxes (id bigint primary key);');
  await write(
    '0002_lids.sql',
    'create table lids (box_id bigint references boxes); grant select on lids to praca_app;',
  );
}

async function query(sql: string, url = database.ownerUrl): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrating', () => {
  test('a new database gets every file in order, after the queue’s tables', async () => {
    await fresh();
    await write('0003_queue.sql', 'grant usage on schema graphile_worker to praca_app;');
    expect(await run()).toEqual(['0001_boxes.sql', '0002_lids.sql', '0003_queue.sql']);
    expect(await appliedMigrations()).toHaveLength(3);
    expect(await query('select * from lids', database.appUrl)).toEqual([]);
  });

  test('an applied file is not applied again, and only new files are listed', async () => {
    await fresh();
    log.length = 0;
    await run();
    expect(log).toEqual(['Criando as tabelas…']);
    expect(await run()).toEqual([]);
    await write('0003_handles.sql', 'create table handles ();');
    expect(await run()).toEqual(['0003_handles.sql']);
    expect(log.slice(1)).toEqual(['Migração 0003_handles.sql']);
  });

  test('two parallel processes apply each file once', async () => {
    await fresh();
    await write('0003_slow.sql', 'select pg_sleep(0.3); create table slow ();');
    const runs = await Promise.all([inProcess(), inProcess(), inProcess()]);
    expect(runs.toSorted()).toEqual([0, 0, 3]);
    expect(await appliedMigrations()).toHaveLength(3);
  });

  test('a cancelled process waits neither for a slow file nor for another process', async () => {
    await fresh();
    await run();
    await write('0003_slow.sql', 'create table half (); select pg_sleep(60);');
    log.length = 0;
    const stopping = new AbortController();
    const given = { log: (line: string) => log.push(line), sourceDir, signal: stopping.signal };
    const runs = [migrate(database.ownerUrl, given), migrate(database.ownerUrl, given)];
    await expect
      .poll(() => log.toSorted(), { timeout: 20_000 })
      .toEqual(['Migração 0003_slow.sql', 'Outro processo está atualizando o banco; aguardando…']);
    stopping.abort();
    for (const { status } of await Promise.allSettled(runs)) expect(status).toBe('rejected');
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'praca-migrate'`,
    );
    expect(await query(`select to_regclass('half') as half, to_regclass('lids') as lids`)).toEqual([
      { half: null, lids: 'lids' },
    ]);
    await expect(migrate(database.ownerUrl, given)).rejects.toThrow(/abort/);
  });

  test('a file that fails is rolled back, and the files before it stay applied', async () => {
    await fresh();
    await write('0003_broken.sql', 'create table half ();\nselect nothing_there();');
    await expect(run()).rejects.toThrow(/0003_broken\.sql falhou: .*nothing_there.*\(linha 2\)/);
    expect(await query(`select to_regclass('half') as half, to_regclass('lids') as lids`)).toEqual([
      { half: null, lids: 'lids' },
    ]);
    await write('0003_broken.sql', 'create table half ();');
    expect(await run()).toEqual(['0003_broken.sql']);
  });
});

describe('what is refused', () => {
  test('a login that may not create tables, with the commands for the administrator', async () => {
    await fresh();
    await expect(migrate(database.appUrl, { log: () => undefined, sourceDir })).rejects.toThrow(
      /DATABASE_URL pede o dono dele\. .*\n  alter database "test_\w+" owner to "praca_app";$/,
    );
  });

  test('a file that changed after it was applied', async () => {
    await fresh();
    await run();
    await write('0001_boxes.sql', 'create table boxes (id int primary key);');
    await expect(run()).rejects.toThrow(/0001_boxes\.sql já foi aplicada e depois mudou/);
  });

  test('a database that is newer than the code', async () => {
    await fresh();
    await run();
    await rm(join(sourceDir, 'migrations', '0002_lids.sql'));
    await expect(run()).rejects.toThrow(/0002_lids\.sql, que este código não conhece/);
  });

  test('a file numbered before one that was applied', async () => {
    await fresh();
    await rm(join(sourceDir, 'migrations', '0001_boxes.sql'));
    await write('0002_lids.sql', 'create table lids ();');
    await run();
    await write('0001_late.sql', 'create table late ();');
    await expect(run()).rejects.toThrow(/0001_late\.sql chegou depois de 0002_lids\.sql/);
  });

  test('two files with one number, and a name without a number', async () => {
    await fresh();
    await write('0002_twin.sql', '');
    await expect(run()).rejects.toThrow(/mesmo número/);
    await rm(join(sourceDir, 'migrations', '0002_twin.sql'));
    await write('handles.sql', '');
    await expect(run()).rejects.toThrow(/NNNN_nome/);
  });
});

/** A process of its own, because the lock belongs to sessions and the test must not share modules with it. */
function inProcess(): Promise<number> {
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
    const applied = await migrate(${JSON.stringify(database.ownerUrl)}, {
      log: () => undefined, sourceDir: ${JSON.stringify(sourceDir)} });
    process.send(applied.length, () => process.disconnect());`;
  const file = join(sourceDir, '..', `${crypto.randomUUID()}.mjs`);
  return writeFile(file, script).then(
    () =>
      new Promise((resolve, reject) => {
        const child = fork(file, { execArgv: [] });
        child.once('message', (count) => resolve(Number(count)));
        child.once('exit', (code) => code && reject(new Error(`migrating ended with ${code}`)));
      }),
  );
}
