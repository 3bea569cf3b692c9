import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { dryRunSettings } from '#contract/settings/dry-run.ts';
import type { SellerLevel } from '#domain/accounts/seller-levels/rules.ts';
import { feeRuleAt } from '#domain/accounts/seller-levels/terms.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import { plans } from '#domain/listings/listings.ts';
import type { Plan } from '#domain/listings/listings.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Tx } from '#server/context.ts';
import { readPages } from './pages.ts';

type TriedFees = NonNullable<Reply<typeof dryRunSettings>['fees']>;

interface Row {
  id: number;
  plan: Plan;
  level: SellerLevel;
  cents: number;
  freightCents: number;
}

function commissionOf(
  { plan, level, cents, freightCents }: Row,
  { plans: fees, sellerLevels }: Rules,
): number {
  return splitSale(cents, { ...feeRuleAt(fees[plan], level, sellerLevels), freightCents }).commissionCents;
}

/**
 * The commission of the paid orders of the past days under two versions of the rules (N09): the difference that the
 * change makes if as much is sold again. Refunds are not taken off.
 */
export async function triedFees(
  tx: Tx,
  { days, before, after }: { days: number; before: Rules; after: Rules },
): Promise<TriedFees> {
  const found = plans.map((plan) => ({ plan, orders: 0, cents: 0, beforeCents: 0, afterCents: 0 }));
  const read = async (below: number, limit: number) =>
    (
      await sql<Row>`
      select o.id, v.plan, o.seller_level as level, o.total_cents as cents, o.freight_cents as "freightCents"
      from orders o join listing_versions v on v.id = o.listing_version_id
      where o.paid_at > (select market_now() - ${days}::int * interval '1 day') and o.id < ${below}
      order by o.id desc limit ${limit}`.execute(tx)
    ).rows;
  const tried = await readPages(read, (row) => {
    const sum = found.find(({ plan }) => plan === row.plan)!;
    sum.orders += 1;
    sum.cents += row.cents;
    sum.beforeCents += commissionOf(row, before);
    sum.afterCents += commissionOf(row, after);
  });
  return { ...tried, plans: found };
}
