import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { dryRunSettings as endpoint } from '#contract/settings/dry-run.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import { finalOrderStates } from '#domain/orders/orders.ts';
import { settingFields } from '#domain/settings/fields.ts';
import { changeRules, differences } from '#domain/settings/settings.ts';
import { can } from '#domain/staff/permissions.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { newest } from '../versions.ts';
import { triedFees } from './fees.ts';
import { triedRisk } from './risk.ts';

const days = 30;
const timeLimitMs = 4_000;

/**
 * N09: tries a change on the orders of the past days before it is saved. It reads one snapshot, in a transaction that
 * cannot write, and each statement for four seconds at most.
 * @throws `forbidden` for support, `invalid_request` for values that could not be saved
 */
export async function dryRun(
  ctx: Ctx,
  viewer: Viewer,
  { changes }: Body<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const answer = can(viewer, 'change_settings', undefined);
  if (!answer.ok) fail(answer.reason);
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`.execute(tx);
      const { rules: before } = await newest(tx);
      const after = changeRules(before, changes, settingFields);
      const paths = differences(before, after).map(({ path }) => path);
      const changesRisk = paths.some((path) => path.startsWith('risk.'));
      const changesFees = paths.some((path) => path.startsWith('plans.') || path.endsWith('.rebateBps'));
      return {
        days,
        ...(await volume(tx)),
        risk: changesRisk ? await triedRisk(tx, { days, before: before.risk, after: after.risk }) : null,
        fees: changesFees ? await triedFees(tx, { days, before, after }) : null,
      };
    });
}

async function volume(tx: Tx): Promise<Pick<Reply<typeof endpoint>, 'openOrders' | 'listings' | 'recent'>> {
  const { rows } = await sql<{ openOrders: number; listings: number; orders: number; cents: number }>`
    select (select count(*)::int from orders where not state = any(${[...finalOrderStates]}::text[])) as "openOrders",
      (select count(*)::int from listings where state = 'published') as listings, r.orders, r.cents
    from (select count(*)::int as orders, coalesce(sum(total_cents), 0)::bigint as cents from orders
      where created_at > (select market_now() - ${days}::int * interval '1 day')) r`.execute(tx);
  const { openOrders, listings, orders, cents } = rows[0]!;
  return { openOrders, listings, recent: { orders, cents } };
}
