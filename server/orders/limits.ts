import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { fitsLimit } from '#domain/accounts/limits.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import { allowancesOf, refuseBeyond } from '#server/accounts/limits.ts';
import type { Allowance } from '#server/accounts/limits.ts';
import type { Ctx, Tx } from '#server/context.ts';

/** What the buyer may buy today and the seller may sell this month (§4.14). */
export interface PartyAllowances {
  buyer: Allowance;
  seller: Allowance;
}

/** Orders in these states count towards no limit. */
const uncountedStates: readonly OrderState[] = ['cancelled', 'expired'];

export async function partyAllowances(
  ctx: Ctx,
  tx: Tx,
  viewer: Viewer,
  listingId: number,
): Promise<PartyAllowances> {
  const sellerOf = sql`(select seller_id from listings where id = ${listingId} and version_id is not null)`;
  const people = await allowancesOf(ctx, tx, sql`u.id in (${viewer.id}, ${sellerOf})`);
  const buyer = people.get(viewer.id)!;
  // No other person is found when the listing is the viewer's own or does not exist; the next step refuses both.
  const seller = [...people.values()].find(({ userId }) => userId !== viewer.id) ?? buyer;
  return { buyer, seller };
}

/** The users whose rows an order locks: the buyer, and the seller when sales have a limit. */
export function rowsToLock({ buyer, seller }: PartyAllowances): number[] {
  return [buyer.userId, ...(seller.limits.salesPerMonthCents === null ? [] : [seller.userId])];
}

/** An SQL condition for the statement that writes the order: the order stays within both limits. */
export function withinLimits({ buyer, seller }: PartyAllowances, totalCents: number): RawBuilder<unknown> {
  const { salesPerMonthCents } = seller.limits;
  const buys = sql`${boughtToday(buyer)} + ${totalCents}::bigint <= ${buyer.limits.buyPerDayCents}::bigint`;
  if (salesPerMonthCents === null) return buys;
  return sql`${buys} and ${soldThisMonth(seller)} + ${totalCents}::bigint <= ${salesPerMonthCents}::bigint`;
}

/** Refuses with the limit that was exceeded. Of a seller's limit the buyer learns only that it is reached. */
export async function refuseBeyondLimits(
  tx: Tx,
  { buyer, seller }: PartyAllowances,
  totalCents: number,
): Promise<void> {
  const { rows } = await sql<{ bought: number; sold: number }>`
    select ${boughtToday(buyer)} as bought, ${soldThisMonth(seller)} as sold`.execute(tx);
  const { bought, sold } = rows[0]!;
  refuseBeyond(buyer, 'buyPerDayCents', { used: bought, more: totalCents });
  if (!fitsLimit(sold, totalCents, seller.limits.salesPerMonthCents))
    fail('listing_unavailable', { detail: 'Este vendedor chegou ao limite de vendas do mês.' });
}

const boughtToday = ({ userId }: Allowance) => total(sql`buyer_id = ${userId}`, sql`'day'`);
const soldThisMonth = ({ userId }: Allowance) => total(sql`seller_id = ${userId}`, sql`'month'`);

/** Sums the orders of the current day or month in São Paulo's time zone. */
function total(whose: RawBuilder<unknown>, span: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(total_cents), 0)::bigint from orders where ${whose}
    and created_at >= date_trunc(${span}, market_now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
    and state <> all(${uncountedStates}::text[]))`;
}
