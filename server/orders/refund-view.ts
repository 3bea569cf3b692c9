import { sql } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import { afterBusinessDays, closedDays } from '#domain/business-days.ts';
import type { RefundDestination, RefundReason, RefundState } from '#domain/payments/payments.ts';
import { protocolOf } from '#domain/refunds/refunds.ts';
import type { Rules } from '#domain/settings/rules.ts';
import { returnReason } from '#server/payments/payers.ts';

type Shown = NonNullable<Order['deal']>['refunds'][number];

/** A refund as JSON built by PostgreSQL carries it. */
export interface OrderRefund {
  id: number;
  amountCents: number;
  state: RefundState;
  reason: RefundReason;
  destination: RefundDestination;
  sentByHand: boolean;
  returnsOnly: boolean;
  overtaken: boolean;
  note: string | null;
  createdAt: string;
  completedAt: string | null;
}

/**
 * For queries with `orders o`: its refunds, oldest first. A refusal's words take the place of the asker's; what waits for
 * the rest of its price, or was used for it, went nowhere.
 */
export const refundsOfOrder = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id,
    'amountCents', r.amount_cents, 'state', r.state, 'reason', r.reason, 'destination', r.destination,
    'sentByHand', r.hand_end_to_end_id is not null, 'returnsOnly', ${returnReason} is not null,
    'overtaken', r.state = 'rejected' and r.decided_by is null,
    'note', case r.state when 'rejected' then r.decision_note else r.note end,
    'createdAt', r.created_at, 'completedAt', r.completed_at) order by r.id), '[]')
  from refunds r where r.order_id = o.id and r.state not in ('held', 'used'))`;

/** For queries with `orders o`: what its buyer's bank took beyond it and did not give back, in cents. */
export const chargebacksOfOrder = sql`(select
    coalesce(sum(case c.direction when 'taken' then c.amount_cents else -c.amount_cents end), 0)::bigint
  from chargebacks c where c.order_id = o.id and c.user_id is not null)`;

/** What its two sides read of a refund. */
export function presentRefund(refund: OrderRefund, rules: Rules): Shown {
  const createdAt = new Date(refund.createdAt);
  return {
    ...refund,
    protocol: refund.reason === 'regret' ? protocolOf(refund.id) : null,
    createdAt: createdAt.toISOString(),
    expectedBy: expectedBy(refund, createdAt, rules)?.toISOString() ?? null,
    completedAt: refund.completedAt && new Date(refund.completedAt).toISOString(),
  };
}

/** §4.8: by Pix within two business days; what a person judges within 48 hours. */
function expectedBy({ state }: OrderRefund, createdAt: Date, rules: Rules): Date | null {
  if (state === 'completed' || state === 'rejected') return null;
  if (state === 'requested') return new Date(createdAt.getTime() + rules.refunds.regretDecisionMs);
  return afterBusinessDays(createdAt, rules.heldMoney.refundDays, closedDays(rules.calendar));
}
