import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { fits } from '#domain/accounts/limits.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { allowancesOf, refuseBeyond } from '#server/accounts/limits.ts';
import type { Allowance } from '#server/accounts/limits.ts';
import type { Ctx, Tx } from '#server/context.ts';

/** What buyer and seller may do today and this month (§4.14). */
export interface Parties {
  buyer: Allowance;
  seller: Allowance;
}

/** Orders that came to nothing count for nobody. */
const uncounted: readonly OrderState[] = ['cancelled', 'expired'];

export async function partiesOf(ctx: Ctx, tx: Tx, viewer: Viewer, listingId: number): Promise<Parties> {
  const sellerOf = sql`(select seller_id from listings where id = ${listingId} and version_id is not null)`;
  const people = await allowancesOf(ctx, tx, sql`u.id in (${viewer.id}, ${sellerOf})`);
  const buyer = people.get(viewer.id)!;
  // Nobody else in the list: the listing is the viewer's own, or there is none, which the next step says.
  const seller = [...people.values()].find(({ userId }) => userId !== viewer.id) ?? buyer;
  return { buyer, seller };
}

/** Whose rows an order holds: the buyer's, and the seller's where sales have a limit. */
export function heldRows({ buyer, seller }: Parties): number[] {
  return [buyer.userId, ...(seller.limits.salesPerMonthCents === null ? [] : [seller.userId])];
}

/** Whether the order stays within both limits, as a condition of the statement that writes it. */
export function withinLevels({ buyer, seller }: Parties, totalCents: number): RawBuilder<unknown> {
  const { salesPerMonthCents } = seller.limits;
  const buys = sql`${boughtToday(buyer)} + ${totalCents}::bigint <= ${buyer.limits.buyPerDayCents}::bigint`;
  if (salesPerMonthCents === null) return buys;
  return sql`${buys} and ${soldThisMonth(seller)} + ${totalCents}::bigint <= ${salesPerMonthCents}::bigint`;
}

/** Says whose limit it was. Of a seller's the buyer learns only that they can't sell more now. */
export async function refuseBeyondLevels(
  tx: Tx,
  { buyer, seller }: Parties,
  totalCents: number,
): Promise<void> {
  const { rows } = await sql<{ bought: number; sold: number }>`
    select ${boughtToday(buyer)} as bought, ${soldThisMonth(seller)} as sold`.execute(tx);
  const { bought, sold } = rows[0]!;
  refuseBeyond(buyer, 'buyPerDayCents', { used: bought, more: totalCents });
  if (!fits(sold, totalCents, seller.limits.salesPerMonthCents))
    fail('listing_unavailable', { detail: 'Este vendedor chegou ao limite de vendas do mês.' });
}

const boughtToday = ({ userId }: Allowance) => total(sql`buyer_id = ${userId}`, sql`'day'`);
const soldThisMonth = ({ userId }: Allowance) => total(sql`seller_id = ${userId}`, sql`'month'`);

/** Days and months are those of São Paulo. */
function total(whose: RawBuilder<unknown>, span: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(total_cents), 0)::bigint from orders where ${whose}
    and created_at >= date_trunc(${span}, market_now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
    and state <> all(${uncounted}::text[]))`;
}
