import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { measureMs, measureOf, strikeMeasures, suspends } from '#domain/accounts/strikes/strikes.ts';
import type { StrikeRules } from '#domain/accounts/strikes/strikes.ts';
import type { Queryable } from '#server/context.ts';

export type PersonStrikes = Reply<typeof getPerson>['strikes'];

const dayMs = 86_400_000;

/** SQL condition: strike `s` counts now. */
export const inForce = sql<boolean>`(s.revoked_at is null and s.expires_at > market_now())`;

/** The measures that suspend an account. */
export const suspending = strikeMeasures.filter(suspends);

/** The number that one more strike of this person would have. */
export async function nextStep(db: Queryable, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from strikes s where s.user_id = ${userId} and ${inForce}`.execute(db);
  return rows[0]!.count + 1;
}

/** SQL condition: the account may not publish without a review because of strikes. */
export const isReviewedForStrikes = (userId: number) =>
  sql<boolean>`exists (select from strikes s where s.user_id = ${userId} and s.revoked_at is null
    and s.measure <> 'warning' and s.measure_until > market_now())`;

/** The strikes of a person, newest first, and what one more would bring. */
export async function strikesOf(db: Queryable, userId: number, rules: StrikeRules): Promise<PersonStrikes> {
  const { rows } = await sql<Row>`
    select s.id, s.broken_rule as rule, s.reason, u.username::text as by, s.given_at as "givenAt",
      s.expires_at as "expiresAt", s.step, s.measure, s.measure_until as "measureUntil", s.revoked_at as "revokedAt",
      ${inForce} as counts
    from strikes s join users u on u.id = s.given_by where s.user_id = ${userId}
    order by s.id desc limit 50`.execute(db);
  const step = await nextStep(db, userId);
  const measure = measureOf(step, rules);
  return {
    items: rows.map(({ givenAt, expiresAt, measureUntil, revokedAt, ...row }) => ({
      ...row,
      givenAt: givenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      measureUntil: measureUntil?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
    next: { step, measure, days: Math.ceil(measureMs(measure, rules) / dayMs) },
  };
}

type Item = PersonStrikes['items'][number];
interface Row extends Omit<Item, 'givenAt' | 'expiresAt' | 'measureUntil' | 'revokedAt'> {
  givenAt: Date;
  expiresAt: Date;
  measureUntil: Date | null;
  revokedAt: Date | null;
}
