import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { DB } from '#db/schema.ts';
import type * as postings from '#domain/ledger/postings.ts';
import { post } from '#server/ledger/post.ts';

/**
 * Business facts as the steps that the application writes for them, so that a test can leave one out, turn
 * two round or change one, and see PostgreSQL refuse the whole.
 */
export type Step = RawBuilder<unknown> | postings.Journal | ((made: CreatedIds) => Step);

/** Ids that are known only while a fact is being written. */
export interface CreatedIds {
  refundId: number;
  withdrawalId: number;
  blockId: number;
  chargebackId: number;
  debtPaymentId: number;
}

/** Writes the steps in one transaction, as the application would. */
export function writeSteps(db: Kysely<DB>, steps: Step[]): Promise<CreatedIds> {
  return db.transaction().execute((tx) => writeStepsIn(tx, steps));
}

export async function writeStepsIn(tx: Transaction<DB>, steps: Step[]): Promise<CreatedIds> {
  const made: CreatedIds = { refundId: 0, withdrawalId: 0, blockId: 0, chargebackId: 0, debtPaymentId: 0 };
  for (const step of steps) await writeStep(tx, step, made);
  return made;
}

/** The statement is tried alone, all ties made immediate. @returns why it failed; null if it didn't */
export async function statementFailure(db: Kysely<DB>, statement: string): Promise<DatabaseFailure | null> {
  const attempt = db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    await sql`set constraints all immediate`.execute(tx);
  });
  return attempt.then(() => null, toFailure);
}

/** The steps are written as one transaction. @returns why it failed; null if it didn't */
export function stepsFailure(db: Kysely<DB>, steps: Step[]): Promise<DatabaseFailure | null> {
  return writeSteps(db, steps).then(() => null, toFailure);
}

/**
 * Another transaction writes its steps after these are written and their ties have held, and before they are committed;
 * or it waits for them. @returns why the other failed; null if it didn't
 */
export async function concurrentFailure(
  db: Kysely<DB>,
  steps: Step[],
  others: Step[],
): Promise<DatabaseFailure | null> {
  const { pending } = await db.transaction().execute(async (tx) => {
    await writeStepsIn(tx, steps);
    await sql`set constraints all immediate`.execute(tx);
    const other = stepsFailure(db, others);
    await Promise.race([other, waitForBlockedLock(tx)]);
    return { pending: other };
  });
  return pending;
}

/** Waits until a session waits for a lock, at most two seconds. */
export async function waitForBlockedLock(tx: Transaction<DB>): Promise<void> {
  for (let tries = 400; tries > 0; tries--) {
    const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(tx);
    if (rows.length > 0) return;
    await sleep(5);
  }
}

/** The steps are written on what was seen before the others were. @returns why they failed; null if they didn't */
export function oldSnapshotFailure(
  db: Kysely<DB>,
  others: Step[],
  steps: Step[],
): Promise<DatabaseFailure | null> {
  const attempt = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select from users limit 1`.execute(tx);
      await writeSteps(db, others);
      await writeStepsIn(tx, steps);
    });
  return attempt.then(() => null, toFailure);
}

/** A SQLSTATE with the constraint's name, or an error code of ours. */
export interface DatabaseFailure {
  code: string;
  constraint?: string;
}

export function isJournal(step: Step): step is postings.Journal {
  return typeof step === 'object' && 'legs' in step;
}

function toFailure(error: DatabaseFailure): DatabaseFailure {
  return { code: error.code, constraint: error.constraint };
}

async function writeStep(tx: Transaction<DB>, step: Step, made: CreatedIds): Promise<void> {
  if (typeof step === 'function') return writeStep(tx, step(made), made);
  if (isJournal(step)) return void (await post(tx, step));
  const { rows } = await step.execute(tx);
  const row = rows[0] as
    | Partial<
        Record<'refund_id' | 'withdrawal_id' | 'block_id' | 'chargeback_id' | 'debt_payment_id', number>
      >
    | undefined;
  made.refundId = row?.refund_id ?? made.refundId;
  made.blockId = row?.block_id ?? made.blockId;
  made.chargebackId = row?.chargeback_id ?? made.chargebackId;
  made.debtPaymentId = row?.debt_payment_id ?? made.debtPaymentId;
  made.withdrawalId = row?.withdrawal_id ?? made.withdrawalId;
}
