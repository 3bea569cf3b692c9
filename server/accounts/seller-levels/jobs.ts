import { sql } from 'kysely';
import { colourOf } from '#domain/accounts/seller-levels/figures.ts';
import { checkSeller } from '#domain/accounts/seller-levels/monthly-check.ts';
import type { CheckOutcome, SellerFacts, Standing } from '#domain/accounts/seller-levels/monthly-check.ts';
import type { SellerColour, SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import type { EventKind } from '#domain/events.ts';
import type { Tx } from '#server/context.ts';
import { insertEvents } from '#server/events/events.ts';
import type { NewEvent } from '#server/events/events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { currentRules } from '#server/settings/queries.ts';
import type { Sweep } from '#server/background/worker.ts';
import { factsOfSellers } from './figures.ts';

const batch = 500;

/**
 * Counts every seller's sales once a day, which gives the thermometer its colour, and checks the level in the first count
 * of a month (§4.13). The rows stay locked until the transaction ends, and a month has one check of each seller, so that a
 * second, an interrupted or a late run changes nothing that is done.
 */
export const countSellers: Sweep = {
  name: 'accounts.count-sellers',
  everyMs: 60_000,
  batch,
  run: (ctx) =>
    inTransaction(ctx.db, async (tx) => {
      const { sellerLevels: rules } = (await currentRules(ctx.db, tx)).rules;
      const { rows: due } = await sql<DueSeller>`
        select user_id as id, level, bad_months as "badMonths", colour, checked_month < ${thisMonth} as "isCheckDue"
        from seller_levels where counted_on < ${today} order by counted_on, user_id limit ${batch}
        for no key update skip locked`.execute(tx);
      await countSales(tx, due, rules);
      return due.length;
    }),
};

/** Counts one seller again at once, without a check, after the team has excluded a sale. */
export async function recountSeller(tx: Tx, userId: number, rules: SellerLevelRules): Promise<void> {
  const { rows } = await sql<DueSeller>`
    select user_id as id, level, bad_months as "badMonths", colour, false as "isCheckDue"
    from seller_levels where user_id = ${userId} for no key update`.execute(tx);
  await countSales(tx, rows, rules);
}

const today = sql`(market_now() at time zone 'America/Sao_Paulo')::date`;
const thisMonth = sql`date_trunc('month', market_now() at time zone 'America/Sao_Paulo')::date`;

interface DueSeller extends Standing {
  id: number;
  colour: SellerColour | null;
  isCheckDue: boolean;
}

interface Counted {
  before: DueSeller;
  facts: SellerFacts;
  colour: SellerColour | null;
  after: Standing & { outcome: CheckOutcome };
}

async function countSales(tx: Tx, due: readonly DueSeller[], rules: SellerLevelRules): Promise<void> {
  if (due.length === 0) return;
  const facts = await factsOfSellers(
    tx,
    due.map(({ id }) => id),
    rules,
  );
  const counted = due.map((before): Counted => {
    const found = facts.get(before.id)!;
    const after = before.isCheckDue
      ? checkSeller(before, found, rules)
      : { level: before.level, badMonths: before.badMonths, outcome: 'unchanged' as const };
    return { before, facts: found, colour: colourOf(found.figures, rules), after };
  });
  await write(tx, counted);
}

/** Writes levels, checks and events of all sellers in one statement. */
async function write(tx: Tx, counted: readonly Counted[]): Promise<void> {
  const rows = counted.map(({ before, facts: { sales, figures }, colour, after }) => ({
    user_id: before.id,
    checked: before.isCheckDue,
    level_before: before.level,
    level_after: after.level,
    bad_months: after.badMonths,
    outcome: after.outcome,
    colour,
    sales,
    window_days: figures.windowDays,
    orders: figures.orders,
    claims: figures.claims,
    cancellations: figures.cancellations,
    delivered: figures.delivered,
    late: figures.late,
    excluded: figures.excluded,
  }));
  await sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id bigint, checked boolean,
        level_before text, level_after text, bad_months smallint, outcome text, colour text, sales integer,
        window_days smallint, orders integer, claims integer, cancellations integer, delivered integer, late integer,
        excluded jsonb)),
    checked as (
      insert into seller_checks (user_id, month, level_before, level_after, outcome, colour, sales, window_days, orders,
        claims, cancellations, delivered, late, excluded)
      select user_id, ${thisMonth}, level_before, level_after, outcome, colour, sales, window_days, orders, claims,
        cancellations, delivered, late, excluded from found where checked),
    levelled as (
      update seller_levels l set level = f.level_after, colour = f.colour, bad_months = f.bad_months, counted_on = ${today},
        since = case when f.level_after = l.level then l.since else market_now() end,
        warned_at = case when f.bad_months = 0 then null else coalesce(l.warned_at, market_now()) end,
        checked_month = case when f.checked then ${thisMonth} else l.checked_month end
      from found f where l.user_id = f.user_id),
    ${insertEvents(counted.flatMap(eventsOf), sql`market_now()`)}
    select from happened`.execute(tx);
}

const eventOf: Partial<Record<CheckOutcome, EventKind>> = {
  raised: 'account.seller_level_raised',
  warned: 'account.seller_level_warned',
  lowered: 'account.seller_level_lowered',
};

/** What the seller is notified of. */
function eventsOf({ before, colour, after }: Counted): NewEvent[] {
  const about = (kind: EventKind, data: Record<string, unknown>): NewEvent => ({
    kind,
    actor: null,
    subject: { kind: 'user', id: before.id },
    data,
  });
  const kind = eventOf[after.outcome];
  const isStopped = colour === 'red';
  return [
    ...(kind ? [about(kind, { from: before.level, to: after.level })] : []),
    ...(isStopped === (before.colour === 'red')
      ? []
      : [about(isStopped ? 'account.sales_stopped' : 'account.sales_resumed', { colour })]),
  ];
}
