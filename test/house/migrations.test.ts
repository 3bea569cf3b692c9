import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { concurrentStatements } from '#db/apply.ts';
import type { SqlFile } from '#db/sql-files.ts';
import { version } from '#server/version.ts';
import { frozenFiles, readMigrations, readReleases } from '#test/releases/release.ts';
import type { Release } from '#test/releases/release.ts';
import { unsafeStatements } from './migration-rules.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

let releases: Release[];
let present: Release['frozen'];
let migrations: SqlFile[];

beforeAll(async () => {
  releases = await readReleases();
  present = await frozenFiles();
  migrations = await readMigrations();
});

describe('a release', () => {
  test('has its files and its section in the changelog, and the newest is the version of the code', () => {
    const written = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm)];
    const versions = releases.map((release) => release.version);
    expect(written.map(([, each]) => each).toReversed()).toEqual(versions);
    expect(versions.at(-1)).toBe(version);
    expect(read('Dockerfile')).toContain(`\nARG VERSION=${version}\n`);
  });

  test('froze its pages of the schema and its migrations: none is changed or removed', () => {
    for (const release of releases) {
      const differing = Object.entries(release.frozen).filter(([name, hash]) => present[name] !== hash);
      expect(differing, `changed since ${release.version}: write a new migration`).toEqual([]);
    }
  });

  test('froze what the release before it froze', () => {
    for (const [at, release] of releases.slice(1).entries())
      expect(release.frozen).toMatchObject(releases[at]!.frozen);
  });
});

/** Those of no release yet. */
const newMigrations = () => migrations.filter(({ name }) => !(name in releases.at(-1)!.frozen));

describe('a new migration', () => {
  test('is numbered after those of the releases, and a new page of the schema is a migration', () => {
    const frozen = Object.keys(releases.at(-1)!.frozen);
    const last = frozen
      .filter((name) => !name.includes('/'))
      .toSorted()
      .at(-1)!;
    expect(newMigrations().filter(({ name }) => name < last)).toEqual([]);
    expect(Object.keys(present).filter((name) => name.includes('/') && !frozen.includes(name))).toEqual([]);
  });

  test('stops no running site and breaks no server of the former version', () => {
    const versions = releases.map((release) => release.version);
    const found = newMigrations().flatMap(({ name, sql }) =>
      unsafeStatements(sql, versions).map((line) => `${name}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test('marked as concurrent holds nothing but indexes', () => {
    const marked = migrations.filter(({ sql }) => /^-- concurrently$/m.test(sql));
    const others = marked
      .flatMap(concurrentStatements)
      .filter((text) => !/^\w+ (?:unique )?index concurrently if/.test(text));
    expect(others).toEqual([]);
  });
});

const faults = (sql: string) => unsafeStatements(sql, ['1.0.0']);

describe('the rules for migrations', () => {
  test.each([
    ['create index orders_x on orders (x);', 'concurrently'],
    ['create unique index orders_x on orders (x);', 'concurrently'],
    ['create index concurrently if not exists orders_x on orders (x);', 'file of its own'],
    ['alter table orders alter column x set not null;', 'is not null'],
    ['alter table orders alter x set not null;', 'is not null'],
    ['alter table orders add column x text not null;', 'default'],
    ['alter table orders add column x uuid not null default gen_random_uuid();', 'batches'],
    ['alter table orders add column x bigint generated always as identity;', 'batches'],
    ['alter table orders alter column x type bigint;', 'drop the former one later'],
    ['alter table orders alter column x drop default;', 'inserts of the former server'],
    ['alter table orders rename column x to y;', 'breaks the former server'],
    ['alter table orders rename to sales;', 'breaks the former server'],
    ['alter table orders drop column x;', 'unused since'],
    ['-- unused since: 1.1.0\nalter table orders drop column x;', 'unused since'],
    ['drop function paid(bigint);', 'unused since'],
    ['drop view sizes;', 'unused since'],
    ['alter table orders\n  add constraint orders_x check (x > 0);', 'not valid'],
    ['alter table orders add constraint orders_x foreign key (x) references users;', 'not valid'],
    ['alter table orders add constraint orders_x unique (x);', 'using index'],
    [
      'alter table orders add constraint orders_x check (x > 0) not valid;\nalter table orders validate constraint orders_x;',
      'later file',
    ],
    ['update orders set x = 1;', 'batches'],
    ['delete from orders;', 'batches'],
    ['revoke update on orders from praca_app;', 'former server'],
  ])('refuse «%s»', (sql, words) => {
    const found = faults(sql);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(words);
  });

  test.each([
    'create table boxes (id bigint primary key, size int not null check (size > 0));\ncreate index boxes_size on boxes (size);\nrevoke update on boxes from praca_app;',
    'alter table orders add column x text;',
    "alter table orders add column x text not null default 'a;b';",
    'alter table orders add column x timestamptz not null default now();',
    'alter table orders add constraint orders_x check (x > 0) not valid;',
    'alter table orders validate constraint orders_x;',
    'alter table orders add constraint orders_x unique using index orders_x;',
    'alter table orders drop constraint orders_x, add constraint orders_y check (x in (1, 2)) not valid;',
    'alter table categories alter column x set not null;\nupdate categories set x = 1;',
    '-- unused since: 1.0.0\nalter table orders drop column x;',
    '-- safe: orders_x was validated by the file before.\nalter table orders alter column x set not null;',
    '-- concurrently\ncreate index concurrently if not exists orders_x on orders (x);',
    "insert into order_transitions (event) values ('update orders; drop table x');",
    'create trigger orders_x after update on orders for each row execute function x();',
    'grant update (x) on orders to praca_app;',
    "-- It isn't one; update orders set x = 1;\nalter table orders add column x text;",
  ])('accept «%s»', (sql) => {
    expect(faults(sql)).toEqual([]);
  });
});
