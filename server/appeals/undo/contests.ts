import { sql } from 'kysely';
import { recountSeller } from '#server/accounts/seller-levels/jobs.ts';
import { currentRules } from '#server/settings/queries.ts';
import { byStaff, done, tooLate } from './undoing.ts';

/** A contested sale is taken out of the seller's rates, which are counted again at once. */
export const undoContestRejection = byStaff(async (ctx, tx, { decision, viewer, reason }) => {
  const { rows } = await sql<{ sellerId: number }>`
    update sale_contests set state = 'accepted', cause = 'miscounted', note = ${reason.slice(0, 500)},
      decided_by = ${viewer.id}, decided_at = market_now()
    where order_id = ${decision.subjectId} and state = 'rejected' returning seller_id as "sellerId"`.execute(
    tx,
  );
  if (!rows[0]) return tooLate('A venda já não contava contra você.');
  await recountSeller(tx, rows[0].sellerId, (await currentRules(ctx.db, tx)).rules.sellerLevels);
  return done;
});
