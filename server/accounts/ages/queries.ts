import { sql } from 'kysely';
import type { getGuardianship } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { adulthood } from '#domain/accounts/ages/ages.ts';
import { buyerAge, youngest } from '#domain/accounts/ages/buyers.ts';
import type { Ctx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { ageOf } from './births.ts';
import { ageLimitsOf, mayOfferByAge } from './purchases.ts';

type Guardianship = Reply<typeof getGuardianship>;

interface Row {
  id: number;
  username: string;
  isGiven: boolean;
  askedAt: Date;
  expiresAt: Date;
  givenAt: Date | null;
  monthlyLimitCents: number | null;
  spentCents: number;
}

/** SQL condition: consent or request `c` is for a person of 12 to 17 years, as they typed or as it is proven. */
export const isForMinor = sql<boolean>`coalesce(proven_age(c.minor_id),
  age_on(c.born_on, (market_now() at time zone 'America/Sao_Paulo')::date)) between ${youngest} and ${adulthood - 1}`;

/** What age means for an account (F58): its limits, its guardian, and the minors it answers for. */
export async function guardianship(ctx: Ctx, viewer: Viewer): Promise<Guardianship> {
  const { rules } = await currentRules(ctx.db);
  const [proven, mayOffer, limits, guardian, minors] = await Promise.all([
    ageOf(ctx.db, viewer.id),
    mayOfferByAge(ctx.db, viewer.id, rules),
    ageLimitsOf(ctx.db, viewer.id, rules),
    ownGuardian(ctx, viewer),
    minorsOf(ctx, viewer),
  ]);
  const age = buyerAge(proven?.years ?? null);
  return {
    enforced: rules.ages.enforced,
    age,
    bornOn: proven?.bornOn ?? null,
    mayOffer,
    limits,
    guardian,
    minors,
    maxMonthlyCents: rules.ages.guardedPerMonthCents,
    minorsPerGuardian: rules.ages.minorsPerGuardian,
  };
}

async function ownGuardian(ctx: Ctx, viewer: Viewer): Promise<Guardianship['guardian']> {
  const { rows } = await sql<Row>`
    select c.id, c.guardian_name as username, c.given_at is not null as "isGiven", c.asked_at as "askedAt",
      c.expires_at as "expiresAt", c.given_at as "givenAt", c.monthly_limit_cents as "monthlyLimitCents",
      0 as "spentCents" from guardian_consents c
    where c.minor_id = ${viewer.id} and c.ended_at is null
      and (c.given_at is not null or c.expires_at > market_now())`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

async function minorsOf(ctx: Ctx, viewer: Viewer): Promise<Guardianship['minors']> {
  const { rows } = await sql<Row>`
    select c.id, u.username::text, c.given_at is not null as "isGiven", c.asked_at as "askedAt",
      c.expires_at as "expiresAt", c.given_at as "givenAt", c.monthly_limit_cents as "monthlyLimitCents",
      case when c.given_at is null then 0 else spent_this_month(c.minor_id) end as "spentCents"
    from guardian_consents c join users u on u.id = c.minor_id
    where c.guardian_id = ${viewer.id} and c.ended_at is null
      and (c.given_at is not null or c.expires_at > market_now())
      and ${isForMinor}
    order by c.id limit 100`.execute(ctx.db);
  return rows.map((row) => ({ ...present(row), spentCents: row.spentCents }));
}

function present({ id, username, isGiven, askedAt, expiresAt, givenAt, monthlyLimitCents }: Row) {
  return {
    id,
    username,
    isGiven,
    askedAt: askedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    givenAt: givenAt && givenAt.toISOString(),
    monthlyLimitCents,
  };
}
