import { sql } from 'kysely';
import type { StockAlert, listStockAlerts as endpoint } from '#contract/listings/stock-alerts.ts';
import { stockAlertsPerPage } from '#contract/listings/stock-alerts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Db, Queryable } from '#server/context.ts';
import { cardColumns } from '#server/listings/cards.ts';
import { shownState } from '#server/listings/vacations/away.ts';

/** Whether the person has an alert for this listing that was not sent yet. */
export async function hasStockAlert(db: Queryable, viewer: Viewer, listingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from stock_alerts
    where user_id = ${viewer.id} and listing_id = ${listingId} and told_at is null`.execute(db);
  return rows.length > 0;
}

/** Whether this listing is on sale now. */
export async function isOnSale(db: Queryable, listingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from listings where id = ${listingId} and state = 'published'
      and away_until(seller_id) is null`.execute(db);
  return rows.length > 0;
}

/** Cards of the person's alerts, newest first. A suspended listing is hidden until it is republished. */
export async function listStockAlerts(db: Db, viewer: Viewer, page = 1): Promise<Reply<typeof endpoint>> {
  const { rows } = await sql<Omit<StockAlert, 'askedAt'> & { askedAt: Date; total: number }>`
    select ${cardColumns}, ${shownState} as state, a.asked_at as "askedAt", count(*) over ()::int as total
    from stock_alerts a join listings l on l.id = a.listing_id join users u on u.id = l.seller_id
    where a.user_id = ${viewer.id} and a.told_at is null
      and l.state in ('published', 'paused', 'sold_out', 'expired')
    order by a.asked_at desc, a.id desc
    limit ${stockAlertsPerPage} offset ${(page - 1) * stockAlertsPerPage}`.execute(db);
  return {
    items: rows.map(({ total: _total, askedAt, ...card }) => ({ ...card, askedAt: askedAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}
