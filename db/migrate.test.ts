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
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'praca-migrate' and datname = current_database()`);
    expect(await query(`select to_regclass('half') as half, to_regclass('lids') as lids`)).toEqual([
      { half: null, lids: 'lids' },
    ]);
    await expect(migrate(database.ownerUrl, given)).rejects.toThrow(/abort/);
  });

  test('a file that fails undoes the whole upgrade, with changed functions, and the former schema stays', async () => {
    await fresh();
    await run();
    await write('0003_half.sql', 'create table half ();');
    await write('0004_broken.sql', 'create table other ();\nselect nothing_there();');
    await writeSchema(
      'functions/10_sizes.sql',
      `create function size() returns int language sql as 'select 1'`,
    );
    await expect(run()).rejects.toThrow(/0004_broken\.sql falhou: .*nothing_there.*\(linha 2\)/);
    expect(
      await query(
        `select to_regclass('half') as half, to_regproc('size') as size, to_regclass('lids') as lids`,
      ),
    ).toEqual([{ half: null, size: null, lids: 'lids' }]);
    await write('0004_broken.sql', 'create table other ();');
    expect(await run()).toEqual(['0003_half.sql', '0004_broken.sql']);
  });

  test('a file may change a table after deferred checks of rows that an earlier file wrote', async () => {
    await fresh();
    await write(
      '0003_later.sql',
      `alter table lids alter constraint lids_box_id_fkey deferrable initially deferred;
      insert into lids values (1); insert into boxes values (1);`,
    );
    await write('0004_wide.sql', 'alter table lids add column width int;');
    expect(await run()).toHaveLength(4);
  });
});

/** A session that reads a table and does not end its transaction. */
async function holdTable(): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin; select * from boxes');
  return client;
}

describe('an upgrade beside a running server', () => {
  test('waits two seconds for a lock, lets others pass, and tries again', async () => {
    await fresh();
    await run();
    await write('0003_wide.sql', 'create table wide (); alter table boxes add column width int;');
    const holder = await holdTable();
    log.length = 0;
    const upgrading = run();
    await expect.poll(() => log.join('\n'), { timeout: 20_000 }).toContain('Uma tabela está em uso');
    expect(await query(`select to_regclass('wide') as wide`)).toEqual([{ wide: null }]);
    await query('select * from boxes');
    await holder.end();
    expect(await upgrading).toEqual(['0003_wide.sql']);
    expect(log.filter((line) => line.startsWith('Uma tabela'))).toHaveLength(1);
  });

  test('gives up after a number of tries, says what to do in one line, and changed nothing', async () => {
    await fresh();
    await run();
    await write('0003_wide.sql', 'alter table boxes add column width int;');
    const holder = await holdTable();
    const refused = migrate(database.ownerUrl, { log: () => undefined, sourceDir, lockTries: 1 });
    await expect(refused).rejects.toThrow(/^A atualização do banco precisa .* Encerre a transação longa .*$/);
    await holder.end();
    expect(await appliedMigrations()).toHaveLength(2);
  });

  test('ends a statement that takes longer than the file allows', async () => {
    await fresh();
    await run();
    await write('0003_long.sql', '-- statement_timeout: 50ms\nselect pg_sleep(20);');
    await expect(run()).rejects.toThrow(/^0003_long\.sql passou de 50ms em uma instrução; nada mudou/);
  });
});

describe('a migration marked as concurrent', () => {
  const unique =
    '-- concurrently\ncreate unique index concurrently if not exists boxes_width on boxes (width);';

  test('builds its index outside a transaction, between the files before and after it', async () => {
    await fresh();
    await write('0003_wide.sql', 'alter table boxes add column width int;');
    await write('0004_index.sql', unique);
    await write('0005_lean.sql', 'drop index boxes_width;');
    expect(await run()).toHaveLength(5);
    expect(await query(`select to_regclass('boxes_width') as index`)).toEqual([{ index: null }]);
  });

  test('that failed is started again without its invalid index', async () => {
    await fresh();
    await write(
      '0003_wide.sql',
      'alter table boxes add column width int; insert into boxes values (1, 7), (2, 7);',
    );
    await write('0004_index.sql', unique);
    await expect(run()).rejects.toThrow(/0004_index\.sql falhou: .*boxes_width/);
    const validity = `select indisvalid as valid from pg_index where indexrelid = 'boxes_width'::regclass`;
    expect(await query(validity)).toEqual([{ valid: false }]);
    await query('update boxes set width = id');
    expect(await run()).toEqual(['0004_index.sql']);
    expect(await query(validity)).toEqual([{ valid: true }]);
  });

  test('is applied once by several processes, and blocks no reader', async () => {
    await fresh();
    await run();
    await write(
      '0003_index.sql',
      '-- concurrently\ncreate index concurrently if not exists boxes_id on boxes (id);',
    );
    const holder = new Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query(`begin; insert into boxes values (1)`);
    const runs = Promise.all([inProcess(), inProcess(), inProcess()]);
    await expect
      .poll(
        () =>
          query(
            `select 1 from pg_stat_activity where query like 'create index conc%' and wait_event_type = 'Lock'
              and datname = current_database()`,
          ),
        {
          timeout: 20_000,
        },
      )
      .toHaveLength(1);
    await query('insert into boxes values (2)');
    await holder.query('commit');
    await holder.end();
    expect((await runs).toSorted()).toEqual([0, 0, 1]);
  });

  test('with any other statement is refused', async () => {
    await fresh();
    await write('0003_mixed.sql', '-- concurrently\nalter table boxes add column width int;');
    await expect(run()).rejects.toThrow(/0003_mixed\.sql: «-- concurrently» só aceita/);
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
