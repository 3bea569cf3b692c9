import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

/** How many wrong tries a key may make before it rests, and for how long. */
export interface Brake {
  key: string;
  maxFailures: number;
  /** The first rest; each further one within a day is twice as long, up to `maxPauseMs`. */
  pauseMs: number;
  maxPauseMs: number;
}

const now = sql`market_now()`;

/**
 * Counts a try before the secret is looked at, so that twenty tries at once are not twenty guesses: they wait for
 * each other at the row.
 * @returns whether this very try began a pause; `takeBack` wants to know
 * @throws too_many_requests while the key rests
 */
export async function countTry(db: Queryable, brake: Brake): Promise<boolean> {
  const { key, maxFailures } = brake;
  const next = sql`(case when b.tried_at < ${now} - ${ms(brake.pauseMs)} then 1 else b.failures + 1 end)`;
  const pauses = sql`(case when greatest(b.tried_at, b.paused_until) < ${now} - interval '1 day' then 0 else b.pauses end)`;
  const pause = sql`least(${brake.maxPauseMs}::float8, ${brake.pauseMs}::float8 * 2 ^ ${pauses})`;
  const tired = sql`${next} >= ${maxFailures}::int`;
  const { rows } = await sql<{ began: boolean }>`
    insert into brakes as b (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case when ${tired} then 0 else ${next} end,
      pauses = ${pauses} + (${tired})::int,
      paused_until = case when ${tired} then ${now} + ${pause} * interval '1 millisecond' else b.paused_until end,
      tried_at = ${now}
    where b.paused_until is null or b.paused_until <= ${now}
    returning coalesce(paused_until > ${now}, false) as began`.execute(db);
  if (!rows[0]) fail('too_many_requests', resting(await secondsLeft(db, key)));
  return rows[0].began;
}

/** The secret was right: this one try does not count. A pause is lifted only by the try that began it. */
export async function takeBack(db: Queryable, brake: Brake, began: boolean): Promise<void> {
  await sql`update brakes set
      failures = case when ${began} then ${brake.maxFailures - 1} else greatest(failures - 1, 0) end,
      pauses = pauses - ${began ? 1 : 0},
      paused_until = case when ${began} then null else paused_until end
    where key = ${brake.key}`.execute(db);
}

/** The secret was right: earlier failures and pauses no longer count. */
export async function release(db: Queryable, keys: readonly string[]): Promise<void> {
  await sql`delete from brakes where key = any(${keys}::text[])`.execute(db);
}

async function secondsLeft(db: Queryable, key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from paused_until - ${now}))::int as seconds from brakes where key = ${key}`.execute(
    db,
  );
  return Math.max(rows[0]?.seconds ?? 1, 1);
}

function ms(milliseconds: number) {
  return sql`${milliseconds}::float8 * interval '1 millisecond'`;
}

function resting(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return {
    detail: `Muitas tentativas com a senha errada. Espere ${words} e tente de novo.`,
    meta: { retryAfterSeconds: seconds },
  };
}
