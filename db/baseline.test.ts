import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyTestDatabase, createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { adoptOlderDatabase, readBaseline } from './baseline.ts';
import { describeSchema } from './describe-schema.ts';
import { isFault } from './fault.ts';
import { migrate } from './migrate.ts';
import { sha256 } from './sql-files.ts';

let database: TestDatabase;

/** The renames undone, which makes a database of the baseline one of the former migrations. */
const backwards = (names: string) =>
  names
    .replaceAll(/\['(\w+)', '(\w+)', '(\w+)'\]/g, "['$1', '$3', '$2']")
    .replaceAll(
      /alter function ((?:money\.)?)(\w+)(\([^)]*\))\s+rename to (\w+)/g,
      'alter function $1$4$3 rename to $2',
    )
    .replaceAll(/rename constraint (\w+) to (\w+)/g, 'rename constraint $2 to $1')
    .replaceAll(/alter trigger (\w+) on (\S+) rename to (\w+)/g, 'alter trigger $3 on $2 rename to $1');

afterEach(() => database.drop());

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const query = (sql: string) => asOwner(async (client) => (await client.query(sql)).rows);
const described = () => asOwner(describeSchema);

describe('the schema files', () => {
  const schema = join(import.meta.dirname, 'schema');
  const ownSchemas = `n.nspname in ('public', 'money', 'simulator')`;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  async function namesIn(folders: string[], statement: RegExp): Promise<string[]> {
    const texts = folders.map(async (folder) => {
      const files = (await readdir(join(schema, folder))).filter((file) => file.endsWith('.sql'));
      return Promise.all(files.map((file) => readFile(join(schema, folder, file), 'utf8')));
    });
    const found = (await Promise.all(texts)).flat().flatMap((text) => [...text.matchAll(statement)]);
    return found.map(([, name]) => (name!.includes('.') ? name! : `public.${name}`)).toSorted();
  }

  test('contain each table of the database once', async () => {
    const tables = await query(`select format('%s.%s', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and ${ownSchemas} and c.relname <> 'schema_migrations'`);
    const folders = ['.', '../migrations'];
    const dropped = await namesIn(folders, /^drop table ([\w.]+)/gm);
    const written = await namesIn(folders, /^create (?:unlogged )?table ([\w.]+)/gm);
    expect(written.filter((name) => !dropped.includes(name))).toEqual(
      tables.map(({ name }) => name).toSorted(),
    );
  });

  test('contain each function and each view once', async () => {
    const functions = await query(`select format('%s.%s', n.nspname, p.proname) as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ownSchemas}
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
    const views = await query(`select format('%s.%s', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and ${ownSchemas}`);
    const statement = /^create (?:or replace )?(?:function|view) ([\w.]+)/gm;
    const written = await namesIn(['.', 'functions', 'views'], statement);
    expect(written).toEqual([...functions, ...views].map(({ name }) => name).toSorted());
  });

  test('contain functions whose bodies PostgreSQL accepts once every object exists', async () => {
    const { functions } = await readBaseline(import.meta.dirname);
    await asOwner(async (client) => {
      for (const { sql } of functions) await client.query(sql);
    });
  });

  test('let functions with their own search path find what the triggers of their tables name', async () => {
    const paths = await query(`select distinct setting from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace, unnest(p.proconfig) setting
      where ${ownSchemas} and setting like 'search_path=%'`);
    expect(paths).toEqual([{ setting: 'search_path=pg_catalog, public, pg_temp' }]);
    const rights = await query(`select rolname from pg_roles
      where rolname like 'praca%' and not rolsuper and has_schema_privilege(oid, 'public', 'create')
        and oid <> (select relowner from pg_class where oid = 'public.users'::regclass)`);
    expect(rights, 'roles that could put an object of theirs into the path').toEqual([]);
  });

  /** Puts a database of the baseline alone, without the views that need a migration, in place of the test's. */
  async function openBaselineOnly(): Promise<void> {
    await database.drop();
    database = await createEmptyTestDatabase();
    const sourceDir = await mkdtemp(join(tmpdir(), 'praca-baseline-'));
    await cp(schema, join(sourceDir, 'schema'), {
      recursive: true,
      filter: (path) => path !== join(schema, 'views', '60_ledger.sql'),
    });
    await mkdir(join(sourceDir, 'migrations'));
    await migrate(database.ownerUrl, { log: () => undefined, sourceDir });
    await rm(sourceDir, { recursive: true });
  }

  test('are applied to a database of the former migrations, whatever functions it had', async () => {
    const whole = await described();
    const migrations = await readdir(join(import.meta.dirname, 'migrations'));
    await openBaselineOnly();
    const names = await readFile(join(import.meta.dirname, 'former-names.sql'), 'utf8');
    await asOwner(async (client) => {
      await client.query(backwards(names));
      await client.query(`create or replace function second_person(first bigint, last bigint, out decider bigint,
        out second bigint) language sql immutable as 'select first, last'`);
      await client.query('truncate schema_migrations');
      await client.query(
        `insert into schema_migrations (name, sha256) values ('0002_b.sql', 'y'), ('0001_a.sql', 'x')`,
      );
      const applied = new Map([
        ['0002_b.sql', 'y'],
        ['0001_a.sql', 'x'],
      ]);
      const fingerprint = sha256('0001_a.sql\n0002_b.sql');
      const baseline = await readBaseline(import.meta.dirname);
      expect(await adoptOlderDatabase(client, applied, baseline, fingerprint)).toBe(true);
    });
    expect(await migrate(database.ownerUrl, { log: () => undefined })).toEqual(
      migrations.filter((name) => name.endsWith('.sql')).toSorted(),
    );
    expect(await described()).toEqual(whole);
  });

  test('are followed by a migration that carries the events of the outbox over to the relay', async () => {
    await openBaselineOnly();
    await query(`insert into events (kind, actor_role, subject_kind, subject_id)
        select 'account.phone_changed', 'system', 'user', n from generate_series(1, 4) n;
      insert into event_outbox (event_id) values (2), (4)`);
    await migrate(database.ownerUrl, { log: () => undefined });
    expect(await query('select last_event_id::int as last, missing from event_relay')).toEqual([
      {
        last: 4,
        missing: [
          { from: 2, to: 2, writers: [] },
          { from: 4, to: 4, writers: [] },
        ],
      },
    ]);
    expect(await query(`select to_regclass('event_outbox') as outbox`)).toEqual([{ outbox: null }]);
  });

  test('are refused for a database in another state, with a one-line error', async () => {
    await query(`truncate schema_migrations;
      insert into schema_migrations (name, sha256) values ('0001_ground.sql', 'x'), ('0002_catalogue.sql', 'y')`);
    const refused = await migrate(database.ownerUrl, { log: () => undefined }).catch(
      (error: unknown) => error,
    );
    expect(isFault(refused) && refused.message).toMatch(
      /^O banco parou .*0002_catalogue\.sql.*47005e43.*\.data\.$/,
    );
    expect(await query('select name from schema_migrations')).toHaveLength(2);
  });
});

const sizeOf = (size: number) =>
  `create or replace function usual_size() returns int language sql as 'select ${size}';`;

describe('a change of the schema files', () => {
  let sourceDir: string;
  const log: string[] = [];
  const run = () => migrate(database.ownerUrl, { log: (line) => log.push(line), sourceDir });
  const write = (name: string, sql: string) => writeFile(join(sourceDir, name), sql);

  beforeEach(async () => {
    database = await createEmptyTestDatabase();
    sourceDir = await mkdtemp(join(tmpdir(), 'praca-baseline-'));
    for (const folder of ['migrations', 'schema/functions', 'schema/views'])
      await mkdir(join(sourceDir, folder), { recursive: true });
    await write('schema/00_ground.sql', 'create schema money;');
    await write(
      'schema/10_boxes.sql',
      '-- What holds things.\ncreate table boxes (size int default usual_size());',
    );
    await write('schema/functions/10_boxes.sql', sizeOf(3));
    await write('schema/views/10_boxes.sql', 'create or replace view sizes as select size from boxes;');
    await run();
  });

  afterEach(() => rm(sourceDir, { recursive: true }));

  test('to a function is applied again and keeps its privileges', async () => {
    await query('revoke execute on function usual_size() from public');
    const rights = `select proacl::text as rights from pg_proc where proname = 'usual_size'`;
    const before = await query(rights);
    await write('schema/functions/10_boxes.sql', sizeOf(4));
    await run();
    expect(await query('select usual_size() as size')).toEqual([{ size: 4 }]);
    expect(await query(rights)).toEqual(before);
  });

  test('to a function that fails leaves the former function in place', async () => {
    await write('schema/functions/10_boxes.sql', `${sizeOf(4)} select 1 / 0;`);
    await expect(run()).rejects.toThrow(/functions\/10_boxes\.sql falhou: division by zero/);
    expect(await query('select usual_size() as size')).toEqual([{ size: 3 }]);
  });

  test('to a table needs a migration, which may drop a dependent view', async () => {
    await write('migrations/0001_wide.sql', 'drop view sizes; alter table boxes alter size type bigint;');
    expect(await run()).toEqual(['0001_wide.sql']);
    expect(
      await query('select pg_typeof(size)::text as type from sizes right join (select) one on true'),
    ).toEqual([{ type: 'bigint' }]);
  });

  test('to a table in its file is refused, to a comment it is not', async () => {
    await write('schema/10_boxes.sql', '-- Boxes.\n\ncreate table boxes (size int default usual_size());');
    await run();
    await write('schema/10_boxes.sql', 'create table boxes (size bigint default usual_size());');
    await expect(run()).rejects.toThrow(/schema\/10_boxes\.sql já foi aplicado .* por uma migração nova/);
  });
});
