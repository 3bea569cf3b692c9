import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Db } from '#server/context.ts';
import { inTransaction } from '#server/transaction.ts';

/** Product §4.17: after five wrong tries an account rests for 15 minutes, for that address only. */
const maxFailures = 5;
const pauseMs = 15 * 60_000;

/**
 * Counts a try before the password is looked at, so that twenty tries at once are not twenty guesses; a right
 * password takes its count back with `forgetFailures`.
 */
export async function countTry(db: Db, key: string): Promise<void> {
  const secondsLeft = await inTransaction(db, async (tx) => {
    // Without a row to lock yet, the key itself is locked.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number; seconds_left: number }>`
      select count, ceil(extract(epoch from window_start - market_now()) + ${pauseMs / 1000}::int)::int as seconds_left
      from attempts where key = ${key} and window_start > market_now() - ${pauseMs / 1000}::int * interval '1 second'`.execute(
      tx,
    );
    const recent = rows[0];
    if (recent && recent.count >= maxFailures) return recent.seconds_left;
    await sql`delete from attempts where key = ${key}`.execute(tx);
    await sql`insert into attempts (key, window_start, count)
      values (${key}, market_now(), ${(recent?.count ?? 0) + 1})`.execute(tx);
    return 0;
  });
  if (secondsLeft > 0) fail('too_many_requests', tired(secondsLeft));
}

/** The password was right: earlier failures no longer count. */
export async function forgetFailures(db: Db, key: string): Promise<void> {
  await sql`delete from attempts where key = ${key}`.execute(db);
}

function tired(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return {
    detail: `Muitas tentativas com a senha errada. Espere ${words} e tente de novo.`,
    meta: { retryAfterSeconds: seconds },
  };
}
