import { sql } from 'kysely';
import { isFault } from '#db/fault.ts';
import type { Sweep } from '#server/background/worker.ts';
import { inParallel } from '#server/concurrency/in-parallel.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { record } from '#server/events/events.ts';
import { backupFolderOf } from './backup.ts';
import { verifyContent } from './contents.ts';
import type { BackupFolder } from './contents.ts';
import type { Manifest } from './manifest.ts';
import { lostContents, readSet, setNames } from './sets.ts';

/** A nightly backup with two hours to spare. */
const oldestMs = 26 * 3_600_000;
const atOnce = 2;

/**
 * Checks the backups of `BACKUP_DIR` every hour: that there is a complete set, and that it is of the last day. Once a week
 * every content of the newest set is read, decrypted and compared. Admins are notified of what is wrong, once a day.
 */
export const checkBackups: Sweep = {
  name: 'backup.check',
  everyMs: 3_600_000,
  async run(ctx) {
    const { dir, key } = ctx.config.backup;
    if (dir === null || key === null) return 0;
    const found = await inspect(ctx, backupFolderOf(ctx.config, dir));
    await inTransaction(ctx.db, async (tx) => {
      await sql`update backup_state set checked_at = now(), up_to = ${found.upTo}, fault = ${found.fault}`.execute(
        tx,
      );
      if (found.fault !== null) await notifyAdmins(tx, found.fault);
    });
    if (found.fault !== null) ctx.log.error({ fault: found.fault }, 'the backups are not sound');
    return 0;
  },
};

interface Found {
  upTo: string | null;
  fault: string | null;
}

async function inspect(ctx: Ctx, folder: BackupFolder): Promise<Found> {
  let upTo: string | null = null;
  try {
    const newest = (await setNames(folder)).at(-1);
    if (newest === undefined) return { upTo, fault: `Não há cópia completa em ${folder.root}.` };
    const manifest = await readSet(folder, newest);
    ({ upTo } = manifest);
    const lost = await lostContents(folder, manifest);
    if (lost.length > 0)
      return { upTo, fault: `A cópia ${newest} está incompleta: faltam ${lost.length} arquivos.` };
    if (await beginReading(ctx, newest)) await readEverything(ctx, folder, manifest);
    const isOld = Date.now() - Date.parse(upTo) > oldestMs;
    return {
      upTo,
      fault: isOld ? `A cópia mais nova vai só até ${upTo}.` : await lastReadingFault(ctx, newest),
    };
  } catch (error) {
    if (isFault(error)) return { upTo, fault: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { upTo, fault: `A pasta das cópias não se lê: ${message}` };
  }
}

/** One process reads in a week, and one that was killed is followed by another after a day; a fault, by the next set. */
async function beginReading({ db }: Ctx, name: string): Promise<boolean> {
  const { rows } = await sql`
    update backup_state set read_begun_at = now(), read_set = ${name}
    where (coalesce(read_at < now() - interval '7 days', true)
        and coalesce(read_begun_at < now() - interval '1 day', true))
      or (fault is not null and read_set is distinct from ${name})
    returning 1`.execute(db);
  return rows.length > 0;
}

/** @throws a fault when a content is not what was stored */
async function readEverything({ db }: Ctx, folder: BackupFolder, { files }: Manifest): Promise<void> {
  await inParallel(Object.entries(files), atOnce, ([path, content]) => verifyContent(folder, content, path));
  await sql`update backup_state set read_at = now()`.execute(db);
}

/** A set that failed its reading stays faulty until another one is the newest. */
async function lastReadingFault({ db }: Ctx, name: string): Promise<string | null> {
  const { rows } = await sql<{ fault: string }>`
    select fault from backup_state
    where fault is not null and read_set = ${name} and coalesce(read_at < read_begun_at, true)`.execute(db);
  return rows[0]?.fault ?? null;
}

async function notifyAdmins(tx: Tx, fault: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with admins as materialized (
      select id from users where role = 'admin' and state = 'active' order by id for no key update)
    select a.id from admins a where not exists (
      select from events e where e.subject_kind = 'user' and e.subject_id = a.id
        and e.kind = 'staff.backup_failed' and e.at > market_now() - interval '1 day')`.execute(tx);
  for (const { id } of rows)
    await record(tx, {
      kind: 'staff.backup_failed',
      actor: null,
      subject: { kind: 'user', id },
      data: { fault },
    });
}
