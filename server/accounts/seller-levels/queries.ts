import { sql } from 'kysely';
import type { Query, Reply } from '#contract/endpoint.ts';
import { countedPerPage } from '#contract/accounts/seller-levels.ts';
import type { listContests } from '#contract/accounts/counting-contests.ts';
import type { getSellerLevel, listCountedSales, listSellerLevels } from '#contract/accounts/seller-levels.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { colourOf, exclusionReasons, rateBps } from '#domain/accounts/seller-levels/figures.ts';
import type { SellerFigures } from '#domain/accounts/seller-levels/figures.ts';
import { checkSeller, missingFor } from '#domain/accounts/seller-levels/monthly-check.ts';
import type { SellerFacts } from '#domain/accounts/seller-levels/monthly-check.ts';
import { sellerLevels } from '#domain/accounts/seller-levels/rules.ts';
import type { EarnedLevel, SellerLevel, SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import { levelHoldDays } from '#domain/accounts/seller-levels/terms.ts';
import { releaseDelayMs } from '#domain/orders/timers.ts';
import type { Ctx, Db } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { presentContest } from './contests.ts';
import type { ContestRow } from './contests.ts';
import { factsOfSellers, saleFacts, saysSomething } from './figures.ts';

type OwnLevel = Reply<typeof getSellerLevel>;

/** What each level needs and brings, by the rules in force. */
export async function publicLevels(db: Db): Promise<Reply<typeof listSellerLevels>> {
  const { rules } = await currentRules(db);
  const { sellerLevels: levelRules } = rules;
  return {
    items: sellerLevels.map((level) => ({
      level,
      sales: level === 'new' ? 0 : levelRules[level].sales,
      rebateBps: level === 'new' ? 0 : levelRules[level].rebateBps,
      holdMs: releaseDelayMs(levelHoldDays(level, rules), rules.timers),
    })),
    goldOnTimeBps: levelRules.goldOnTimeBps,
  };
}

/** The own level with what is counted now, which the next daily count and monthly check would find. */
export async function ownSellerLevel(ctx: Ctx, { id }: Viewer): Promise<OwnLevel> {
  const { rules } = await currentRules(ctx.db);
  const { sellerLevels: levelRules } = rules;
  const facts = (await factsOfSellers(ctx.db, [id], levelRules)).get(id)!;
  const { rows } = await sql<{ level: SellerLevel; since: Date; bad_months: number; warned_at: Date | null }>`
    select level, since, bad_months, warned_at from seller_levels where user_id = ${id}`.execute(ctx.db);
  const row = rows[0];
  const level = row?.level ?? 'new';
  const badMonths = row?.bad_months ?? 0;
  const { level: forecast, outcome } = checkSeller({ level, badMonths }, facts, levelRules);
  return {
    level,
    since: row?.since.toISOString() ?? null,
    colour: colourOf(facts.figures, levelRules),
    badMonths,
    warnedAt: row?.warned_at?.toISOString() ?? null,
    figures: { sales: facts.sales, ...presentFigures(facts.figures) },
    next: nextOf(level, facts, levelRules),
    forecast: { level: forecast, outcome },
    terms: {
      holdMs: releaseDelayMs(levelHoldDays(level, rules), rules.timers),
      rebateBps: level === 'new' ? 0 : levelRules[level].rebateBps,
    },
  };
}

function presentFigures({ excluded, ...figures }: SellerFigures) {
  const { orders, claims, cancellations, delivered, late } = figures;
  return {
    ...figures,
    claimsBps: rateBps(claims, orders),
    cancellationsBps: rateBps(cancellations, orders),
    lateBps: rateBps(late, delivered),
    excluded: exclusionReasons.flatMap((reason) => {
      const count = excluded[reason];
      return count === undefined ? [] : [{ reason, count }];
    }),
  };
}

function nextOf(level: SellerLevel, facts: SellerFacts, rules: SellerLevelRules): OwnLevel['next'] {
  const next = sellerLevels[sellerLevels.indexOf(level) + 1] as EarnedLevel | undefined;
  return next ? { level: next, sales: rules[next].sales, missing: missingFor(next, facts, rules) } : null;
}

type CountedSale = Reply<typeof listCountedSales>['items'][number];

interface CountedRow extends Omit<CountedSale, 'paidAt' | 'contest'> {
  paidAt: Date;
  contest: ContestRow | null;
}

/** For queries with {@link saleFacts}: the kinds of what counts against the seller. */
const kindsOf = sql`array_remove(array[case when sale.claimed then 'claim' end,
  case when sale.cancelled then 'cancellation' end, case when sale.late then 'late' end], null)`;

/** The seller's sales of the long window that count against them or were excluded, newest first. */
export async function countedSales(
  db: Db,
  { id }: Viewer,
  { before }: Query<typeof listCountedSales>,
): Promise<Reply<typeof listCountedSales>> {
  const { longWindowDays } = (await currentRules(db)).rules.sellerLevels;
  const { rows } = await sql<CountedRow>`
    select o.id as "orderId", o.hash, v.title, o.paid_at as "paidAt", ${kindsOf} as kinds, sale.excluded,
      (select to_jsonb(t) from sale_contests t where t.order_id = o.id) as contest
    from orders o join listing_versions v on v.id = o.listing_version_id ${saleFacts}
    where o.seller_id = ${id} and o.paid_at > market_now() - ${longWindowDays}::int * interval '1 day'
      and o.id < ${before ?? Number.MAX_SAFE_INTEGER} and ${saysSomething}
      and (sale.claimed or sale.cancelled or sale.late or sale.excluded is not null)
    order by o.id desc limit ${countedPerPage + 1}`.execute(db);
  const items = rows.slice(0, countedPerPage).map(({ paidAt, contest, ...row }) => ({
    ...row,
    paidAt: paidAt.toISOString(),
    contest: contest && presentContest(contest),
  }));
  return { items, next: rows.length > countedPerPage ? items.at(-1)!.orderId : null };
}

type Pending = Reply<typeof listContests>['items'][number];

/** The contests that are not decided yet. */
export async function pendingContests(db: Db): Promise<Reply<typeof listContests>> {
  const { rows } = await sql<Omit<Pending, 'createdAt'> & { createdAt: Date }>`
    select t.id, o.id as "orderId", v.title, s.username::text as seller, b.username::text as buyer, ${kindsOf} as kinds,
      t.words, t.created_at as "createdAt"
    from sale_contests t join orders o on o.id = t.order_id join listing_versions v on v.id = o.listing_version_id
      join users s on s.id = o.seller_id join users b on b.id = o.buyer_id ${saleFacts}
    where t.state = 'pending' order by t.id limit 100`.execute(db);
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
