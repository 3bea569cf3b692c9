import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import type { Client, DatabaseError } from 'pg';
import { applyUpgrade } from './apply.ts';
import {
  adoptOlderDatabase,
  changedSince,
  createFromBaseline,
  readBaseline,
  refuseChangedPages,
} from './baseline.ts';
import type { Applied, Baseline } from './baseline.ts';
import { fault } from './fault.ts';
import { openClient, serversOf } from './servers.ts';
import { readSqlFiles } from './sql-files.ts';
import type { SqlFile } from './sql-files.ts';

type Options = {
  log: (line: string) => void;
  /** Holds `schema/` with the baseline and `migrations/`: this folder, except in tests. */
  sourceDir?: string;
  /** Breaks off: what is not committed is undone. */
  signal?: AbortSignal;
  /** How often an upgrade is tried whose locks are taken by others; some three minutes by default. */
  lockTries?: number;
};

type Source = { baseline: Baseline; migrations: SqlFile[] };

/** The role whose rights the application has. Migrations grant to it. */
export const appRole = 'praca_app';

const migrationLock = 7_214_003;
const lockPollMs = 200;
const oldestVersion = 150_000;
const migrationForm = { rule: /^(\d{4})_[a-z0-9_]+\.sql$/, words: 'NNNN_nome.sql' };

/**
 * Brings the database up to date: the job queue's own tables first, then ours. An empty database is made of the
 * baseline in `schema/`; functions and views whose text changed are applied again, with all pending migrations in one
 * transaction (`apply.ts`). Safe to run from many processes at once: the rest wait for the first one.
 * The URL must reach PostgreSQL itself, not a pooler in transaction mode, because the lock belongs to a session.
 * @returns the names of the migrations that were applied now
 * @throws a fault when a file that was already applied has changed or is missing
 */
export async function migrate(ownerUrl: string, options: Options): Promise<string[]> {
  const { sourceDir = import.meta.dirname, signal } = options;
  const source = await readSource(sourceDir);
  signal?.throwIfAborted();
  const client = await openClient(ownerUrl, { application_name: 'praca-migrate' });
  const breakOff = () => void client.end();
  signal?.addEventListener('abort', breakOff);
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await takeLock(client, options);
    await refuseOldServer(client);
    await ensureAppRole(client);
    await refuseTenant(client);
    await runMigrations({ connectionString: serversOf(ownerUrl).current(), logger: silentLogger });
    return await applyPending(client, source, options);
  } finally {
    signal?.removeEventListener('abort', breakOff);
    await client.end();
  }
}

/**
 * Compares the migrations of this code with those of the database, without a write.
 * @returns those that a start would still apply, and those that only a newer version of the code knows
 */
export async function compareMigrations(
  client: Client,
  sourceDir: string = import.meta.dirname,
): Promise<{ pending: string[]; unknown: string[] }> {
  const { migrations } = await readSource(sourceDir);
  const { rows } = await client.query(`select to_regclass('public.schema_migrations') is not null as found`);
  const applied: Applied = rows[0].found ? await readAppliedNames(client) : new Map();
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: [...known].filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => isMigration(name) && !known.has(name)),
  };
}

/**
 * Creates the application's role where it is missing, as {@link migrate} does: a dump has the rights of roles and not the
 * roles, which belong to the whole server.
 * @throws a fault when the login may not create roles
 */
export async function prepareRole(ownerUrl: string): Promise<void> {
  const client = await openClient(ownerUrl);
  try {
    await ensureAppRole(client);
  } finally {
    await client.end();
  }
}

/**
 * The URL of an application that shares its login with the owner: the session takes the application's role,
 * so it has no more rights than the role. A login of its own (`DATABASE_APP_URL`) is stronger.
 */
export function appUrlOf(ownerUrl: string): string {
  const separator = ownerUrl.includes('?') ? '&' : '?';
  return `${ownerUrl}${separator}options=${encodeURIComponent(`-c role=${appRole}`)}`;
}

const silentLogger = new Logger(() => () => undefined);

async function readSource(folder: string): Promise<Source> {
  return {
    baseline: await readBaseline(folder),
    migrations: await readSqlFiles(join(folder, 'migrations'), '', migrationForm),
  };
}

/** Asks again and again: a statement that blocks until the lock is free would itself hold up `create index concurrently`. */
async function takeLock(client: Client, { log, signal }: Options): Promise<void> {
  for (let announced = false; ; announced = true) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock]);
    if (rows[0].taken) return;
    if (!announced) log('Outro processo está atualizando o banco; aguardando…');
    await sleep(lockPollMs, undefined, { signal });
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number, version()`,
  );
  if (rows[0].number < oldestVersion)
    throw fault(`A Praça precisa do PostgreSQL 15 ou mais novo; este é ${rows[0].version}.`);
}

/** Who may enter a database may not yet make schemas in it, nor, since PostgreSQL 15, tables in `public`. */
async function refuseTenant(client: Client): Promise<void> {
  const { rows } = await client.query(`select current_user as me, current_database() as name,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may`);
  const { me, name, may } = rows[0];
  if (may) return;
  const [database, user] = [name, me].map((each: string) => client.escapeIdentifier(each));
  throw fault(
    `O usuário ${me} não pode criar tabelas no banco ${name}: DATABASE_URL pede o dono dele. ` +
      `Rode uma vez, como administrador do banco:\n  alter database ${database} owner to ${user};`,
  );
}

/** Roles belong to the whole server, so another database's migration may be making it at this very moment. */
async function ensureAppRole(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_user as me, (select true from pg_roles where rolname = $1) as exists`,
    [appRole],
  );
  const { me, exists } = rows[0];
  const sqlToRun = `create role ${appRole} nologin; grant ${appRole} to ${client.escapeIdentifier(me)};`;
  try {
    if (!exists) await client.query(`create role ${appRole} nologin`).catch(ignoreDuplicate);
    if (!(await mayBecomeApp(client))) await client.query(`grant ${appRole} to current_user`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw fault(
      `O usuário ${me} do banco não pode criar papéis. Peça ao administrador do banco que rode uma vez:\n  ${sqlToRun}`,
      error,
    );
  }
}

async function mayBecomeApp(client: Client): Promise<boolean> {
  const right =
    Number((await client.query('show server_version_num')).rows[0].server_version_num) >= 160_000
      ? 'SET'
      : 'MEMBER';
  const { rows } = await client.query('select pg_has_role(current_user, $1, $2) as may', [appRole, right]);
  return rows[0].may;
}

async function applyPending(client: Client, source: Source, options: Options): Promise<string[]> {
  const { baseline, migrations } = source;
  const isNew = await prepareBaseline(client, baseline, options.log);
  const applied = await readApplied(client);
  refuseChangedPages(applied, baseline);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  refuseChanged(applied, migrations);
  refuseOutOfOrder(applied, pending);
  // An update names each of its steps; for a newcomer the names mean nothing.
  if (!isNew) for (const { name } of pending) options.log(`Migração ${name}`);
  await applyUpgrade(
    client,
    {
      functions: changedSince(applied, baseline.functions),
      migrations: pending,
      // A migration may have dropped a view to change a table under it.
      views: pending.length > 0 ? baseline.views : changedSince(applied, baseline.views),
    },
    options,
  );
  return pending.map(({ name }) => name);
}

/** @returns whether the database was empty */
async function prepareBaseline(client: Client, baseline: Baseline, log: Options['log']): Promise<boolean> {
  const applied = await readApplied(client);
  if (applied.size === 0) {
    log('Criando as tabelas…');
    await createFromBaseline(client, baseline);
    return true;
  }
  if (await adoptOlderDatabase(client, applied, baseline))
    log('O banco é de uma versão anterior; atualizando…');
  return false;
}

async function readApplied(client: Client): Promise<Applied> {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  return readAppliedNames(client);
}

async function readAppliedNames(client: Client): Promise<Applied> {
  const { rows } = await client.query('select name, sha256 from public.schema_migrations');
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

const isMigration = (name: string) => !name.includes('/');

function refuseChanged(applied: Applied, migrations: SqlFile[]): void {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
    if (!isMigration(name)) continue;
    if (!known.has(name)) {
      throw fault(
        `O banco já tem a migração ${name}, que este código não conhece: ele é mais novo que o código.`,
      );
    }
    if (known.get(name) !== sha256) {
      throw fault(
        `A migração ${name} já foi aplicada e depois mudou. Migrações não se editam: desfaça a mudança ` +
          'e escreva outra (em desenvolvimento, apagar a pasta .data recomeça o banco).',
      );
    }
  }
}

function refuseOutOfOrder(applied: Applied, pending: SqlFile[]): void {
  const last = [...applied.keys()].filter(isMigration).toSorted().at(-1) ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late) throw fault(`A migração ${late.name} chegou depois de ${last}, já aplicada: renumere-a.`);
}

function ignoreDuplicate(error: unknown): void {
  if (!['42710', '23505'].includes(errorCode(error) ?? '')) throw error;
}

function errorCode(error: unknown): string | undefined {
  return (error as DatabaseError).code;
}
