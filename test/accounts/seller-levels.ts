import { defaultSellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import type { SellerColour, SellerLevel, SellerLevelRules } from '#domain/accounts/seller-levels/rules.ts';
import { openClient } from '#db/servers.ts';
import type { Market } from '#test/market.ts';
import type { Person } from './people.ts';

/** Levels that a test reaches with eight sales. */
export const shortLevelRules: SellerLevelRules = {
  ...defaultSellerLevelRules,
  bronze: { ...defaultSellerLevelRules.bronze, sales: 2 },
  silver: { ...defaultSellerLevelRules.silver, sales: 4 },
  gold: { ...defaultSellerLevelRules.gold, sales: 6 },
  diamond: { ...defaultSellerLevelRules.diamond, sales: 8 },
  windowOrders: 3,
  fewestOrders: 2,
  fewestIncidents: 2,
};

/** Gives a seller a level by a check of a later month, as if the sales had been made. */
export async function giveLevel(
  { database }: Pick<Market, 'database'>,
  { id }: Person,
  level: SellerLevel,
  colour: SellerColour | null = 'green',
): Promise<void> {
  const client = await openClient(database.ownerUrl);
  try {
    await client.query('begin');
    await client.query(
      `insert into seller_levels (user_id, counted_on, checked_month, interviewed_at, interviewed_by)
       values ($1, current_date, date_trunc('month', market_now())::date, market_now(), (select min(id) from users where id <> $1))
       on conflict do nothing`,
      [id],
    );
    await client.query(
      `with checked as (
         insert into seller_checks (user_id, month, level_before, level_after, outcome, colour, sales, window_days, orders,
           claims, cancellations, delivered, late)
         select user_id, (checked_month + interval '1 month')::date, level, $2, case when level = $2 then 'unchanged'
           when seller_rank(level) < seller_rank($2) then 'raised' else 'lowered' end, 'green', 1000, 60, 1000, 0, 0, 1000, 0
         from seller_levels where user_id = $1)
       update seller_levels set level = $2, colour = $3, interviewed_at = coalesce(interviewed_at, market_now()),
         interviewed_by = coalesce(interviewed_by, (select min(id) from users where id <> $1)), counted_on = (market_now() at time zone 'America/Sao_Paulo')::date,
         checked_month = (checked_month + interval '1 month')::date where user_id = $1`,
      [id, level, colour],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
