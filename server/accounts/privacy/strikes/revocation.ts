import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { measureMs, measureOf, strikeMeasures } from '#domain/accounts/strikes/strikes.ts';
import type { StrikeMeasure, StrikeRules } from '#domain/accounts/strikes/strikes.ts';
import { lockPerson } from '#server/accounts/privacy/people.ts';
import { applySanctions } from '#server/accounts/privacy/sanctions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { resumeListingsPausedBy } from '#server/listings/removal.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inForce, suspending } from '#server/accounts/strikes/queries.ts';

interface Revoked {
  strikeId: number;
  personId: number;
  /** The event by which it was given. */
  eventId: number;
  reason: string;
}

/**
 * Revokes a strike that was overturned on appeal (F55). Those given after it count one less, and bring what they would have
 * brought. The account is suspended only as long as other strikes and decisions say.
 * @returns whether it was in force
 */
export async function revokeStrike(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  { strikeId, personId, eventId, reason }: Revoked,
): Promise<boolean> {
  const person = await lockPerson(tx, personId);
  const { numAffectedRows } = await sql`
    update strikes s set revoked_at = market_now(), revoked_by = ${viewer.id},
      measure_until = case when measure = 'warning' then null else least(measure_until, market_now()) end
    where s.id = ${strikeId} and ${inForce}`.execute(tx);
  if (numAffectedRows === 0n) return false;
  await lowerLater(tx, { strikeId, personId }, (await currentRules(ctx.db, tx)).rules.strikes);
  if (person.state !== 'suspended') return true;
  const { state } = await applySanctions(ctx, tx, person, { actor: viewer, reason });
  if (state !== 'suspended') await resumeListingsPausedBy(tx, personId, eventId);
  return true;
}

interface Later {
  id: number;
  step: number;
  measure: StrikeMeasure;
}

async function lowerLater(
  tx: Tx,
  { strikeId, personId }: Pick<Revoked, 'strikeId' | 'personId'>,
  rules: StrikeRules,
): Promise<void> {
  const { rows } = await sql<Later>`
    select s.id, s.step, s.measure from strikes s where s.user_id = ${personId} and s.id > ${strikeId}
      and s.step > 1 and ${inForce} order by s.id`.execute(tx);
  for (const { id, step, measure } of rows) {
    const milder = mildest(measure, measureOf(step - 1, rules));
    const ms = measureMs(milder, rules);
    await sql`update strikes set step = ${step - 1}, measure = ${milder},
        measure_until = ${ms === 0 ? null : sql`least(measure_until, given_at + ${ms} * interval '1 millisecond')`}
      where id = ${id}`.execute(tx);
  }
}

function mildest(one: StrikeMeasure, other: StrikeMeasure): StrikeMeasure {
  return strikeMeasures.indexOf(one) < strikeMeasures.indexOf(other) ? one : other;
}

/** What strikes brought ends now, because an admin put the account back to normal. The strikes count on. */
export async function endStrikeSuspensions(tx: Tx, id: number): Promise<void> {
  await sql`update strikes s set measure_until = market_now() where s.user_id = ${id}
    and s.measure = any(${suspending}::text[]) and s.measure_until > market_now()`.execute(tx);
}
