import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { getVacations } from '#contract/listings/vacations.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { addDays, saoPauloDay } from '#domain/business-days.ts';
import { daysBetween, mostDaysInWindow } from '#domain/listings/vacations/vacations.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import type { Db, Queryable } from '#server/context.ts';
import { marketNow } from '#server/database/transaction.ts';
import { currentRules } from '#server/settings/queries.ts';

type Vacations = Reply<typeof getVacations>;
export type Vacation = Vacations['items'][number];

/** Columns of a {@link Vacation}, from `vacations v`. */
export const vacationColumns = sql`v.id, v.starts_on::text as "startsOn", v.ends_on::text as "endsOn",
  v.ended_at is not null as "endedEarly",
  case when v.cancelled_at is not null then 'cancelled' when v.ends_at <= market_now() then 'over'
    when v.starts_at <= market_now() then 'running' else 'planned' end as state`;

/** The vacations of a seller, the last first: all that can count for a limit, and the newest of the others. */
export async function vacationsOf(db: Queryable, sellerId: number): Promise<Vacation[]> {
  const { rows } = await sql<Vacation>`
    select ${vacationColumns} from vacations v where v.seller_id = ${sellerId}
      and (v.cancelled_at is null or v.id in (
        select id from vacations where seller_id = ${sellerId} order by id desc limit 20))
    order by v.starts_on desc, v.id desc`.execute(db);
  return rows;
}

/** What counts for the limits. */
export const notCancelled = ({ state }: Vacation): boolean => state !== 'cancelled';

/** The page of the seller's vacations (F67). */
export async function ownVacations(db: Db, viewer: Viewer): Promise<Vacations> {
  const { maxDays, windowDays } = (await currentRules(db)).rules.vacations;
  const [items, now, { rows }] = await Promise.all([
    vacationsOf(db, viewer.id),
    marketNow(db),
    sql<Pick<Vacations, 'listings' | 'openSales'>>`
      select (select count(*)::int from listings where seller_id = ${viewer.id} and state = 'published') as listings,
        (select count(*)::int from orders where seller_id = ${viewer.id}
          and state <> all(${finalOrderStates}::text[])) as "openSales"`.execute(db),
  ]);
  const today = saoPauloDay(now);
  const counted = items.filter(notCancelled);
  const usedDays = daysBetween(counted, addDays(today, 1 - windowDays), today);
  return {
    items,
    today,
    maxDays,
    windowDays,
    usedDays,
    plannedDays: daysBetween(counted, addDays(today, 1), '9999-12-31'),
    leftDays: Math.max(0, maxDays - mostDaysInWindow(counted, windowDays, { from: today })),
    ...rows[0]!,
  };
}
