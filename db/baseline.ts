import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { fault } from './fault.ts';
import { inTransaction, readSqlFiles, runSqlFile, sha256, statementsHash } from './sql-files.ts';
import type { SqlFile } from './sql-files.ts';

/** The schema as it stands in `db/schema`, of which an empty database is made. */
export type Baseline = {
  /** Extensions, schemas and rights: made before the functions. */
  ground: SqlFile[];
  /** Applied again whenever their text changes. */
  functions: SqlFile[];
  /** The tables, a page for each noun. Their statements never change: a change is a migration. */
  pages: SqlFile[];
  /** Views, and functions that take or return their rows or those of a table. Applied again like the functions. */
  views: SqlFile[];
};

/** What a database has applied: the name of each file with its hash. */
export type Applied = Map<string, string>;

const pageForm = { rule: /^(\d{2})_[a-z_]+\.sql$/, words: 'NN_nome.sql' };
const groundNumber = /^schema\/00_/;

/** The hash of the names of the 118 migrations that came before the baseline, which is equal to what they made but for names. */
const formerMigrations = '29d15899a7c84c2ebacc6fe2254fa45896e801d413b06016b9bc252fbdd8d7fe';

const olderNames = join(import.meta.dirname, 'former-names.sql');

/** Reads `schema/`, `schema/functions/` and `schema/views/` of a folder. */
export async function readBaseline(folder: string): Promise<Baseline> {
  const schema = join(folder, 'schema');
  const pages = await readSqlFiles(schema, 'schema/', pageForm);
  return {
    ground: pages.filter(({ name }) => groundNumber.test(name)),
    functions: await readSqlFiles(join(schema, 'functions'), 'functions/', pageForm),
    pages: pages.filter(({ name }) => !groundNumber.test(name)),
    views: await readSqlFiles(join(schema, 'views'), 'views/', pageForm),
  };
}

/**
 * Makes all tables and functions of an empty database, or none of them. Views follow the migrations, which may create or
 * drop what they read.
 */
export async function createFromBaseline(client: Client, baseline: Baseline): Promise<void> {
  const { ground, functions, pages } = baseline;
  await inTransaction(client, async () => {
    for (const file of ground) await runSqlFile(client, file);
    await runFunctions(client, functions);
    for (const file of pages) await runSqlFile(client, file);
    await rememberPages(client, baseline);
    for (const file of functions) await recordApplied(client, file.name, file.sha256);
  });
}

/** Applies files of functions, or of views, in the transaction at hand. */
export async function replaceAll(client: Client, files: SqlFile[]): Promise<void> {
  if (files.length === 0) return;
  await runFunctions(client, files);
  for (const { name, sha256: hash } of files) await recordApplied(client, name, hash);
}

/** The files among these that are new to the database or read otherwise than when they were applied. */
export function changedSince(applied: Applied, files: SqlFile[]): SqlFile[] {
  return files.filter((file) => applied.get(file.name) !== file.sha256);
}

/** @throws a fault when a statement of a page changed after it was applied */
export function refuseChangedPages(applied: Applied, { ground, pages }: Baseline): void {
  for (const page of [...ground, ...pages]) {
    if (applied.get(page.name) === statementsHash(page)) continue;
    throw fault(
      `db/${page.name} já foi aplicado a este banco e depois mudou. As tabelas mudam por uma migração nova em ` +
        'db/migrations: desfaça a mudança (em desenvolvimento, apagar a pasta .data recomeça o banco).',
    );
  }
}

/**
 * A database made by the migrations of before, all of them, counts from here on as made of the baseline. What was
 * renamed since gets its name (`former-names.sql`); functions and views are left out, so that they are applied once more.
 * @returns whether it was such a database
 * @throws a fault when some of those migrations are missing
 */
export async function adoptOlderDatabase(
  client: Client,
  applied: Applied,
  baseline: Baseline,
  former = formerMigrations,
): Promise<boolean> {
  const names = [...applied.keys()].toSorted();
  if (names.length === 0 || names.some((name) => name.startsWith('schema/'))) return false;
  if (sha256(names.join('\n')) !== former)
    throw fault(
      `O banco parou entre as migrações de uma versão anterior (a última dele é ${names.at(-1)}). Inicie uma vez a ` +
        'versão 47005e43, que as completa, e depois esta; ou, sem nada a guardar nele, apague a pasta .data.',
    );
  await inTransaction(client, async () => {
    await client.query(await readFile(olderNames, 'utf8'));
    await client.query('delete from public.schema_migrations');
    await rememberPages(client, baseline);
  });
  return true;
}

/** A function may name tables and functions that are made after it, so its body is not checked here. */
async function runFunctions(client: Client, files: SqlFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off');
  for (const file of files) await runSqlFile(client, file);
  await client.query('set local check_function_bodies = on');
}

async function rememberPages(client: Client, { ground, pages }: Baseline): Promise<void> {
  for (const page of [...ground, ...pages]) await recordApplied(client, page.name, statementsHash(page));
}

/** Notes that a file is applied as it reads now. */
export async function recordApplied(client: Client, name: string, hash: string): Promise<void> {
  await client.query(
    `insert into public.schema_migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
    [name, hash],
  );
}
