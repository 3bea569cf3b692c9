import { sql } from 'kysely';
import { fail } from '#domain/errors.ts';
import type { Queryable } from '#server/context.ts';

/** How many wrong attempts a key may have before a pause, and how long the pause is. */
export interface AttemptLimit {
  key: string;
  maxFailures: number;
  /** The first pause; each further one within a day is twice as long, up to `maxPauseMs`. */
  pauseMs: number;
  maxPauseMs: number;
}

const now = sql`market_now()`;

/**
 * Counts an attempt before the secret is checked, so that concurrent attempts cannot exceed the limit: the row lock
 * serializes them.
 * @returns whether this attempt began a pause, which {@link uncountAttempt} needs
 * @throws too_many_requests during a pause
 */
export async function countAttempt(db: Queryable, limit: AttemptLimit): Promise<boolean> {
  const { key, maxFailures } = limit;
  const next = sql`(case when b.tried_at < ${now} - ${ms(limit.pauseMs)} then 1 else b.failures + 1 end)`;
  const pauses = sql`(case when greatest(b.tried_at, b.paused_until) < ${now} - interval '1 day' then 0 else b.pauses end)`;
  const pause = sql`least(${limit.maxPauseMs}::float8, ${limit.pauseMs}::float8 * 2 ^ ${pauses})`;
  const limitReached = sql`${next} >= ${maxFailures}::int`;
  const { rows } = await sql<{ began: boolean }>`
    insert into brakes as b (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case when ${limitReached} then 0 else ${next} end,
      pauses = ${pauses} + (${limitReached})::int,
      paused_until = case when ${limitReached} then ${now} + ${pause} * interval '1 millisecond' else b.paused_until end,
      tried_at = ${now}
    where b.paused_until is null or b.paused_until <= ${now}
    returning coalesce(paused_until > ${now}, false) as began`.execute(db);
  if (!rows[0]) fail('too_many_requests', tooManyAttempts(await secondsLeft(db, key)));
  return rows[0].began;
}

/** After a right secret: uncounts one attempt. Only the attempt that began a pause ends it. */
export async function uncountAttempt(db: Queryable, limit: AttemptLimit, began: boolean): Promise<void> {
  await sql`update brakes set
      failures = case when ${began} then ${limit.maxFailures - 1} else greatest(failures - 1, 0) end,
      pauses = pauses - ${began ? 1 : 0},
      paused_until = case when ${began} then null else paused_until end
    where key = ${limit.key}`.execute(db);
}

/** After a right secret: deletes earlier failures and pauses. */
export async function clearAttempts(db: Queryable, keys: readonly string[]): Promise<void> {
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

function tooManyAttempts(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return {
    detail: `Muitas tentativas com a senha errada. Espere ${words} e tente de novo.`,
    meta: { retryAfterSeconds: seconds },
  };
}
