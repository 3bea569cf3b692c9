import type { Order } from '#contract/orders/orders.ts';
import { closedDays } from '#domain/business-days.ts';
import { regretUntil } from '#domain/refunds/refunds.ts';
import type { Rules } from '#domain/settings/rules.ts';

type Deal = NonNullable<Order['deal']>;

const dayMs = 86_400_000;

/** The spans of an order that its two sides read, of the rules it was born with (N08). */
export function presentTerms({ timers, refunds }: Rules): Deal['terms'] {
  return {
    confirmMs: timers.confirmMs,
    codeConfirmLimitMs: timers.codeConfirmLimitMs,
    cancellationAnswerMs: refunds.cancellationAnswerMs,
  };
}

/** P24: until when the buyer may regret. */
export const regretOf = (deliveredAt: Date, rules: Rules) =>
  regretUntil(deliveredAt, rules.refunds, closedDays(rules.calendar));

/** P20: until when the buyer may complain, an ISO instant. */
export function complaintUntil(deliveredAt: Date, warrantyDays: number): string {
  return new Date(deliveredAt.getTime() + warrantyDays * dayMs).toISOString();
}
