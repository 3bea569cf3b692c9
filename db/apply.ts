import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, DatabaseError } from 'pg';
import { recordApplied, replaceAll } from './baseline.ts';
import { fault } from './fault.ts';
import { inTransaction, runSqlFile } from './sql-files.ts';
import type { SqlFile } from './sql-files.ts';

/** What an upgrade applies, in this order. */
export type Upgrade = { functions: SqlFile[]; migrations: SqlFile[]; views: SqlFile[] };

export type ApplyOptions = {
  log: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** How often a transaction is tried whose locks are taken by others. */
  lockTries?: number | undefined;
};

type Unit = { concurrent: boolean; run: () => Promise<void> };

/** Longer than `deadlock_timeout`, after which autovacuum gives way. Others queue behind us for no longer. */
const lockTimeoutMs = 2_000;
const lockPauseMs = 3_000;
/** Some three minutes, because each try waits for a lock and then pauses. */
const defaultLockTries = 36;
/** The limit of a statement, unless the file has a line `-- statement_timeout: 10min`. */
const statementTimeout = '60s';
const ownTimeout = /^-- statement_timeout: (\d+(?:ms|s|min|h))$/m;

const concurrentMark = /^-- concurrently$/m;
const concurrentForm =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z_0-9.]+)/;

const lockNotAvailable = '55P03';
const deadlock = '40P01';
const queryCanceled = '57014';

/** Whether a migration is marked `-- concurrently`: it runs outside a transaction and blocks neither reads nor writes. */
export function isConcurrent({ sql }: SqlFile): boolean {
  return concurrentMark.test(sql);
}

/**
 * Applies functions, migrations and views in one transaction, so that a server of the former version, which goes on
 * running, sees the former schema or the new one and never a mixture. Each `-- concurrently` migration ends a transaction
 * and stands between two. A transaction that does not get a lock within two seconds is undone and tried again.
 * @throws a fault when the locks were not free in any try, or when a statement fails or takes too long
 */
export async function applyUpgrade(client: Client, upgrade: Upgrade, options: ApplyOptions): Promise<void> {
  const { functions, migrations, views } = upgrade;
  const units: Unit[] = [
    { concurrent: false, run: () => replaceAll(client, functions) },
    ...migrations.map((file) =>
      isConcurrent(file)
        ? { concurrent: true, run: () => applyConcurrently(client, file) }
        : { concurrent: false, run: () => applyMigration(client, file) },
    ),
    { concurrent: false, run: () => replaceAll(client, views) },
  ];
  for (let from = 0; from < units.length;) {
    const next = units.findIndex(({ concurrent }, at) => at >= from && concurrent);
    const until = next === -1 ? units.length : Math.max(next, from + 1);
    const group = units.slice(from, until);
    // oxlint-disable-next-line no-await-in-loop
    if (next === from) await group[0]!.run();
    // oxlint-disable-next-line no-await-in-loop
    else await tryTransaction(client, group, options);
    from = until;
  }
}

async function tryTransaction(client: Client, units: Unit[], options: ApplyOptions): Promise<void> {
  const { log, signal, lockTries = defaultLockTries } = options;
  for (let tries = 1; ; tries++) {
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        for (const { run } of units) {
          await client.query(`set local statement_timeout = '${statementTimeout}'`);
          await run();
          // Deferred checks of this file must not stand in the way of the next one's changes to the same tables.
          await client.query('set constraints all immediate; set constraints all deferred');
        }
      });
      return;
    } catch (error) {
      if (![lockNotAvailable, deadlock].includes(codeOf(error))) throw error;
      if (tries >= lockTries)
        throw fault(
          `A atualização do banco precisa de uma tabela que outra transação segura; nada mudou em ${tries} tentativas. ` +
            `Encerre a transação longa (select pid, state, query from pg_stat_activity where xact_start < now() - ` +
            `interval '1 minute') e inicie de novo. ${(error as Error).message}`,
          error,
        );
      if (tries === 1) log('Uma tabela está em uso; a atualização do banco tenta de novo…');
      await sleep(lockPauseMs, undefined, { signal });
    }
  }
}

async function applyMigration(client: Client, file: SqlFile): Promise<void> {
  const own = ownTimeout.exec(file.sql)?.[1];
  if (own) await client.query(`set local statement_timeout = '${own}'`);
  try {
    await runSqlFile(client, file);
  } catch (error) {
    if (codeOf(error) !== queryCanceled) throw error;
    throw fault(
      `${file.name} passou de ${own ?? statementTimeout} em uma instrução; nada mudou. Inicie de novo em uma hora ` +
        'calma, ou com a versão anterior parada.',
      error,
    );
  }
  await recordApplied(client, file.name, file.sha256);
}

/**
 * Each statement is a transaction of its own. One that failed or was interrupted leaves an invalid index, which is removed
 * before the next try; an index that is complete is kept.
 */
async function applyConcurrently(client: Client, file: SqlFile): Promise<void> {
  for (const statement of concurrentStatements(file)) {
    const index = concurrentForm.exec(statement)?.[1];
    if (!index)
      throw fault(
        `${file.name}: «-- concurrently» só aceita create index concurrently if not exists e drop index concurrently if exists.`,
      );
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    );
    if (rowCount === 1) await client.query(`drop index concurrently ${index}`);
    await runSqlFile(client, { ...file, sql: statement });
  }
  await recordApplied(client, file.name, file.sha256);
}

/** The statements of a file of indexes, without comments. */
export function concurrentStatements({ sql }: SqlFile): string[] {
  const text = sql.replaceAll(/--.*$/gm, '');
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function codeOf(error: unknown): string {
  const { code, cause } = error as DatabaseError;
  return code ?? (cause as DatabaseError | undefined)?.code ?? '';
}
