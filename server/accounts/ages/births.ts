import { sql } from 'kysely';
import { adulthood, isPossibleBirth } from '#domain/accounts/ages/ages.ts';
import type { BirthSource } from '#domain/accounts/ages/ages.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Queryable, Tx } from '#server/context.ts';
import { record, recordDecision } from '#server/events/events.ts';

/** A proven birth, with the age by today's date in São Paulo. */
export interface ProvenAge {
  /** `YYYY-MM-DD`. */
  bornOn: string;
  years: number;
  isAdult: boolean;
  source: BirthSource;
}

/** The proven age of an account (F58); null without a proof. What people typed of themselves is none, nor is a guardian's word at 18. */
export async function ageOf(db: Queryable, accountId: number): Promise<ProvenAge | null> {
  const { rows } = await sql<{ bornOn: string; years: number; source: BirthSource }>`
    select born_on::text as "bornOn", proven_age(user_id) as years, source from proven_births
    where user_id = ${accountId} and proven_age(user_id) is not null`.execute(db);
  const found = rows[0];
  return found ? { ...found, isAdult: found.years >= adulthood } : null;
}

/**
 * Stores when an account was born, once it is proven (F58). The same day again changes nothing, except that an approved
 * document takes the place of a guardian's word.
 * @param bornOn `YYYY-MM-DD`
 * @param by the member of staff or the guardian; null where a provider of verification decided
 * @throws `invalid_request` for a day that does not exist, in the future or before 1900 · `wrong_state` where another day
 * is proven already: staff correct it with {@link correctBirth}
 */
export async function proveBirth(
  tx: Tx,
  accountId: number,
  bornOn: string,
  source: Exclude<BirthSource, 'staff'>,
  by: number | null,
): Promise<void> {
  requirePossible(bornOn, await today(tx));
  const { rows } = await sql<{ user_id: number }>`
    insert into proven_births as b (user_id, born_on, source, proven_by)
    values (${accountId}, ${bornOn}::date, ${source}, ${by})
    on conflict (user_id) do update set source = excluded.source, proven_by = excluded.proven_by
      where b.born_on = excluded.born_on and b.source = 'guardian' and excluded.source = 'document'
    returning user_id`.execute(tx);
  if (rows.length === 0) {
    const kept = await ageOf(tx, accountId);
    if (kept?.bornOn === bornOn) return;
    fail('wrong_state', {
      detail:
        'A data de nascimento desta conta já foi confirmada, e é outra. A equipe corrige com um motivo.',
      meta: { allowed: [] },
    });
  }
  await record(tx, {
    kind: 'account.birth_proven',
    actor: null,
    subject: { kind: 'user', id: accountId },
    data: { source },
  });
}

/** The births that the documents of these people proved are proven no more; those that staff stored stay (F58). */
export async function withdrawProvenBirths(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`delete from proven_births where user_id = any(${accountIds}) and source = 'document'`.execute(tx);
}

/**
 * An admin stores or corrects a proven birth, with a reason. The record of decisions holds no date.
 * @throws `own_decision` · `not_found` · `invalid_request` for a day that cannot be a birth
 */
export async function correctBirth(
  tx: Tx,
  viewer: Viewer,
  { id, bornOn, reason }: { id: number; bornOn: string; reason: string },
): Promise<void> {
  const answer = can(viewer, 'correct_birth', { id });
  if (!answer.ok) fail(answer.reason, { detail: 'Outro administrador precisa fazer isso.' });
  const { rows } = await sql`select from users where id = ${id} and state <> 'closed' for update`.execute(tx);
  if (rows.length === 0) fail('not_found');
  requirePossible(bornOn, await today(tx));
  const before = await ageOf(tx, id);
  await sql`
    insert into proven_births (user_id, born_on, source, proven_by, reason)
    values (${id}, ${bornOn}::date, 'staff', ${viewer.id}, ${reason})
    on conflict (user_id) do update set born_on = excluded.born_on, source = excluded.source,
      proven_by = excluded.proven_by, reason = excluded.reason`.execute(tx);
  const after = await ageOf(tx, id);
  await recordDecision(tx, {
    kind: 'account.birth_corrected',
    actor: viewer,
    subject: { kind: 'user', id },
    before: { adult: before?.isAdult ?? null },
    after: { adult: after!.isAdult },
    reason,
  });
}

function requirePossible(bornOn: string, day: string): void {
  if (!isPossibleBirth(bornOn, day))
    fail('invalid_request', { errors: { bornOn: 'Confira a data de nascimento.' } });
}

/** Today in São Paulo, `YYYY-MM-DD`. */
export async function today(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (market_now() at time zone 'America/Sao_Paulo')::date::text as today`.execute(tx);
  return rows[0]!.today;
}
