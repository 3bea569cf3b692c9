import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { writeFiles } from './encode-image.ts';
import type { EncodedImage } from './encode-image.ts';
import { enqueue, enqueueAll } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** What is written has a row that names it long before. */
const namedWithinMs = 86_400_000;
/** Removing a photo takes less, unless its remover died; then the same photo waits for the job's next try. */
const patienceMs = 5_000;
const askEveryMs = 100;
/** Longer than a removal takes, shorter than until a job that died is tried again. */
const removedWithinMs = 10 * 60_000;

/**
 * Writes a photo's files. It is noted first: whoever dies before a row names the photo leaves it for a day and no longer.
 * @throws `unavailable` while the same photo is being removed and does not go
 */
export async function writePhoto(ctx: Ctx, key: string, files: EncodedImage['files']): Promise<void> {
  for (let waitedMs = 0; !(await note(ctx, key)); waitedMs += askEveryMs) {
    if (waitedMs >= patienceMs) fail('unavailable');
    await sleep(askEveryMs);
  }
  await writeFiles(ctx.images, key, files);
}

/** @returns false while it is being removed */
function note(ctx: Ctx, key: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql`
      insert into photo_writes (key, until)
      values (${key}, now() + ${namedWithinMs} * interval '1 millisecond')
      on conflict (key) do update set until = excluded.until where photo_writes.removing_since is null returning key`.execute(
      tx,
    );
    if (rows.length > 0) await enqueue(tx, 'photos.remove-unnamed', { key }, namedWithinMs);
    return rows.length > 0;
  });
}

/** Throws a photo away in the transaction that takes a mention of it; it stays while anything else shows it. */
export async function discardPhotos(tx: Tx, keys: readonly string[]): Promise<void> {
  await enqueueAll(
    tx,
    'photos.remove-unnamed',
    keys.map((key) => ({ key })),
  );
}

/**
 * The job: a photo that nothing names is nobody's. Whatever begins to name it after this look noted it within the day
 * before, and the row tells; whoever notes it from now on waits until it is gone. What was noted today has a job of its
 * own, and what another is removing is left to them.
 */
export async function removeUnnamedPhoto(ctx: Ctx, { key }: { key: string }): Promise<void> {
  const { rows } = await sql<{ since: string }>`
    insert into photo_writes (key, until, removing_since) select ${key}, now(), now() where not photo_is_named(${key})
    on conflict (key) do update set removing_since = now() where photo_writes.until <= now()
      and coalesce(photo_writes.removing_since < now() - ${removedWithinMs} * interval '1 millisecond', true)
    returning removing_since::text as since`.execute(ctx.db);
  const since = rows[0]?.since ?? null;
  if (since !== null) await ctx.images.remove(key);
  await sql`delete from photo_writes where key = ${key} and until <= now()
    and removing_since is not distinct from ${since}::timestamptz`.execute(ctx.db);
}

const portrait = /^\/imagens\/([a-f0-9]{32})-/;

/** The photo that a person is shown by; none where it is the drawing of all who have none. */
export function portraitKeys(image: string | undefined): string[] {
  const key = portrait.exec(image ?? '')?.[1];
  return key === undefined ? [] : [key];
}
