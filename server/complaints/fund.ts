import { sql } from 'kysely';
import type { ComplaintDue } from '#domain/complaints/complaints.ts';
import type { ComplaintRules } from '#domain/complaints/rules.ts';
import type { Cents } from '#domain/money.ts';
import { fundShares } from '#domain/complaints/fund.ts';
import type { Ctx, Tx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { payFromFund } from '#server/payments/fund/payments.ts';
import { sendRefund } from '#server/payments/refunds.ts';
import { unrefundedCents } from '#server/payments/sale-refunds.ts';
import { closeComplaint } from '#server/refunds/give-back.ts';
import { rulesOf } from '#server/settings/queries.ts';
import { lockCase, notifySides } from './cases.ts';
import type { Case } from './cases.ts';
import type { SettledCase } from './settling.ts';
import { applyTransition } from './transitions.ts';

/** N03: the timer after which the fund pays for an appeal that can be decided from `from` on. */
export function appealFundTimer(from: Date, rules: ComplaintRules): ComplaintDue {
  return { at: new Date(from.getTime() + rules.fundAfterAppealMs), event: 'pay_by_fund' };
}

/**
 * N03: staff missed the final deadline. The guarantee fund refunds the buyer, the seller keeps the sale, and neither side
 * has lost the complaint.
 */
export async function payByFund(ctx: Ctx, tx: Tx, found: Case): Promise<SettledCase> {
  const { complaint, order } = found;
  const shares = fundShares(complaint, { unrefundedCents: unrefundedCents(order), fee: order.fee });
  const cause = complaint.state === 'appealed' ? 'appeal' : 'complaint';
  const refundIds = await payFromFund(tx, order, { cause, complaintId: complaint.id }, shares);
  const outcome = { result: complaint.result, refundCents: complaint.paidCents + shares.buyerCents };
  const ended = await applyTransition(tx, found, {
    event: 'pay_by_fund',
    actor: 'system',
    viewer: null,
    ending: 'fund',
    facts: { ...shares },
    outcome,
  });
  const sellerCents: Cents = shares.sellerCents || (await keptCents(tx, order.id));
  await notifySides(tx, ended, 'complaint.closed', null, {
    ending: 'fund',
    ...outcome,
    fund: { ...shares, sellerCents },
    before: { state: complaint.state },
    after: { state: 'closed', ...outcome },
    reason: 'fund',
  });
  if (order.state === 'in_complaint')
    await closeComplaint(ctx, tx, order, complaint.paidCents > 0 ? 'settle_complaint' : 'uphold_sale', {
      actor: 'system',
      viewer: null,
    });
  return {
    found: ended,
    notifyProvider: async (told) => {
      for (const id of refundIds) await sendRefund(told, id);
    },
  };
}

/** What the sale leaves its seller. */
async function keptCents(tx: Tx, orderId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select net_cents as cents from settlements where order_id = ${orderId}`.execute(tx);
  return rows[0]!.cents;
}

/** N03: gives a final deadline to the cases that staff already had when the rule came into force. */
export const setFundDeadlines: Sweep = {
  name: 'complaints.set-fund-deadlines',
  everyMs: 60_000,
  run: async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      select id from complaints where state in ('in_mediation', 'appealed') and due_at is null
      order by opened_at limit 200`.execute(ctx.db);
    for (const { id } of rows) await inTransaction(ctx.db, (tx) => setFundDeadline(ctx, tx, id));
    return rows.length;
  },
};

async function setFundDeadline(ctx: Ctx, tx: Tx, id: number): Promise<void> {
  const found = await lockCase(tx, id);
  if (!found) return;
  const { complaints: rules } = await rulesOf(ctx.db, found.order.ruleVersionId, tx);
  const { state, openedAt, appealsEndAt } = found.complaint;
  const { at } =
    state === 'appealed' ? appealFundTimer(appealsEndAt!, rules) : fundTimer(openedAt, found.now, rules);
  await sql`select set_fund_deadline(${id}, ${at})`.execute(tx);
}

/** N03: the timer of a case in mediation: day thirty, and at least the target of a decision from now. */
export function fundTimer(openedAt: Date, now: Date, rules: ComplaintRules): ComplaintDue {
  const at = Math.max(openedAt.getTime() + rules.fundAfterMs, now.getTime() + rules.decisionTargetMs);
  return { at: new Date(at), event: 'pay_by_fund' };
}
