import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { sellingStates } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { fitsLimit, limitsOf, nextLevel } from '#domain/accounts/limits.ts';
import type { TrackRecord } from '#domain/accounts/limits.ts';
import { verificationLevel } from '#domain/accounts/verification.ts';
import type { LevelLimits, VerificationRules, VerifiedFacts } from '#domain/accounts/verification.ts';
import type { Ctx, Queryable, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { isIdentified } from './documents/identified.ts';
import { formatCents } from '#server/formats.ts';

/** A person's track record, the limits it gives now, and the rules used. */
export interface Allowance {
  userId: number;
  track: TrackRecord;
  limits: LevelLimits;
  /** Whether the person may sell at all, regardless of limits. */
  selling: boolean;
  rules: VerificationRules;
}

interface Row extends VerifiedFacts {
  id: number;
  ageDays: number;
  cleanOrders: number;
  restricted: boolean;
  selling: boolean;
}

/**
 * The allowances of people, by id.
 * @param who which rows of `users u`, as `` sql`u.id = 7` ``
 */
export async function allowancesOf(
  ctx: Pick<Ctx, 'db'>,
  db: Queryable,
  who: RawBuilder<unknown>,
): Promise<Map<number, Allowance>> {
  const { verification: rules } = (await currentRules(ctx.db, db)).rules;
  // Reads only as many orders as the highest level needs: two index scans of a few rows. The limit is hidden from the
  // planner, which would otherwise plan each call again.
  const clean = sql`o.state = 'completed' and not is_excluded_sale(o.id)
    and not exists (select from order_events e where e.order_id = o.id and e.to_state = 'in_complaint')
    limit (select ${rules.cleanOrders}::int)`;
  const { rows } = await sql<Row>`
    select u.id, u.email_verified_at is not null as "emailVerified",
      u.phone_verified_at is not null as "phoneVerified", ${isIdentified('u')} as "identityVerified",
      u.level_granted_at is not null as granted, ${isRestricted} as restricted,
      u.state = any(${sellingStates}::text[]) as selling,
      floor(extract(epoch from market_now() - u.created_at) / 86400)::int as "ageDays",
      case when u.created_at < market_now() - ${rules.newcomerDays}::int * interval '1 day' then 0
        else (select count(*) from (select from orders o where o.buyer_id = u.id and ${clean}) bought)
          + (select count(*) from (select from orders o where o.seller_id = u.id and ${clean}) sold)
      end::int as "cleanOrders"
    from users u where ${who}`.execute(db);
  return new Map(
    rows.map(({ id, ageDays, cleanOrders, restricted, selling, ...facts }) => {
      const track = { level: verificationLevel(facts), ageDays, cleanOrders, restricted };
      return [id, { userId: id, track, limits: limitsOf(track, rules), selling, rules }];
    }),
  );
}

/** SQL: staff restricted `users u`. Requesting a closure does not lift the restriction, because its reason stays. */
export const isRestricted = sql<boolean>`(u.state in ('restricted', 'closing') and u.state_reason <> '')`;

/** The allowance of one person. */
export async function allowanceOf(ctx: Pick<Ctx, 'db'>, db: Queryable, userId: number): Promise<Allowance> {
  return (await allowancesOf(ctx, db, sql`u.id = ${userId}`)).get(userId)!;
}

/**
 * The allowance with the person's row locked, so that concurrent requests cannot exceed a limit. It must be the first
 * lock of a transaction.
 */
export async function lockAllowance(ctx: Ctx, tx: Tx, userId: number): Promise<Allowance> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  return allowanceOf(ctx, tx, userId);
}

const limitTexts: Record<keyof LevelLimits, (limit: string) => string> = {
  activeListings: (limit) => `permite ${limit} anúncios no ar ao mesmo tempo.`,
  maxPriceCents: (limit) => `permite anúncios de até ${limit}.`,
  salesPerMonthCents: (limit) => `permite vender até ${limit} por mês.`,
  withdrawPerDayCents: (limit) => `permite sacar até ${limit} por dia.`,
  buyPerDayCents: (limit) => `permite comprar até ${limit} por dia.`,
};

const toRaise = 'Em Conta, «Seu limite» diz como aumentar.';
const toFit: Record<keyof LevelLimits, string> = {
  activeListings: 'Pause um anúncio para publicar outro.',
  maxPriceCents: 'Escolha um preço até esse valor.',
  salesPerMonthCents: 'No próximo mês a conta recomeça.',
  withdrawPerDayCents: 'Amanhã a conta recomeça.',
  buyPerDayCents: 'Amanhã a conta recomeça.',
};

/**
 * Refuses what would exceed a limit (§4.14), with the data to explain it.
 * @throws `verification_required` if the level allows none of it, `limit_reached` with `meta {kind, limit, used,
 *   level, next}`
 */
export function refuseBeyond(
  { track, limits, rules }: Allowance,
  kind: keyof LevelLimits,
  { used, more }: { used: number; more: number },
): void {
  const limit = limits[kind];
  if (limit === null || fitsLimit(used, more, limit)) return;
  const next = nextLevel(track, rules);
  const meta = {
    kind,
    limit,
    used,
    level: track.level,
    next: next && { level: next.level, limit: next.limits[kind] },
  };
  if (limit === 0 && !track.restricted) fail('verification_required', { meta });
  const allows = limitTexts[kind](kind === 'activeListings' ? String(limit) : formatCents(limit));
  const who = track.restricted ? 'Sua conta tem limites por enquanto e' : 'Seu nível';
  const detail = `${who} ${allows} ${next && !track.restricted ? toRaise : toFit[kind]}`;
  fail('limit_reached', { detail, meta });
}
