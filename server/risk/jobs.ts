import { sql } from 'kysely';
import { currentRules } from '#server/settings/queries.ts';
import type { Sweep } from '#server/background/worker.ts';

const batch = 1_000;

/** Deletes devices, networks, documents and cards of orders after `risk.keepDays`; facts and score name no one. */
export const deleteRiskTraces: Sweep = {
  name: 'risk.delete-traces',
  everyMs: 60 * 60_000,
  batch,
  async run(ctx) {
    const { keepDays } = (await currentRules(ctx.db)).rules.risk;
    const { rows } = await sql<{ deleted: number }>`
      with old as (select order_id from order_risks
          where num_nonnulls(device, network, document, card) > 0
            and placed_at < (select market_now() - ${keepDays}::int * interval '1 day')
          order by placed_at limit ${batch} for no key update skip locked),
        gone as (update order_risks r set device = null, network = null, document = null, card = null
          from old where old.order_id = r.order_id returning 1)
      select count(*)::int as deleted from gone`.execute(ctx.db);
    return rows[0]!.deleted;
  },
};
