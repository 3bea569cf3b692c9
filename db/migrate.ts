import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import type { DatabaseError } from 'pg';
import { fault } from './fault.ts';

type Options = {
  log: (line: string) => void;
  /** Where the numbered `.sql` files are. */
  migrationsDir?: string;
  /** Breaks off: the file at hand is undone, those before it stay. */
  signal?: AbortSignal;
};

type Migration = { name: string; sql: string; sha256: string };

/** The role whose rights the application has. Migrations grant to it. */
export const appRole = 'praca_app';

const migrationLock = 7_214_003;
const oldestVersion = 150_000;
const ourMigrations = join(import.meta.dirname, 'migrations');

/**
 * Brings the database up to the newest migration: the job queue's own first, then ours, each file in one
 * transaction. Safe to run from many processes at once: the rest wait for the first one.
 * The URL must reach PostgreSQL itself, not a pooler in transaction mode, because the lock belongs to a session.
 * @returns the names that were applied now
 * @throws a fault when a file that was already applied has changed or is missing
 */
export async function migrate(ownerUrl: string, options: Options): Promise<string[]> {
  const { log, migrationsDir = ourMigrations, signal } = options;
  const migrations = await readMigrations(migrationsDir);
  const client = new Client({ connectionString: ownerUrl, application_name: 'praca-migrate' });
  client.on('error', () => undefined); // the query that was running fails with it
  signal?.throwIfAborted();
  await client.connect();
  const breakOff = () => void client.end();
  signal?.addEventListener('abort', breakOff);
  try {
    await client.query('set statement_timeout = 0');
    await takeLock(client, log);
    await refuseOldServer(client);
    await ensureAppRole(client);
    await refuseTenant(client);
    await runMigrations({ connectionString: ownerUrl, logger: silentLogger });
    return await applyPending(client, migrations, log);
  } finally {
    signal?.removeEventListener('abort', breakOff);
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw fault(`A migração ${name} não se chama NNNN_nome.sql.`);
    if (numbers.has(number))
      throw fault(`Duas migrações com o mesmo número: ${numbers.get(number)} e ${name}.`);
    numbers.set(number, name);
  }
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

async function takeLock(client: Client, log: Options['log']): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock]);
  if (rows[0].taken) return;
  log('Outro processo está atualizando o banco; aguardando…');
  await client.query('set lock_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
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

async function applyPending(client: Client, migrations: Migration[], log: Options['log']): Promise<string[]> {
  const applied = await readApplied(client);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  refuseChanged(applied, migrations);
  refuseOutOfOrder(applied, pending);
  const isNew = applied.size === 0;
  if (isNew && pending.length > 0) log(`Criando as tabelas: ${pending.length} migrações…`);
  for (const migration of pending) {
    // Whoever updates wants to know where it stands; a hundred names tell a newcomer nothing.
    if (!isNew) log(`Migração ${migration.name}`);
    await apply(client, migration);
  }
  return pending.map(({ name }) => name);
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query('select name, sha256 from public.schema_migrations order by name');
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function refuseChanged(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
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

function refuseOutOfOrder(applied: Map<string, string>, pending: Migration[]): void {
  const last = [...applied.keys()].at(-1) ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late) throw fault(`A migração ${late.name} chegou depois de ${last}, já aplicada: renumere-a.`);
}

async function apply(client: Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into public.schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw fault(`A migração ${name} falhou: ${describe(error, sql)}`, error);
  }
}

/** PostgreSQL says where in the text it stumbled, counted in characters; people count lines. */
function describe(error: unknown, sql: string): string {
  const { message, detail, position } = error as DatabaseError;
  const place = position ? ` (linha ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return `${message}${place}${detail ? ` — ${detail}` : ''}`;
}

function ignoreDuplicate(error: unknown): void {
  if (!['42710', '23505'].includes(errorCode(error) ?? '')) throw error;
}

function errorCode(error: unknown): string | undefined {
  return (error as DatabaseError).code;
}
