import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { removeCluster } from '#db/embedded/restored-cluster.ts';
import { compareMigrations } from '#db/migrate.ts';
import { openClient } from '#db/servers.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/context.ts';
import { breaks } from '#server/ledger/queries.ts';
import type { Finding } from '#server/process/operator/finding.ts';
import { openAsOwner } from '#server/process/operator/installation.ts';
import { openNewestSecrets } from '#server/secrets/key-check.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import type { Manifest } from './manifest.ts';
import { restoreSet } from './restore.ts';
import type { OpenSet, Target } from './restore.ts';
import { storedFiles } from './stored-files.ts';

type Result = Omit<Finding, 'part'>;

/** What is checked in a restored database. */
interface RestoredCheck {
  part: string;
  run: (restored: Restored) => Promise<Result>;
}

interface Restored {
  db: Db;
  ownerUrl: string;
  set: OpenSet;
  dataDir: string;
  config: Config;
}

const checks: readonly RestoredCheck[] = [
  { part: 'migrações', run: checkMigrations },
  { part: 'tabelas', run: checkTables },
  { part: 'contabilidade', run: checkBooks },
  { part: 'registro', run: checkAudit },
  { part: 'chave', run: checkSecrets },
  { part: 'arquivos', run: checkFiles },
];

/**
 * Restores a set elsewhere, checks it and removes it again.
 * @param target an empty or new folder, and an empty database for a dump
 * @returns a finding for each part, and what a loss of the server would cost now: data (RPO) and time (RTO)
 * @throws as {@link restoreSet}
 */
export async function drillSet(
  config: Config,
  set: OpenSet,
  target: Target,
  signal: AbortSignal,
): Promise<{ findings: Finding[]; summary: string[] }> {
  const began = performance.now();
  await restoreSet(set, target, signal);
  try {
    const { findings, openedAt, newestWrite } = await checkRestored(config, set, target, signal);
    return { findings, summary: summarise(set, newestWrite, openedAt - began) };
  } finally {
    await removeRestored(target);
  }
}

async function removeRestored({ dataDir, databaseUrl }: Target): Promise<void> {
  if (databaseUrl === null) await removeCluster(dataDir);
  else await emptyDatabase(databaseUrl);
  await rm(dataDir, { recursive: true, force: true });
}

/** It was empty before, so all of its schemas came from the set. */
async function emptyDatabase(ownerUrl: string): Promise<void> {
  const db = openAsOwner({ ownerUrl });
  try {
    const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'`.execute(db);
    for (const { name } of rows) await sql`drop schema ${sql.id(name)} cascade`.execute(db);
    // As in a new database: the dump names no rights that every database has.
    await sql`create schema public authorization pg_database_owner`.execute(db);
    await sql`grant usage on schema public to public`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** A finding as a line of output. */
export const lineOf = ({ state, part, text }: Finding): string => `${state.padEnd(4)}  ${part}: ${text}`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function summarise({ manifest }: OpenSet, newestWrite: Date | null, tookMs: number): string[] {
  const end = new Date(manifest.upTo);
  const newest = newestWrite
    ? `; o último sinal de vida do servidor está a ${seconds(end.getTime() - newestWrite.getTime())} do fim dela`
    : '';
  return [
    `RPO: a cópia vai até ${manifest.upTo}, há ${seconds(Date.now() - end.getTime())}${newest}`,
    `RTO: ${seconds(tookMs)} até o banco restaurado responder`,
  ];
}

async function checkRestored(
  config: Config,
  set: OpenSet,
  { dataDir, databaseUrl }: Target,
  signal: AbortSignal,
): Promise<{ findings: Finding[]; openedAt: number; newestWrite: Date | null }> {
  const database =
    databaseUrl === null
      ? await startEmbedded({ dataDir, log: () => undefined })
      : { ownerUrl: databaseUrl, stop: async () => undefined };
  const db = openAsOwner(database);
  try {
    const newestWrite = await readNewestWrite(db);
    const openedAt = performance.now();
    const findings: Finding[] = [];
    for (const { part, run } of checks) {
      signal.throwIfAborted();
      findings.push({ part, ...(await run({ db, ownerUrl: database.ownerUrl, set, dataDir, config })) });
    }
    return { findings, openedAt, newestWrite };
  } finally {
    await db.destroy();
    await database.stop();
  }
}

/** The last sign of life of a process, which writes one every few seconds; a set of an older version has none. */
async function readNewestWrite(db: Db): Promise<Date | null> {
  const { rows: found } = await sql<{
    table: string | null;
  }>`select to_regclass('processes') as table`.execute(db);
  if (found[0]!.table === null) return null;
  const { rows } = await sql<{ at: Date | null }>`select max(seen_at) as at from processes`.execute(db);
  return rows[0]!.at;
}

async function checkMigrations({ db, ownerUrl, set }: Restored): Promise<Result> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migrations`.execute(db);
  const expected = Object.entries(set.manifest.migrations);
  const found = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const other = expected.filter(([name, sha256]) => found.get(name) !== sha256);
  if (other.length > 0 || found.size !== expected.length)
    return { state: 'fail', text: `não são as da cópia: ${other.map(([name]) => name).join(', ')}` };
  const client = await openClient(ownerUrl);
  try {
    const { pending, unknown } = await compareMigrations(client);
    if (unknown.length > 0)
      return {
        state: 'fail',
        text: `a cópia é de uma versão mais nova que este código: ${unknown.join(', ')}`,
      };
    if (pending.length > 0)
      return { state: 'warn', text: `a cópia é de uma versão anterior; a partida aplica ${pending.length}` };
  } finally {
    await client.end();
  }
  return { state: 'ok', text: `${expected.length}, as da cópia e deste código` };
}

/** Reads every table to its end: PostgreSQL verifies the checksum of each page that it reads. */
async function checkTables({ db }: Restored): Promise<Result> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  let total = 0;
  for (const { schema, name } of tables) {
    try {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(`${schema}.${name}`)}`.execute(db);
      total += rows[0]!.count;
    } catch (error) {
      return { state: 'fail', text: `${schema}.${name} não se lê até o fim: ${(error as Error).message}` };
    }
  }
  return { state: 'ok', text: `${tables.length}, lidas até o fim, com ${total} linhas` };
}

async function checkBooks({ db }: Restored): Promise<Result> {
  const found = await breaks(db);
  return found.length === 0
    ? { state: 'ok', text: 'fecha (money.breaks está vazio)' }
    : { state: 'fail', text: `não fecha em ${found.length} pontos; o primeiro: ${found[0]!.fault}` };
}

async function checkAudit({ db }: Restored): Promise<Result> {
  const { rows } = await sql<{ seals: number; faults: number }>`
    select (select count(*) from audit_seals)::int as seals, (select count(*) from audit_faults)::int as faults`.execute(
    db,
  );
  const { seals, faults } = rows[0]!;
  return faults === 0
    ? { state: 'ok', text: `${seals} decisões, todas como foram seladas` }
    : { state: 'fail', text: `${faults} de ${seals} decisões não são as que foram seladas` };
}

async function checkSecrets({ db, set, config }: Restored): Promise<Result> {
  const keys = deriveKeys(set.secretKey, config.previousSecretKeys);
  const { opened, closed } = await openNewestSecrets(db, keys);
  if (closed.length > 0) return { state: 'fail', text: `SECRET_KEY não abre nada de ${closed.join(', ')}` };
  return { state: 'ok', text: `SECRET_KEY abre ${opened} segredos, os mais novos de cada tabela` };
}

/** Hashes were compared while the files were written; here every file that the restored database names must be there. */
async function checkFiles({ db, set, dataDir }: Restored): Promise<Result> {
  const missing = new Set(set.manifest.missing);
  const required = (await storedFiles(db)).filter(({ isRequired, path }) => isRequired && !missing.has(path));
  const lost: string[] = [];
  for (const { path } of required) if (!(await exists(join(dataDir, path)))) lost.push(path);
  if (lost.length > 0) return { state: 'fail', text: `faltam ${lost.length}; o primeiro é ${lost[0]}` };
  const count = storedCount(set.manifest);
  return missing.size === 0
    ? { state: 'ok', text: `${count}, com o tamanho e o SHA-256 da cópia` }
    : { state: 'warn', text: `${count} conferem; ${missing.size} já faltavam na origem` };
}

const storedCount = ({ files }: Manifest) =>
  Object.keys(files).filter((path) => /^(images|files)\//.test(path)).length;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
