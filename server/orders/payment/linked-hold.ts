import { sql } from 'kysely';
import type { RiskFacts } from '#domain/risk/facts.ts';
import { scoreOrder } from '#domain/risk/score.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { orderColumns } from '#server/orders/moves.ts';
import type { LockedOrder } from '#server/orders/moves.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { holdForRisk } from './risk-hold.ts';

/** A sale whose sides are linked now, with what was known of its risk. */
interface Linked extends LockedOrder {
  facts: RiskFacts;
  signs: string[];
}

/**
 * F55: scores the sales between accounts and those that turned out to be linked with them again, by what links them now,
 * and holds those that reach the score for it. Only money of a sale that is still here, and of one that was not examined
 * before; running it again holds nothing more.
 * @returns how many were held
 */
export async function holdLinkedSales(ctx: Ctx, tx: Tx, accounts: readonly number[]): Promise<number> {
  let held = 0;
  for (const { facts, signs, ...order } of await lockLinked(tx, accounts)) {
    // Each hold writes to the sale that its lock protects.
    // oxlint-disable-next-line no-await-in-loop
    if (await holdLinked(ctx, tx, order, linkedFacts(facts, signs))) held++;
  }
  return held;
}

async function holdLinked(ctx: Ctx, tx: Tx, order: LockedOrder, facts: RiskFacts): Promise<boolean> {
  const { risk, payments } = await rulesOf(ctx.db, order.ruleVersionId, tx);
  const { score, reasons, action } = scoreOrder(facts, risk);
  if (action === 'none' || !(await isHere(tx, order)) || !(await holdForRisk(tx, order, payments.holdMs)))
    return false;
  await sql`update order_risks set facts = ${JSON.stringify(facts)}::jsonb, score = ${score},
    reasons = ${reasons}::text[], action = 'hold' where order_id = ${order.id}`.execute(tx);
  return true;
}

/** Whether we hold its money, read after its lock: what was released or refunded meanwhile is not taken back (N02). */
async function isHere(tx: Tx, { id }: LockedOrder): Promise<boolean> {
  const { rows } = await sql`select from settlements where order_id = ${id}
    and state in ('in_escrow', 'pending_release') for no key update`.execute(tx);
  return rows.length > 0;
}

const linkedFacts = (facts: RiskFacts, signs: readonly string[]): RiskFacts => ({
  ...facts,
  sharedDevice: facts.sharedDevice || signs.includes('device'),
  sharedKey: facts.sharedKey || signs.includes('payout_key'),
  sharedDocument: facts.sharedDocument || signs.includes('document'),
  sharedNetwork: facts.sharedNetwork || signs.includes('network'),
});

/** Locks them in one order, so that two jobs with people of the same sales wait for each other. */
async function lockLinked(tx: Tx, accounts: readonly number[]): Promise<Linked[]> {
  const { rows } = await sql<Linked>`
    with pairs as (select a.id, l.id as other from unnest(${accounts}::bigint[]) a (id), linked_accounts(a.id) l (id)
      where l.id <> a.id)
    select ${orderColumns}, r.facts, sale_signs(o.id) as signs
    from orders o join listing_versions v on v.id = o.listing_version_id
      join settlements s on s.order_id = o.id join order_risks r on r.order_id = o.id
    where s.state in ('in_escrow', 'pending_release') and o.state in ('paid', 'in_delivery', 'delivered', 'completed')
      and not exists (select from analyses a where a.order_id = o.id)
      and (o.due_at is null or o.due_at > deadline_now())
      and o.id in (select b.id from pairs p join orders b on b.buyer_id = p.id and b.seller_id = p.other
        union select b.id from pairs p join orders b on b.seller_id = p.id and b.buyer_id = p.other)
    order by o.id for no key update of o`.execute(tx);
  return rows;
}
