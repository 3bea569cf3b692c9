import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Sweep } from '#server/background/worker.ts';

/** Maximum age of a category's median. Reading ten thousand prices takes about 10 ms. */
export const measuredEveryMs = 600_000;

const batch = 50;

/**
 * Computes for each category the median price on sale and which prices are off the curve around it (L03). A changed
 * setting recomputes every category.
 */
export const measurePrices: Sweep = {
  name: 'listings.measure-prices',
  everyMs: 30_000,
  batch: batch,
  async run(ctx) {
    for (let measured = 0; measured < batch; measured++) {
      // One category per transaction, so that each lock is short.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await measureNext(ctx))) return measured;
    }
    return batch;
  },
};

function measureNext(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const { outlierBps, fewestPrices } = (await currentRules(ctx.db, tx)).rules.listings;
    const curveRules = { outlierBps, fewestPrices };
    const categoryId = await lockNextDue(tx, curveRules);
    if (categoryId !== null) await measure(tx, categoryId, curveRules);
    return categoryId !== null;
  });
}

interface CurveRules {
  outlierBps: number;
  fewestPrices: number;
}

/** The category with the oldest measurement that is due. It is locked, so that two processes measure two categories. */
async function lockNextDue(tx: Tx, { outlierBps, fewestPrices }: CurveRules): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from categories c left join category_prices p on p.category_id = c.id
    where (p.category_id is null or p.outlier_bps <> ${outlierBps} or p.fewest_prices <> ${fewestPrices}
        or p.measured_at <= market_now() - ${sql.lit(measuredEveryMs)} * interval '1 millisecond')
      and (p.prices > 0 or exists (select from listings l where l.category_id = c.id and l.state = 'published'))
    order by p.measured_at nulls first, c.id limit 1 for no key update of c skip locked`.execute(tx);
  return rows[0]?.id ?? null;
}

async function measure(tx: Tx, id: number, { outlierBps, fewestPrices }: CurveRules): Promise<void> {
  await sql`
    with on_sale as materialized (
      select id, price_cents from listings where category_id = ${id} and state = 'published'),
    middle as (
      select count(*)::int as prices,
        case when count(*) >= ${fewestPrices} then percentile_cont(0.5) within group (order by price_cents) end as median
      from on_sale),
    band as (
      insert into category_prices as p (category_id, prices, median_cents, low_cents, high_cents, outlier_bps, fewest_prices)
      select ${id}, prices, round(median), floor(median * (10000 - ${outlierBps}) / 10000),
        ceil(median * (10000 + ${outlierBps}) / 10000), ${outlierBps}, ${fewestPrices} from middle
      on conflict (category_id) do update set prices = excluded.prices, median_cents = excluded.median_cents,
        low_cents = excluded.low_cents, high_cents = excluded.high_cents, outlier_bps = excluded.outlier_bps,
        fewest_prices = excluded.fewest_prices, measured_at = market_now()
      returning low_cents, high_cents),
    odd as materialized (
      select l.id from on_sale l, band p where ${isOdd(sql`l.price_cents`)}),
    gone as (
      delete from odd_prices o where o.category_id = ${id} and not exists (select from odd where odd.id = o.listing_id))
    insert into odd_prices as o (listing_id, category_id) select odd.id, ${id} from odd
    on conflict (listing_id) do update set category_id = excluded.category_id
      where o.category_id <> excluded.category_id`.execute(tx);
}

/** SQL condition: a price is off the curve of its category, `category_prices p`. */
export const isOdd = (priceCents: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${priceCents} <= p.low_cents or ${priceCents} >= p.high_cents)`;
