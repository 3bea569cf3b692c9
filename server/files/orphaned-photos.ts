import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { writeFiles } from './encode-image.ts';
import type { EncodedImage } from './encode-image.ts';
import { enqueue, enqueueAll } from '#server/background/jobs.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** A row references a written photo long before this. */
const graceMs = 86_400_000;
/** A removal takes less, unless its process died; then an upload of the same photo waits for the job's retry. */
const maxWaitMs = 5_000;
const retryMs = 100;
/** Longer than a removal takes, shorter than the delay until a failed job is retried. */
const staleRemovalMs = 10 * 60_000;

/**
 * Writes a photo's files. The write is recorded first: if the process dies before a row references the photo, the photo
 * is removed after a day.
 * @throws `unavailable` while a removal of the same photo does not finish
 */
export async function writePhoto(ctx: Ctx, key: string, files: EncodedImage['files']): Promise<void> {
  for (let waitedMs = 0; !(await recordWrite(ctx, key)); waitedMs += retryMs) {
    if (waitedMs >= maxWaitMs) fail('unavailable');
    await sleep(retryMs);
  }
  await writeFiles(ctx.images, key, files);
}

/** Records the write. @returns false while the photo is being removed */
function recordWrite(ctx: Ctx, key: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql`
      insert into photo_writes (key, until)
      values (${key}, now() + ${graceMs} * interval '1 millisecond')
      on conflict (key) do update set until = excluded.until where photo_writes.removing_since is null returning key`.execute(
      tx,
    );
    if (rows.length > 0) await enqueue(tx, 'photos.remove-unnamed', { key }, graceMs);
    return rows.length > 0;
  });
}

/** Removes a photo in the transaction that removes a reference to it; it stays while anything else references it. */
export async function discardPhotos(tx: Tx, keys: readonly string[]): Promise<void> {
  await enqueueAll(
    tx,
    'photos.remove-unnamed',
    keys.map((key) => ({ key })),
  );
}

/**
 * Job: removes a photo that nothing references. A row that begins to reference it after this check recorded its write
 * within the last day, which `photo_writes` shows; a write that is recorded from now on waits until the photo is gone.
 * A photo written today has a later job of its own, and a removal that another process runs is left to it.
 */
export async function removeUnreferencedPhoto(ctx: Ctx, { key }: { key: string }): Promise<void> {
  const { rows } = await sql<{ since: string }>`
    insert into photo_writes (key, until, removing_since) select ${key}, now(), now() where not is_photo_in_use(${key})
    on conflict (key) do update set removing_since = now() where photo_writes.until <= now()
      and coalesce(photo_writes.removing_since < now() - ${staleRemovalMs} * interval '1 millisecond', true)
    returning removing_since::text as since`.execute(ctx.db);
  const since = rows[0]?.since ?? null;
  if (since !== null) await ctx.images.remove(key);
  await sql`delete from photo_writes where key = ${key} and until <= now()
    and removing_since is not distinct from ${since}::timestamptz`.execute(ctx.db);
}

const portrait = /^\/imagens\/([a-f0-9]{32})-/;

/** The key of a person's portrait; none for the default drawing. */
export function portraitKeys(image: string | undefined): string[] {
  const key = portrait.exec(image ?? '')?.[1];
  return key === undefined ? [] : [key];
}
